/**
 * After a restore, the header `ledger-log-epoch` shows a webhook receiver that the log has changed. A receiver that follows
 * docs/use/webhooks.md goes back to the last event that both logs have, and then misses and repeats no event.
 */
import { createLedgerClient, verifyWebhook } from '../../clients/typescript/src';
import { asRestore, beginEpoch } from '../../src/app/operating/ways-in';
import { systemClock } from '../../src/kernel/running/system-clock';
import { replace } from '../../src/kernel/token';
import { epochHeader } from '../../src/modules/events';
import { WEBHOOK_SENDER } from '../../src/modules/events/application/ports';
import { createHttpSender } from '../../src/modules/events/webhooks/http-sender';
import { client } from '../support/client';
import { connected, copyOfDatabase, freshDatabase, type TestDatabase } from '../support/database';
import { eventsOf, feedOf, headOf, type Event } from '../support/feed';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, openBooks, transaction } from '../support/requests';
import { startReceiver, type Receiver } from '../support/webhooks';

const allowed = [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' as const }];
const serve = async (database: TestDatabase): Promise<TestLedger> => {
  const sender = replace(WEBHOOK_SENDER, [], () => createHttpSender({ clock: systemClock, allowed }));
  const ledger = await startLedger([sender], { alone: true, database: { ...database, drop: async () => undefined } });
  ledger.app.events.startDelivering();
  return ledger;
};
/** Waits until everything is delivered, and closes the service. */
const stop = async (ledger: TestLedger): Promise<void> => {
  await ledger.app.background.idle('deliveries');
  await ledger.app.events.stopDelivering();
  await ledger.close();
};

let receiver: Receiver;
let secret: string;
let restored: TestLedger;
let backup: TestDatabase;
let api: TestBooks['api'];
let books: TestBooks;
let startsBehind: number;
let headAtBackup: number;

const post = async (to: TestBooks['api'], batches: number, each: number): Promise<void> => {
  for (let batch = 0; batch < batches; batch++) {
    const transactions = Array.from({ length: each }, () => transaction());
    await to.post('/transactions/batch', { transactions }, { Prefer: 'wait=20' });
  }
};

beforeAll(async () => {
  receiver = await startReceiver();
  const original = await freshDatabase();
  let service = await serve(original);
  books = await openBooks(service);
  startsBehind = await headOf(books.api);
  ({ secret } = dataOf(await books.api.post('/webhook-endpoints', { url: receiver.url('/') }), 201));
  await post(books.api, 1, 5);
  headAtBackup = await headOf(books.api);
  await stop(service);
  backup = await copyOfDatabase(original);
  service = await serve(original);
  await post(client(service.baseUrl, books.key), 1, 30);
  await stop(service);
  await original.drop();
  await connected(backup.superuserUrl, async (superuser) => {
    await superuser.query(`begin; ${asRestore}`);
    await beginEpoch(superuser);
    await superuser.query('commit');
  });
  restored = await serve(backup);
  api = client(restored.baseUrl, books.key);
  await post(api, 10, 100);
});
afterAll(async () => {
  await restored.app.events.stopDelivering();
  await restored.close();
  await backup.drop();
  await receiver.close();
});

test('a receiver sees one change of the epoch, and misses and repeats no event', async () => {
  await restored.app.background.idle('deliveries');
  const ledger = createLedgerClient({ baseUrl: restored.baseUrl, key: books.key });
  let had: Event[] = [];
  let epoch: string | undefined;
  const undone: (readonly Event[])[] = [];
  for (const { text, headers } of receiver.received) {
    const event = (await verifyWebhook(text, headers, secret)) as unknown as Event;
    const told = headers[epochHeader] as string;
    if (epoch !== undefined && told !== epoch) {
      const last = await ledger.events.lastInBoth(had as never);
      const keep = had.findIndex(({ hash }) => hash === last?.hash) + 1;
      undone.push(had.slice(keep));
      had = had.slice(0, keep);
    }
    epoch = told;
    if (!had.some(({ id }) => id === event.id)) had.push(event);
  }
  expect(undone.map((events) => events.map(({ sequence }) => sequence))).toEqual([
    Array.from({ length: 30 }, (_, index) => headAtBackup + index + 1),
  ]);
  const events = (await eventsOf(api)).slice(startsBehind);
  expect(had).toEqual(events);
  expect(had.filter(({ sequence }) => sequence > headAtBackup)).toHaveLength(1_000);
  expect(epoch).toBe((await feedOf(api, 'limit=1')).log_epoch);
});

test('the stream and the feed have the same epoch as the messages', async () => {
  const { log_epoch: epoch } = await feedOf(api, 'limit=1');
  const gone = new AbortController();
  const headers = { Authorization: `Bearer ${books.key}`, Accept: 'text/event-stream' };
  const stream = await fetch(`${restored.baseUrl}/api/v1/events`, { headers, signal: gone.signal });
  expect(stream.headers.get(epochHeader)).toBe(epoch);
  gone.abort();
  expect(receiver.received.at(-1)?.headers[epochHeader]).toBe(epoch);
});

test('an epoch that the operator begins is stored in the database', async () => {
  const before = (await feedOf(api, 'limit=1')).log_epoch;
  const begun = await restored.app.events.beginEpoch();
  expect(begun).not.toBe(before);
  const database = await connected(backup.superuserUrl, async (owner) =>
    (await owner.query<{ log_epoch: string }>('select log_epoch from installation')).rows.map((row) => row.log_epoch),
  );
  expect(database).toEqual([begun]);
});
