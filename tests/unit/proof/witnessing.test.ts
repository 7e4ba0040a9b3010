/** Asking witnesses that co-sign, are at a different size, refuse, are unreachable or hang, and the resulting log lines and metrics. */
import { newId, type LedgerId } from '../../../src/kernel/ids';
import { Room } from '../../../src/kernel/memory/kept';
import { MemoryUnitOfWork } from '../../../src/kernel/memory/unit-of-work';
import { ok } from '../../../src/kernel/refusal';
import { createBackground } from '../../../src/kernel/running/background';
import type { AddCheckpoint, WitnessAnswer } from '../../../src/modules/proof/application/ports';
import { lookMs } from '../../../src/modules/proof/application/signing';
import { createWitnessingLoop } from '../../../src/modules/proof/application/witnessing';
import { edgeOf, extend, leafHash } from '../../../src/modules/proof/domain/merkle';
import { MemoryTreeStore } from '../../../src/modules/proof/memory/tree-store';
import { HandClock } from '../../support/hand-clock';

const [one, other] = [newId<'ledger'>(), newId<'ledger'>()];
const noteOf = (ledgerId: LedgerId, size: number): string => `${ledgerId} ${size}\n`;
const cosigned = (cosignature: string): WitnessAnswer => ({ outcome: 'cosigned', cosignature: `${cosignature}\n` });
const away: WitnessAnswer = { outcome: 'away', reason: 'it answered 503' };
const refusal: WitnessAnswer = { outcome: 'refused', reason: 'it answered 422' };

/** A store whose logs grow by hashes of their events. */
const openStore = () => {
  const [unitOfWork, room] = [new MemoryUnitOfWork(), new Room()];
  const store = new MemoryTreeStore(unitOfWork, room);
  const ends = new Map<LedgerId, number>();
  const sign = async (ledgerId: LedgerId, size: number): Promise<void> => {
    const from = ends.get(ledgerId) ?? 0;
    ends.set(ledgerId, size);
    const leaves = Array.from({ length: size - from }, (_, index) => leafHash(Buffer.from(`event ${from + index}`)));
    await unitOfWork.run<never, void>({ ledgerIds: [ledgerId] }, async (tx) => {
      const edge = await store.tilesIn(tx, ledgerId, edgeOf(from));
      await store.grow(tx, ledgerId, extend(from, edge, Buffer.concat(leaves)), size);
      await store.add(tx, ledgerId, { size, at: new Date(), note: noteOf(ledgerId, size) });
      return ok(undefined);
    });
  };
  return { unitOfWork, store, ends, sign };
};

type Behaviour = (request: AddCheckpoint, ended: AbortSignal) => WitnessAnswer | Promise<WitnessAnswer>;

const ask = (
  { unitOfWork, store, ends }: ReturnType<typeof openStore>,
  behaviours: Readonly<Record<string, Behaviour>>,
) => {
  const clock = new HandClock();
  const asked: { readonly witness: string; readonly request: AddCheckpoint }[] = [];
  const said: { readonly message: string; readonly reason: unknown }[] = [];
  const outcomes: string[] = [];
  const lacking = new Map<string, number>();
  const say = (fields: object, message: string): void =>
    void said.push({ message, reason: (fields as { readonly reason?: unknown }).reason });
  const log = { info: say, warn: say, error: say };
  const loop = createWitnessingLoop({
    ...{ unitOfWork, store, clock, log, background: createBackground(clock, log) },
    witnesses: Object.entries(behaviours).map(([name, answer]) => ({
      ...{ name, key: `key of ${name}` },
      add: async (request, ended) => {
        asked.push({ witness: name, request });
        return answer(request, ended);
      },
    })),
    logs: { ends: async () => [...ends].map(([id, size]) => ({ of: 'ledger', id, lastSequence: BigInt(size) })) },
    observations: {
      witnessAsked: (witness, outcome) => void outcomes.push(`${witness} ${outcome}`),
      witnessStands: (witness, standing) => void lacking.set(witness, standing.lacking),
    },
  });
  const oldSizesOf = (witness: string): readonly number[] =>
    asked.filter((each) => each.witness === witness).map(({ request }) => request.old);
  return { clock, loop, asked, said, outcomes, lacking, oldSizesOf };
};

test('each witness co-signs the last checkpoint of each log once, also in another process', async () => {
  const books = openStore();
  for (const size of [1, 2, 3]) await books.sign(one, size);
  await books.sign(other, 7);
  const behaviours = { west: () => cosigned('west'), east: () => cosigned('east') };
  const first = ask(books, behaviours);
  first.loop.start();
  await first.clock.pass(3 * lookMs);
  await first.loop.stop();
  expect((await books.store.last(one))?.note).toBe(`${noteOf(one, 3)}east\nwest\n`);
  expect((await books.store.last(other))?.note).toBe(`${noteOf(other, 7)}east\nwest\n`);
  expect(first.asked).toHaveLength(4);
  expect([Object.fromEntries(first.lacking), first.said]).toEqual([{ west: 0, east: 0 }, []]);

  await books.sign(one, 5);
  expect((await books.store.last(one))?.note).toBe(noteOf(one, 5));
  expect((await books.store.latest(one)).cosigned?.size).toBe(3);
  const second = ask(books, behaviours);
  second.loop.start();
  await second.clock.pass(3 * lookMs);
  await second.loop.stop();
  expect(second.asked.map(({ request }) => [request.old, request.proof.length, request.note])).toEqual([
    [3, 4, noteOf(one, 5)],
    [3, 4, noteOf(one, 5)],
  ]);
  expect((await books.store.last(one))?.note).toBe(`${noteOf(one, 5)}east\nwest\n`);
});

test('a checkpoint is proven from the size that the witness reports', async () => {
  const books = openStore();
  await books.sign(one, 6);
  const { clock, loop, asked, said, oldSizesOf } = ask(books, {
    west: ({ old }) => (old === 4 ? cosigned('west') : { outcome: 'at another size', size: 4 }),
    east: ({ old }) => (old === 6 ? cosigned('east') : { outcome: 'at another size', size: 6 }),
  });
  loop.start();
  await clock.pass(lookMs);
  await loop.stop();
  expect([oldSizesOf('west'), oldSizesOf('east'), said]).toEqual([[0, 4], [0, 6], []]);
  expect(asked.map(({ request }) => [request.old, request.proof.length])).toEqual(
    expect.arrayContaining([
      [0, 0],
      [4, 1],
      [6, 0],
    ]),
  );
  expect((await books.store.last(one))?.note).toBe(`${noteOf(one, 6)}east\nwest\n`);
});

test.each([
  ['beyond the log', 9, 1, /co-signed a tree of 9 events, but the last checkpoint covers fewer/],
  ['at the same size with another tree', 6, 2, /co-signed another tree of 6 events: the log was rewritten/],
])('a witness %s is logged once and asked less and less often', async (_, size, attempts, reason) => {
  const books = openStore();
  await books.sign(one, 6);
  const { clock, loop, said, outcomes, lacking, oldSizesOf } = ask(books, {
    west: () => ({ outcome: 'at another size', size }),
  });
  loop.start();
  await clock.pass(lookMs - 1);
  expect(oldSizesOf('west')).toHaveLength(attempts);
  await clock.pass(6 * 3_600_000);
  await loop.stop();
  expect(oldSizesOf('west').length).toBeLessThan(50 * attempts);
  expect([new Set(outcomes), lacking.get('west')]).toEqual([new Set(['west refused']), 1]);
  expect(said).toEqual([
    {
      message: 'a witness did not co-sign a checkpoint and will be asked again',
      reason: expect.stringMatching(reason),
    },
  ]);
});

test('a refusal delays no other log and no other witness', async () => {
  const books = openStore();
  await books.sign(one, 1);
  await books.sign(other, 1);
  const { clock, loop, said, oldSizesOf } = ask(books, {
    west: ({ note }) => (note.startsWith(one) ? refusal : cosigned('west')),
    east: () => cosigned('east'),
  });
  loop.start();
  for (let size = 2; size < 30; size++) {
    await clock.pass(lookMs);
    await books.sign(other, size);
  }
  await clock.pass(lookMs);
  await loop.stop();
  expect((await books.store.last(one))?.note).toBe(`${noteOf(one, 1)}east\n`);
  expect((await books.store.last(other))?.note).toBe(`${noteOf(other, 29)}east\nwest\n`);
  expect(oldSizesOf('east')).toHaveLength(30);
  expect(said).toHaveLength(1);
});

test('a witness that is away is asked less and less often, and co-signs once it is back', async () => {
  const books = openStore();
  await books.sign(one, 1);
  let answer = away as WitnessAnswer;
  const { clock, loop, said, lacking, oldSizesOf } = ask(books, { west: () => answer, east: () => cosigned('east') });
  loop.start();
  await clock.pass(4_999);
  expect(oldSizesOf('west')).toHaveLength(1);
  await clock.pass(6 * 3_600_000);
  const before = oldSizesOf('west').length;
  await books.sign(one, 2);
  await books.sign(one, 3);
  await clock.pass(3_600_000);
  expect(oldSizesOf('west').length - before).toBe(6);
  expect((await books.store.last(one))?.note).toBe(`${noteOf(one, 3)}east\n`);
  expect([lacking.get('west'), lacking.get('east')]).toEqual([1, 0]);
  answer = cosigned('west');
  await clock.pass(600_000);
  await loop.stop();
  expect((await books.store.last(one))?.note).toBe(`${noteOf(one, 3)}east\nwest\n`);
  expect(said.map(({ message }) => message)).toEqual([
    'a witness is away and will be asked again',
    'a witness answers again',
  ]);
});

test('a slow witness has half a minute per round, and is asked for the rest in the next round', async () => {
  const books = openStore();
  const ids = Array.from({ length: 7 }, () => newId<'ledger'>());
  for (const id of ids) await books.sign(id, 1);
  const hanging = ask(books, {
    west: async () => {
      await hanging.clock.sleep(9_000);
      return cosigned('west');
    },
    east: () => cosigned('east'),
  });
  const { clock, loop, lacking } = hanging;
  loop.start();
  await clock.pass(18_000);
  const grown = ids[0] as LedgerId;
  await books.sign(grown, 2);
  await clock.pass(19_000);
  expect([lacking.get('west'), (await books.store.last(grown))?.note]).toEqual([3, `${noteOf(grown, 2)}east\n`]);
  await clock.pass(60_000);
  await loop.stop();
  expect(lacking.get('west')).toBe(0);
});

test('a stop cancels a request, which the next start sends again', async () => {
  const books = openStore();
  await books.sign(one, 1);
  const hanging = ask(books, {
    west: (_, ended) => new Promise((resolve) => ended.addEventListener('abort', () => resolve(away))),
  });
  hanging.loop.start();
  await hanging.clock.pass(lookMs);
  await hanging.loop.stop();
  expect([hanging.asked.length, hanging.outcomes, hanging.said]).toEqual([1, [], []]);
  const next = ask(books, { west: () => cosigned('west') });
  next.loop.start();
  await next.clock.pass(lookMs);
  await next.loop.stop();
  expect((await books.store.last(one))?.note).toBe(`${noteOf(one, 1)}west\n`);
});
