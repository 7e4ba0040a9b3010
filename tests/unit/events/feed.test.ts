/**
 * Event streams at the same place in the log share their reads, even if one stream follows shortly after the other. Streams that diverged
 * share their reads again once they are at the same place.
 */
import { newId } from '../../../src/kernel/ids';
import type { Principal } from '../../../src/kernel/principal';
import { refused } from '../../../src/kernel/refusal';
import { HandClock } from '../../support/hand-clock';
import { createEventFeed, feedLimits, partBytes, type ToldEvent } from '../../../src/modules/events/application/feed';
import { createHeads } from '../../../src/modules/events/application/heads';

const head = 300n;
const everything = { types: undefined, accountId: undefined, transactionId: undefined };
/** The hashes of a log in which the hash of each event is its sequence. */
const hashes = (after: bigint, through: bigint) => ({ hashAfter: `hash ${after}`, hashThrough: `hash ${through}` });
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const open = () => {
  const asked: bigint[] = [];
  let isAnother = false;
  const clock = new HandClock();
  const feed = createEventFeed({
    epoch: async () => 'epoch',
    ledgering: {
      events: async (_, { after, limit, maxBytes }) => {
        expect(maxBytes).toBe(partBytes);
        asked.push(after);
        const through = after + BigInt(limit) < head ? after + BigInt(limit) : head;
        const events = Array.from({ length: Number(through - after) }, (_event, index) => ({
          sequence: Number(after) + index + 1,
        }));
        return {
          events: events as unknown as readonly ToldEvent[],
          through,
          head,
          ...(isAnother && after > 0n ? { hashAfter: 'other', hashThrough: 'other' } : hashes(after, through)),
        };
      },
    },
    heads: { movedBeyond: async () => false },
    limits: feedLimits,
    clock,
    log,
  });
  const caller = { callerId: 'key', tenantId: newId<'tenant'>(), ledgerId: newId<'ledger'>() } as Principal;
  const readToTheEnd = async (after: bigint, afterHash?: string): Promise<readonly number[]> => {
    const left = new AbortController();
    const stream = await feed.open(caller, { ...everything, after, afterHash }, left.signal);
    if (refused(stream)) throw new Error(`refused as ${stream.left.kind}`);
    const sequences: number[] = [];
    for await (const part of stream.right) {
      sequences.push(...[...part.toString().matchAll(/^id: (\d+)$/gm)].map(([, sequence]) => Number(sequence)));
      if (part.length === 0) left.abort();
    }
    return sequences;
  };
  return { asked, readToTheEnd, clock, becomeAnother: () => void (isAnother = true) };
};

const from = (first: number) => Array.from({ length: Number(head) - first + 1 }, (_, index) => first + index);

test('each stream gets every event', async () => {
  const { asked, readToTheEnd } = open();
  expect(await readToTheEnd(0n)).toEqual(from(1));
  expect(await readToTheEnd(30n)).toEqual(from(31));
  expect(await readToTheEnd(0n)).toEqual(from(1));
  // The second reader needs one page of its own. The end of the log is not cached.
  expect(asked).toEqual([0n, 100n, 200n, 30n]);
});

test('streams share a page for one second', async () => {
  const { asked, readToTheEnd, clock } = open();
  await readToTheEnd(0n);
  clock.advance(999);
  await readToTheEnd(0n);
  expect(asked).toEqual([0n, 100n, 200n]);
  clock.advance(1);
  await readToTheEnd(0n);
  expect(asked).toEqual([0n, 100n, 200n, 0n, 100n, 200n]);
});

test('a stream that starts beyond the last event is refused', async () => {
  await expect(open().readToTheEnd(head)).resolves.toEqual([]);
  await expect(open().readToTheEnd(head + 1n)).rejects.toThrow('refused as SequenceNotReached');
});

test('a stream after an event that the log does not have is refused', async () => {
  await expect(open().readToTheEnd(200n, 'hash 200')).resolves.toEqual(from(201));
  await expect(open().readToTheEnd(200n, 'another hash')).rejects.toThrow('refused as LogChanged');
});

test('a stream ends when another log replaces its log', async () => {
  const { readToTheEnd, becomeAnother, asked } = open();
  const told = readToTheEnd(0n);
  becomeAnother();
  expect(await told).toEqual(from(1).slice(0, 100));
  expect(asked).toEqual([0n, 100n]);
});

describe('a page that a caller waits for', () => {
  const wait = (clock: HandClock) => {
    const feed = createEventFeed({
      ledgering: { events: async () => ({ events: [], through: head, head, ...hashes(head, head) }) },
      heads: createHeads({ ledgering: { lastEvents: async () => new Map() }, clock, log }),
      ...{ limits: feedLimits, clock, log, epoch: async () => 'epoch' },
    });
    const question = { ...everything, after: head, limit: 1 };
    return { feed, answer: feed.read({ ledgerId: newId<'ledger'>() }, question, 20, new AbortController().signal) };
  };

  test('is empty when the time is over', async () => {
    const clock = new HandClock();
    let isAnswered = false;
    const answer = wait(clock).answer.then((page) => ((isAnswered = true), page));
    await clock.pass(19_999);
    expect(isAnswered).toBe(false);
    await clock.pass(1);
    expect(await answer).toMatchObject({ right: { events: [], through: head } });
  });

  test('is empty as soon as the service stops', async () => {
    const clock = new HandClock();
    const { feed, answer } = wait(clock);
    feed.stop();
    expect(await answer).toMatchObject({ right: { events: [] } });
    expect(clock.elapsed()).toBe(0);
  });
});
