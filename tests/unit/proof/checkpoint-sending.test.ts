/** Sending checkpoints to a receiver that accepts them, refuses them, is unreachable or hangs, and the resulting log lines and metrics. */
import { newId, type LedgerId } from '../../../src/kernel/ids';
import { Room } from '../../../src/kernel/memory/kept';
import { MemoryUnitOfWork } from '../../../src/kernel/memory/unit-of-work';
import type { SendOutcome } from '../../../src/kernel/observations';
import { ok } from '../../../src/kernel/refusal';
import { createBackground } from '../../../src/kernel/running/background';
import type { SendAnswer } from '../../../src/modules/proof/application/ports';
import { createSendingLoop } from '../../../src/modules/proof/application/sending';
import { lookMs } from '../../../src/modules/proof/application/signing';
import { MemoryTreeStore } from '../../../src/modules/proof/memory/tree-store';
import { HandClock } from '../../support/hand-clock';

const [one, other] = [newId<'ledger'>(), newId<'ledger'>()];
const taken: SendAnswer = { outcome: 'taken' };
const away = { outcome: 'away', reason: 'it answered 503' } as const;
const refusal: SendAnswer = { outcome: 'refused', reason: 'it answered 409' };

/** A store that outlives the background loops that send from it. */
const openStore = () => {
  const [unitOfWork, room] = [new MemoryUnitOfWork(), new Room()];
  const store = new MemoryTreeStore(unitOfWork, room);
  const ends = new Map<LedgerId, number>();
  const sign = async (ledgerId: LedgerId, size: number): Promise<void> => {
    ends.set(ledgerId, size);
    await unitOfWork.run<never, void>({ ledgerIds: [ledgerId] }, async (tx) => {
      await store.grow(tx, ledgerId, [], size);
      await store.add(tx, ledgerId, { size, at: new Date(), note: noteOf(ledgerId, size) });
      return ok(undefined);
    });
  };
  return { unitOfWork, store, ends, sign };
};
const noteOf = (ledgerId: LedgerId, size: number): string => `${ledgerId} ${size}`;

const sendFrom = (
  { unitOfWork, store, ends }: ReturnType<typeof openStore>,
  answer: (note: string, ended: AbortSignal) => SendAnswer | Promise<SendAnswer>,
) => {
  const clock = new HandClock();
  const [sent, said, outcomes, unsent]: [string[], string[], SendOutcome[], number[]] = [[], [], [], []];
  const say = (_: object, message: string): void => void said.push(message);
  const log = { info: say, warn: say, error: say };
  const loop = createSendingLoop({
    ...{ unitOfWork, store, clock, log, background: createBackground(clock, log) },
    receiver: {
      isSet: true,
      send: async (note, ended) => {
        sent.push(note);
        return answer(note, ended);
      },
    },
    logs: { ends: async () => [...ends].map(([id, size]) => ({ of: 'ledger', id, lastSequence: BigInt(size) })) },
    observations: {
      checkpointSent: (outcome) => void outcomes.push(outcome),
      checkpointsStand: (standing) => void unsent.push(standing.unsent),
    },
  });
  return { clock, loop, sent, said, outcomes, unsent };
};

test('the last checkpoint of each log is sent once, even if another process starts', async () => {
  const books = openStore();
  for (const size of [1, 2, 3]) await books.sign(one, size);
  await books.sign(other, 7);
  const first = sendFrom(books, () => taken);
  first.loop.start();
  await first.clock.pass(3 * lookMs);
  expect(first.sent).toEqual([noteOf(one, 3), noteOf(other, 7)]);
  expect([first.unsent.at(-1), first.said]).toEqual([0, []]);
  await first.loop.stop();

  await books.sign(one, 4);
  const second = sendFrom(books, () => taken);
  second.loop.start();
  await second.clock.pass(3 * lookMs);
  expect(second.sent).toEqual([noteOf(one, 4)]);
  await second.loop.stop();
});

test('a receiver that is away is asked less and less often, and gets the last checkpoint once back', async () => {
  const books = openStore();
  await books.sign(one, 1);
  let answer: SendAnswer = away;
  const { clock, loop, sent, said, outcomes, unsent } = sendFrom(books, () => answer);
  loop.start();
  await clock.pass(4_999);
  expect(sent).toHaveLength(1);
  for (const pauseMs of [5_000, 10_000, 20_000, 40_000, 80_000]) {
    const before = sent.length;
    await clock.advanceToNextWake();
    expect([pauseMs, sent.length - before]).toEqual([pauseMs, 1]);
    await clock.pass(2 * pauseMs - 1);
    expect([pauseMs, sent.length - before]).toEqual([pauseMs, 1]);
  }
  await clock.pass(6 * 3_600_000);
  const before = sent.length;
  await clock.pass(3_600_000);
  expect(sent.length - before).toBe(6);
  expect([unsent.at(-1), new Set(outcomes)]).toEqual([1, new Set(['away'])]);

  await books.sign(one, 2);
  await books.sign(one, 3);
  answer = taken;
  await clock.pass(600_000);
  expect([sent.at(-1), unsent.at(-1), outcomes.at(-1)]).toEqual([noteOf(one, 3), 0, 'taken']);
  expect(said).toEqual([
    'the receiver of checkpoints is away and will be asked again',
    'the receiver of checkpoints takes them again',
  ]);
  await loop.stop();
});

test('a refused note does not delay the notes of other logs', async () => {
  const books = openStore();
  await books.sign(one, 1);
  await books.sign(other, 1);
  const { clock, loop, sent, said, unsent } = sendFrom(books, (note) => (note.startsWith(one) ? refusal : taken));
  loop.start();
  await clock.pass(lookMs);
  expect(sent.filter((note) => note.startsWith(other))).toEqual([noteOf(other, 1)]);
  for (let size = 2; size < 50; size++) {
    await books.sign(other, size);
    await clock.pass(lookMs);
    expect(sent.at(-1) === noteOf(other, size) || sent.at(-2) === noteOf(other, size)).toBe(true);
  }
  expect(sent.filter((note) => note.startsWith(one)).length).toBeLessThan(12);
  expect(unsent.at(-1)).toBe(1);
  expect(said).toEqual(['a checkpoint was refused by its receiver and will be sent again']);
  await loop.stop();
});

test('a stop cancels a send, which the next start repeats', async () => {
  const books = openStore();
  await books.sign(one, 1);
  const hanging = sendFrom(
    books,
    (_, ended) => new Promise((resolve) => ended.addEventListener('abort', () => resolve(away))),
  );
  hanging.loop.start();
  await hanging.clock.pass(lookMs);
  await hanging.loop.stop();
  expect([hanging.sent.length, hanging.outcomes, hanging.said]).toEqual([1, [], []]);
  const next = sendFrom(books, () => taken);
  next.loop.start();
  await next.clock.pass(0);
  expect(next.sent).toEqual([noteOf(one, 1)]);
  await next.loop.stop();
});
