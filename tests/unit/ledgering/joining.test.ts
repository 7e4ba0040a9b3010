/**
 * Settlements are written together with the posts of a group that is planned ahead. In every other case they run in a turn of their own,
 * which this test only records.
 */
import { newId } from '../../../src/kernel/ids';
import { CommitInDoubt, ok, refuse } from '../../../src/kernel/refusal';
import { createJoining } from '../../../src/modules/ledgering/application/operations/joining';
import type { OperationsRequest, Performed } from '../../../src/modules/ledgering/application/operations/operation';
import { createPerform } from '../../../src/modules/ledgering/application/operations/perform';
import { WriteConflict } from '../../../src/modules/ledgering/application/ports';
import type { TransactionId } from '../../../src/modules/ledgering/domain/transaction';
import type { TransactionRow } from '../../../src/modules/ledgering/domain/transaction-row';
import { performOne, type Done } from '../../../src/modules/ledgering/http/operations/one-operation';
import { openLedger } from '../../support/written-ledger';

const conflict = new WriteConflict('somebody came before');
const doubt = new CommitInDoubt('the commit has no answer');
const inTurn: Performed = { batchId: null, results: [refuse({ kind: 'TransactionNotFound' })], rehearsed: null };
const stillRunning: Performed = {
  ...inTurn,
  results: [refuse({ kind: 'IdempotencyKeyInUse', key: 'k' })],
};

/** A ledger whose next group is planned ahead, with open holds. */
const open = async (holds = 1, turn: () => Promise<Performed> = () => Promise.resolve(inTurn)) => {
  const ledger = await openLedger();
  for (let sold = 0; sold < 2; sold++) await ledger.sell();
  const ids: TransactionId[] = [];
  for (let held = 0; held < holds; held++) ids.push(await ledger.hold());
  const turns: string[] = [];
  const perform = createJoining({ ...ledger.dependencies, accepting: ledger.accepting }, (request) => {
    turns.push(keyOf(request));
    return turn();
  });
  const settle = (id: TransactionId, key: string | null = newId(), own: object = {}): Promise<Performed> =>
    perform({ caller: ledger.caller, items: [ok(settlement(id, key, own))], batch: null, isDryRun: false } as never);
  ledger.ways.length = 0;
  return { ledger, settle, turns, first: ids[0] as TransactionId, ids };
};

type Opened = Awaited<ReturnType<typeof open>>;

const settlement = (transactionId: TransactionId, idempotencyKey: string | null, own: object) => ({
  kind: 'settle',
  request: {
    ...{ transactionId, idempotencyKey, part: null, date: null, description: null, metadata: null },
    ...{ reason: null, isFinal: true, ...own },
  },
});
const keyOf = ({ items }: OperationsRequest): string =>
  (items[0] as never as { right: { request: { idempotencyKey: string | null } } }).right.request.idempotencyKey ?? '';
const statusOf = ({ results }: Performed): unknown => {
  const [result] = results as never as { _tag: string; right?: { decision: { status: string } | null } }[];
  return result?.right?.decision?.status;
};

/** Posts a sale when the next operation joins, so that one group contains both. Returns a function for the result of the sale. */
const sellWhenJoining = (ledger: Opened['ledger']): (() => Promise<string> | undefined) => {
  let sold: Promise<string> | undefined;
  const { join } = ledger.accepting;
  jest.spyOn(ledger.accepting, 'join').mockImplementation((joining) => {
    sold ??= ledger.sell();
    return join(joining);
  });
  return () => sold;
};

test('a settlement is written ahead in one write', async () => {
  const { ledger, settle, turns, first } = await open();
  const done = await settle(first);
  expect(statusOf(done)).toBe('posted');
  expect([turns, ledger.ways, ledger.openHolds()]).toEqual([[], ['ahead'], 0]);
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.conflicts).toEqual([]);
});

test('a settlement and a post that arrives with it are written ahead in one write', async () => {
  const { ledger, settle, turns, first } = await open();
  const sold = sellWhenJoining(ledger);
  const done = await settle(first);
  expect([statusOf(done), await sold()]).toEqual(['posted', 'posted']);
  expect([turns, ledger.ways, ledger.openHolds(), ledger.conflicts]).toEqual([[], ['ahead'], 0, []]);
});

test('a settlement is answered from the written plan, without another read', async () => {
  const { ledger, settle, first, ids } = await open(2);
  const unread = { transaction: () => Promise.reject(new Error('it was read')) } as never;
  const inOneTurn = createPerform({
    ...{ ...ledger.dependencies, catalog: {} as never, rehearsals: {} as never },
    attributes: { judge: async () => ({ rules: null, verdicts: [ok(null)], indexedKeys: new Set(), newKeys: [] }) },
  });
  const joined = { perform: () => settle(first) };
  for (const [bookkeeping, id] of [[joined, first] as const, [{ perform: inOneTurn }, ids[1]] as const]) {
    const operation = ok(settlement(id as TransactionId, 'k' + id, {}));
    const done = await performOne(bookkeeping as never, unread, ledger.caller, operation as never, false);
    const left = (done as never as { right: Done }).right.left as TransactionRow;
    expect(left).toEqual(await ledger.rowOf(left.id));
    expect(left).toMatchObject({ settlesTransactionId: id, status: 'posted' });
  }
});

test('one of two settlements of one hold joins a group, and the other takes a turn', async () => {
  const { settle, turns, first } = await open();
  const [one, other] = await Promise.all([settle(first, 'one'), settle(first, 'other')]);
  expect([statusOf(one), other]).toEqual(['posted', inTurn]);
  expect(turns).toEqual(['other']);
});

test('two settlements of two holds join one group', async () => {
  const { ledger, settle, turns, ids } = await open(2);
  const done = await Promise.all(ids.map((id) => settle(id)));
  expect(done.map(statusOf)).toEqual(['posted', 'posted']);
  expect([turns, ledger.ways, ledger.openHolds()]).toEqual([[], ['ahead'], 0]);
});

test('settlements without a key join one group too', async () => {
  const { ledger, settle, turns, ids } = await open(2);
  const done = await Promise.all(ids.map((id) => settle(id, null)));
  expect(done.map(statusOf)).toEqual(['posted', 'posted']);
  expect([turns, ledger.ways, ledger.openHolds()]).toEqual([[], ['ahead'], 0]);
});

test.each<[what: string, own: object]>([
  ['with attributes', { attributes: { region: 'EU' } }],
  ['that overrides limits', { overridesLimits: true }],
  ['of more than is held', { part: { kind: 'amount', amount: '100' } }],
])('a settlement %s takes a turn', async (_, own) => {
  const { ledger, settle, turns, first } = await open();
  expect(await settle(first, 'k', own)).toBe(inTurn);
  expect([turns, ledger.openHolds()]).toEqual([['k'], 1]);
});

test('settlements that come while another is being read are read together', async () => {
  const { ledger, settle, ids } = await open(4);
  await Promise.all(ids.map((id) => settle(id)));
  expect(ledger.readings).toEqual([4]);
  const [first, ...others] = await Promise.all([ledger.hold(), ledger.hold(), ledger.hold()]);
  ledger.readings.length = 0;
  let rest: readonly Promise<Performed>[] = [];
  ledger.meanwhile(async () => void (rest = others.map((id) => settle(id))));
  await settle(first);
  await Promise.all(rest);
  expect(ledger.readings).toEqual([1, 2]);
});

test('a settlement of an unknown hold takes a turn', async () => {
  const { settle, turns } = await open();
  expect(await settle(newId(), 'k')).toBe(inTurn);
  expect(turns).toEqual(['k']);
});

test('a settlement takes a turn if another process wrote after its reading, and posts are still written', async () => {
  const { ledger, settle, turns, first } = await open();
  ledger.meanwhile(() => ledger.openAccountElsewhere('OTHER'));
  ledger.faults.push(conflict);
  expect(await settle(first, 'k')).toBe(inTurn);
  expect(turns).toEqual(['k']);
  expect(ledger.openHolds()).toBe(1);
  expect(await ledger.sell()).toBe('posted');
});

test('a settlement with a key takes a turn if the commit of its group is in doubt', async () => {
  const { ledger, settle, turns, first } = await open();
  ledger.faults.push(doubt);
  expect(await settle(first, 'k')).toBe(inTurn);
  expect(turns).toEqual(['k']);
});

test('a settlement without a key stays in doubt and does not run a second time', async () => {
  const { ledger, settle, turns, first } = await open();
  ledger.faults.push(doubt);
  await expect(settle(first, null)).rejects.toBe(doubt);
  expect([turns, ledger.ways]).toEqual([[], ['ahead']]);
});

test('an operation that the write in doubt did not contain takes a turn, with a key or without', async () => {
  for (const key of [null, 'k']) {
    const { ledger, settle, turns, first } = await open();
    // The first attempt, with the settlement, is refused; the second one leaves it out, and its commit is in doubt.
    ledger.faults.push(conflict, doubt);
    const sold = sellWhenJoining(ledger);
    expect(await settle(first, key)).toBe(inTurn);
    expect([await sold(), turns, ledger.openHolds()]).toEqual(['posted', [key ?? ''], 1]);
  }
});

test('the second of two settlements of one hold is not in doubt if the commit with the first is', async () => {
  const { ledger, settle, first } = await open();
  ledger.faults.push(doubt);
  const [one, other] = await Promise.allSettled([settle(first, null), settle(first, null)]);
  expect(one).toEqual({ status: 'rejected', reason: doubt });
  // The commit in doubt wrote nothing here, so the second settlement joins the second run.
  expect(other.status === 'fulfilled' && statusOf(other.value)).toBe('posted');
  expect(ledger.openHolds()).toBe(0);
});

test.each<[what: string, turn: () => Promise<Performed>]>([
  ['fails too', () => Promise.reject(new Error('the database is away'))],
  ['finds the key still in use', () => Promise.resolve(stillRunning)],
])('a settlement stays in doubt if the turn %s', async (_, turn) => {
  const { ledger, settle, first } = await open(1, turn);
  ledger.faults.push(doubt);
  await expect(settle(first, 'k')).rejects.toBe(doubt);
});
