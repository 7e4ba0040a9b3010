/** A caller that waits for a transaction is notified of decisions by this process, and queries only for decisions by other processes. */
import { madeAt, newId, type LedgerId } from '../../../src/kernel/ids';
import {
  createAwaitDecision,
  createAwaiting,
  createDecisions,
} from '../../../src/modules/ledgering/application/posting/decisions';
import type { Decision } from '../../../src/modules/ledgering/application/reader';
import { postedBatch, type PostingPlan } from '../../../src/modules/ledgering/domain/posting';
import { HandClock } from '../../support/hand-clock';

const ledgerId = newId<'ledger'>();
const logSequence = 7n;
const posted: Decision = { status: 'posted', failure: null, logSequence };
const failure = { code: 'JOURNAL_CLOSED', message: expect.stringContaining('closed') };

const planOf = (postedIds: readonly string[], failedIds: readonly string[]): PostingPlan =>
  ({
    head: { lastSequence: logSequence },
    posted: postedIds.map((id) => ({ transaction: { id } })),
    failed: failedIds.map((id) => ({ transaction: { id }, failure: { kind: 'JournalClosed' } })),
  }) as unknown as PostingPlan;

/** A reader of decisions that looks up one transaction per call, by the given function. */
const readerOf = (decision: (id: string) => Promise<Decision | undefined>) => ({
  decisions: async (_: LedgerId, [id = '']: readonly string[]) => {
    const found = await decision(id);
    return new Map(found ? [[id, found] as const] : []);
  },
});

const open = (decision: (id: string) => Promise<Decision | undefined> = async () => undefined) => {
  const clock = new HandClock();
  const decisions = createDecisions(clock);
  return { clock, decisions, awaitDecision: createAwaitDecision(readerOf(decision), decisions, clock) };
};

test('a waiting caller is notified of posted and failed transactions that its query did not find', async () => {
  const { decisions, awaitDecision } = open();
  expect(decisions.isAwaited).toBe(false);
  const ids = [newId<'transaction'>(), newId<'transaction'>(), newId<'transaction'>()] as const;
  const waiting = ids.slice(0, 2).map((id) => awaitDecision(ledgerId, id, 10));
  expect(decisions.isAwaited).toBe(true);
  decisions.tell(planOf([ids[0], ids[2]], [ids[1]]));
  expect(await Promise.all(waiting)).toEqual([posted, { status: 'failed', failure, logSequence }]);
  expect(decisions.isAwaited).toBe(false);
});

test('a posted batch reports its counts, and when its oldest transaction was accepted', () => {
  const [oldest, ...younger] = [newId<'transaction'>(), newId<'transaction'>(), newId<'transaction'>()] as const;
  expect(postedBatch(planOf(younger, [oldest]), 0.01)).toEqual({
    ...{ posted: 2, failed: ['JOURNAL_CLOSED'], seconds: 0.01 },
    oldestAcceptedAt: madeAt(oldest),
  });
});

test.each<[what: string, outcome: Promise<undefined>]>([
  ['finds nothing', Promise.resolve(undefined)],
  ['is not answered', new Promise(() => undefined)],
])('a waiting caller hears a decision that is announced during a query that %s', async (_, outcome) => {
  const id = newId<'transaction'>();
  let looks = 0;
  const { decisions, awaitDecision } = open(() => {
    looks += 1;
    decisions.tell(planOf([id], []));
    return outcome;
  });
  expect(await awaitDecision(ledgerId, id, 10)).toEqual(posted);
  expect(looks).toBe(1);
});

test('a failed query is thrown to the caller', async () => {
  const { awaitDecision } = open(() => Promise.reject(new Error('away')));
  await expect(awaitDecision(ledgerId, newId(), 10)).rejects.toThrow('away');
});

test('a waiting caller finds a decision of another process, and gives up when the time is over', async () => {
  const looks: number[] = [];
  const { clock, awaitDecision } = open(async () => (looks.push(clock.elapsed()) < 3 ? undefined : posted));
  expect(await clock.through(awaitDecision(ledgerId, newId(), 10))).toEqual(posted);
  expect(looks).toEqual([0, 10, 30]);
  const never = open();
  expect(await never.clock.through(never.awaitDecision(ledgerId, newId(), 0.05))).toBeUndefined();
  expect(never.clock.elapsed()).toBe(50);
});

test('a wait for a batch is as long as for one transaction, and leaves out undecided ones', async () => {
  const clock = new HandClock();
  const ids = [newId<'transaction'>(), newId<'transaction'>(), newId<'transaction'>()];
  const reader = readerOf(async (id) => (id === ids[0] ? posted : undefined));
  const { decisions } = createAwaiting(reader, createDecisions(clock), clock);
  const before = clock.elapsed();
  expect(await clock.through(decisions(ledgerId, ids, 0.05))).toEqual(new Map([[ids[0], posted]]));
  expect(clock.elapsed() - before).toBe(50);
});
