/**
 * After a restore from an older backup, a ledger gives the sequences of lost events to other events. A consumer that names its last event
 * is refused once, and misses and repeats no event if it follows docs/use/events.md.
 */
import { createLedgerClient, LedgerRefusal, type LedgerClient } from '../../clients/typescript/src';
import { copyOfDatabase, freshDatabase, type TestDatabase } from '../support/database';
import { eventsOf, feedOf, headOf, type Event } from '../support/feed';
import { client } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { expectRefusal, openBooks, transaction } from '../support/requests';

const kept = (database: TestDatabase): TestDatabase => ({ ...database, drop: async () => undefined });
const serve = (database: TestDatabase): Promise<TestLedger> =>
  startLedger([], { alone: true, database: kept(database) });

let original: TestDatabase;
let backup: TestDatabase;
let books: TestBooks;
/** The events that the consumer read before the log was lost. */
let before: readonly Event[];
let atBackup: number;
let restored: TestLedger;
let api: TestBooks['api'];
let program: LedgerClient;

/** Posts this many batches, and waits for the last transaction. */
const post = async (to: TestBooks['api'], batches: number, each: number): Promise<void> => {
  for (let batch = 0; batch < batches; batch++)
    await to.post(
      '/transactions/batch',
      { transactions: Array.from({ length: each }, () => transaction()) },
      { Prefer: 'wait=20' },
    );
};

beforeAll(async () => {
  original = await freshDatabase();
  let service = await serve(original);
  books = await openBooks(service);
  await post(books.api, 1, 5);
  atBackup = await headOf(books.api);
  await service.close();
  backup = await copyOfDatabase(original);
  service = await serve(original);
  const client_ = client(service.baseUrl, books.key);
  await post(client_, 1, 30);
  before = await eventsOf(client_);
  await service.close();
  await original.drop();
  restored = await serve(backup);
  api = client(restored.baseUrl, books.key);
  program = createLedgerClient({ baseUrl: restored.baseUrl, key: books.key });
});
afterAll(async () => {
  await restored.close();
  await backup.drop();
});

const placeOf = ({ sequence, hash }: Event): string => `after_sequence=${sequence}&after_hash=${hash}`;

/** Finds the last event that both logs have, as docs/use/events.md describes. */
const lastInBoth = async (had: readonly Event[]): Promise<number> => {
  for (let place = had.length - 1; place >= 0; place--)
    if ((await api.get(`/events?limit=1&${placeOf(had[place])}`)).status === 200) return place;
  throw new Error('the two logs have no event together');
};

test('a consumer that was further than the log is told so, and so is its stream', async () => {
  const last = before.at(-1) as Event;
  expect(await headOf(api)).toBe(atBackup);
  expectRefusal(await api.get(`/events?${placeOf(last)}`), 422, 'SEQUENCE_NOT_REACHED');
  const stream = program.events.stream({ after_sequence: last.sequence, after_hash: last.hash });
  await expect(stream.next()).rejects.toMatchObject({ code: 'SEQUENCE_NOT_REACHED' });
});

test('it is told so too when the log grew past its place, and reads on without a loss or a double', async () => {
  await post(api, 10, 100);
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

test('a consumer that had not come so far reads on as if nothing had happened', async () => {
  const early = before[atBackup - 3] as Event;
  const page = await feedOf(api, `limit=5&${placeOf(early)}`);
  expect(page.events[0]).toMatchObject({ sequence: early.sequence + 1, previous_hash: early.hash });
});
