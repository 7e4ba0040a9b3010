/**
 * After a restore from an older backup, a ledger gives the sequences of lost events to new events. A consumer that names the last event
 * that it has read is refused once. If it then follows docs/use/events.md, it misses and repeats no event.
 */
import { createLedgerClient, LedgerRefusal, type LedgerClient } from '../../clients/typescript/src';
import { eventsOf, feedOf, headOf, type Event } from '../support/feed';
import { openRestoredLog, postBatches, type RestoredLog } from '../support/restored-log';
import { expectRefusal } from '../support/requests';

let restored: RestoredLog;
let api: RestoredLog['api'];
let before: RestoredLog['before'];
let atBackup: number;
let program: LedgerClient;

beforeAll(async () => {
  restored = await openRestoredLog();
  ({ api, before, atBackup } = restored);
  program = createLedgerClient({ baseUrl: restored.ledger.baseUrl, key: restored.key });
});
afterAll(() => restored.close());

const placeOf = ({ sequence, hash }: Event): string => `after_sequence=${sequence}&after_hash=${hash}`;

/** Finds the last event that both logs have, as docs/use/events.md describes. */
const lastInBoth = async (had: readonly Event[]): Promise<number> => {
  for (let place = had.length - 1; place >= 0; place--)
    if ((await api.get(`/events?limit=1&${placeOf(had[place])}`)).status === 200) return place;
  throw new Error('the two logs have no event together');
};

test('a consumer ahead of the log is refused, and so is its stream', async () => {
  const last = before.at(-1) as Event;
  expect(await headOf(api)).toBe(atBackup);
  expectRefusal(await api.get(`/events?${placeOf(last)}`), 422, 'SEQUENCE_NOT_REACHED');
  const stream = program.events.stream({ after_sequence: last.sequence, after_hash: last.hash });
  await expect(stream.next()).rejects.toMatchObject({ code: 'SEQUENCE_NOT_REACHED' });
});

test('a consumer is refused after the log grew past its place, and then misses and repeats no event', async () => {
  await postBatches(api, 10, 100);
  const last = before.at(-1) as Event;
  expect(await headOf(api)).toBeGreaterThan(last.sequence);
  expectRefusal(await api.get(`/events?${placeOf(last)}`), 409, 'LOG_CHANGED');
  const stream = program.events.stream({ after_sequence: last.sequence, after_hash: last.hash });
  await expect(stream.next()).rejects.toBeInstanceOf(LedgerRefusal);

  const both = await lastInBoth(before);
  expect(await program.events.lastInBoth(before.map(({ sequence, hash }) => ({ sequence, hash })))).toEqual({
    ...{ sequence: before[both].sequence, hash: before[both].hash },
  });
  expect(before[both].sequence).toBe(atBackup);
  const processed = new Map(before.slice(0, both + 1).map((event) => [event.id as string, event]));
  const seenBefore = new Set(before.map(({ id }) => id as string));
  for await (const event of program.events.list({
    after_sequence: before[both].sequence,
    after_hash: before[both].hash,
  })) {
    // None of the new events has an id that the consumer saw before the loss.
    expect(seenBefore.has(event.id)).toBe(false);
    processed.set(event.id, event as unknown as Event);
  }
  expect([...processed.values()]).toEqual(await eventsOf(api));
});

test('a consumer from before the backup reads on without a refusal', async () => {
  const early = before[atBackup - 3] as Event;
  const page = await feedOf(api, `limit=5&${placeOf(early)}`);
  expect(page.events[0]).toMatchObject({ sequence: early.sequence + 1, previous_hash: early.hash });
});
