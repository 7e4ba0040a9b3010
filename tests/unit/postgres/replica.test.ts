/** The reads that the replica answers, and the times when it is not used. A stub replaces the replica. */
import { createFreshness } from '../../../src/kernel/freshness';
import { newId } from '../../../src/kernel/ids';
import type { ReplicaOutcome } from '../../../src/kernel/observations';
import { createReplica, leftAloneMs, noReplica, type Replica } from '../../../src/kernel/postgres/replica';
import { asFault } from '../../../src/kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../src/kernel/postgres/unit-of-work';
import { OverShare } from '../../../src/kernel/refusal';
import type { Tx } from '../../../src/kernel/unit-of-work';
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { FreshReads } from '../../../src/modules/ledgering/postgres/fresh-reads';
import { HandClock } from '../../support/hand-clock';

type Reader = Pick<PostgresUnitOfWork, 'read'>;

const error = (members: object): Error => Object.assign(new Error('it failed'), members);
const away = error({ code: 'ECONNREFUSED', errno: -111 });

/** A database in which every ledger is at this sequence; undefined for a database without the ledger. */
const standingAt = (sequence: bigint | undefined): Reader => {
  const rows = sequence === undefined ? [] : [{ last_sequence: sequence.toString() }];
  const tx = { pipeline: { ask: async () => ({ rows }) } } as unknown as Tx;
  return { read: (_, work) => work(tx) };
};

const failing = (fault: unknown): Reader => ({ read: () => Promise.reject(asFault(fault)) });

const open = async (unitOfWork: Reader, looks: readonly (Error | undefined)[] = [undefined]) => {
  const outcomes: ReplicaOutcome[] = [];
  const warnings: string[] = [];
  const fate = [...looks];
  let looked = 0;
  const clock = new HandClock();
  const replica = createReplica({
    unitOfWork,
    inspect: async () => {
      looked += 1;
      const fault = fate.length > 1 ? fate.shift() : fate[0];
      if (fault) throw fault;
    },
    log: { info: () => undefined, warn: (_, message) => void warnings.push(message), error: () => undefined },
    observe: (outcome) => outcomes.push(outcome),
    clock,
  });
  await replica.open();
  return {
    ...{ replica, outcomes, warnings },
    looked: () => looked,
    after: (passed: number) => clock.advance(passed),
  };
};

describe('the database that answers', () => {
  const primary = standingAt(9n);
  const read = async (replica: Replica, mayLag: boolean, atLeast: bigint) => {
    const freshness = createFreshness(mayLag, atLeast);
    const scope = { ledgerIds: [newId<'ledger'>()], asking: { freshness, isGone: () => false } };
    expect(await new FreshReads(primary, replica).read(scope, async () => 'answer')).toBe('answer');
    return freshness.snapshot();
  };

  test.each<[what: string, replica: bigint | undefined, mayLag: boolean, atLeast: bigint, from: object]>([
    ['the replica, however far behind it is', 3n, true, 0n, { sequence: 3n, isOfReplica: true }],
    ['the replica, if it has the sequence that the caller has seen', 3n, true, 3n, { sequence: 3n, isOfReplica: true }],
    ['the primary, if the replica is behind that sequence', 3n, true, 4n, { sequence: 9n, isOfReplica: false }],
    ['the primary, if the replica does not know the ledger', undefined, true, 0n, { sequence: 9n, isOfReplica: false }],
    ['the primary, if the caller does not accept a lag', 3n, false, 3n, { sequence: 9n, isOfReplica: false }],
  ])('is %s', async (_, sequence, mayLag, atLeast, from) => {
    const { replica, outcomes } = await open(standingAt(sequence));
    expect(await read(replica, mayLag, atLeast)).toEqual(from);
    const isOfReplica = (from as { isOfReplica: boolean }).isOfReplica;
    expect(outcomes).toEqual(mayLag ? [isOfReplica ? 'answered' : 'behind'] : []);
  });

  test('is the primary if there is no replica', async () => {
    expect(await read(noReplica, true, 0n)).toEqual({ sequence: 9n, isOfReplica: false });
  });

  test('reports the older of two snapshots', () => {
    const freshness = createFreshness(true, 0n);
    freshness.tell({ sequence: 5n, isOfReplica: true });
    freshness.tell({ sequence: 7n, isOfReplica: false });
    expect(freshness.snapshot()).toEqual({ sequence: 5n, isOfReplica: true });
  });

  test('is not asked for its sequence if the caller does not need it', async () => {
    const asked = new FreshReads({ read: (_, work) => work(undefined as never) }, noReplica);
    expect(await asked.read({ ledgerIds: [newId()] }, async () => 'answer')).toBe('answer');
  });
});

describe('a read that the replica cannot answer', () => {
  const conflict = error({ code: '40001' });

  test.each<[what: string, fault: Error, outcome: ReplicaOutcome, isThere: boolean]>([
    ['a conflict with its replay', conflict, 'conflict', true],
    ['a server that shuts down', error({ code: '57P01' }), 'away', false],
    ['a server that is starting', error({ code: '57P03' }), 'away', false],
    ['a server without a free connection', error({ code: '53300' }), 'away', false],
    ['a connection that was reset', error({ code: 'ECONNRESET', errno: -104 }), 'away', false],
    ['a server that does not answer', new Error('Query read timeout'), 'away', false],
  ])('is left to the primary: %s', async (_, fault, outcome, isThere) => {
    const { replica, outcomes } = await open(failing(fault));
    expect(await replica.ask((one) => one.read({ ledgerIds: [] }, async () => 'answer'))).toBeUndefined();
    expect([outcomes, replica.isThere()]).toEqual([[outcome], isThere]);
  });

  test.each<[what: string, fault: Error]>([
    ['because it took too long', error({ code: '57014' })],
    ['because its caller has too much under way', new OverShare('too much')],
    ['because the statement is invalid', error({ code: '42601' })],
  ])('is not left to the primary %s', async (_, fault) => {
    const { replica, outcomes } = await open(failing(fault));
    await expect(replica.ask((one) => one.read({ ledgerIds: [] }, async () => 1))).rejects.toThrow();
    expect([outcomes, replica.isThere()]).toEqual([[], true]);
  });
});

describe('a replica that is away', () => {
  const ask = async ({ replica }: { readonly replica: Replica }) => {
    const answer = await replica.ask(async () => 'answer');
    await nextTurn();
    return answer;
  };

  test('at the start is checked once per second in the background, and logged once', async () => {
    const opened = await open(standingAt(1n), [away, away, undefined]);
    expect([await ask(opened), await ask(opened), opened.looked()]).toEqual([undefined, undefined, 1]);
    opened.after(leftAloneMs);
    expect([await ask(opened), await ask(opened), opened.looked()]).toEqual([undefined, undefined, 2]);
    opened.after(leftAloneMs);
    expect([await ask(opened), await ask(opened), opened.looked()]).toEqual([undefined, 'answer', 3]);
    expect([opened.outcomes.filter((outcome) => outcome === 'away').length, opened.warnings.length]).toEqual([5, 1]);
  });

  test('later is inspected again before it is read again', async () => {
    const opened = await open(failing(away));
    await opened.replica.ask((one) => one.read({ ledgerIds: [] }, async () => 1));
    expect([await ask(opened), opened.looked()]).toEqual([undefined, 1]);
    opened.after(leftAloneMs);
    expect([await ask(opened), await ask(opened), opened.looked()]).toEqual([undefined, 'answer', 2]);
  });

  test('differs from an unfit one, which stops the start', async () => {
    await expect(open(standingAt(1n), [new Error('it works as somebody else')])).rejects.toThrow('somebody else');
  });
});
