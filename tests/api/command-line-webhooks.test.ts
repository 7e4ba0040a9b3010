/** `ledger webhooks listen`: sends the deliveries of endpoints to this machine, where the client verifies them. */
import { verifyWebhook, WebhookVerificationError, type LedgerEvent } from '../../clients/typescript/src';
import { serviceEnvironment } from '../support/database';
import { runHere, startHere } from '../support/command-line';
import { eventsOf } from '../support/feed';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { decide, openBooks } from '../support/requests';
import { startReceiver, type Delivered, type Receiver } from '../support/webhooks';

let ledger: TestLedger;
let books: TestBooks;
let receiver: Receiver;

const environment = () => ({
  ...serviceEnvironment(ledger.databaseUrl),
  LOG_LEVEL: 'silent',
});

beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  books = await openBooks(ledger);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await ledger.close();
});

test('listen sends events in order and signed, and repeats refused ones', async () => {
  const came = receiver.received;
  await decide(books.api);
  receiver.answer('/hook', (_, before) => (before === 0 ? 500 : 200));
  const command = `webhooks listen --ledger ${books.ledger.id} --forward ${receiver.url('/hook')} --from 2`;
  const clock = flowingClock();
  const running = startHere(command.split(' '), environment(), { clock });
  const [secret] = await running.says(/whsec_\S+/);
  await running.says(/^2 .*: 500, /m);
  await clock.pass(1_000);
  await running.says(/(^\d+ .*\n){3}/m);
  expect(came).toHaveLength(3);
  await decide(books.api);
  await running.says(/(^\d+ .*\n){4}/m);
  const sent = await Promise.all(came.map(({ text, headers }) => verifyWebhook(text, headers, secret)));
  const events = (await eventsOf(books.api)) as readonly LedgerEvent[];
  expect(sent).toEqual([events[1], ...events.slice(1)]);
  expect(came[0]?.headers['webhook-id']).toBe(came[1]?.headers['webhook-id']);
  const { code, stdout, stderr } = await running.stop('SIGTERM');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^2 account.created: 500, \d+ ms$/m);

  const { text, headers } = came[0] as Delivered;
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
  expect(await verifyWebhook(text, headers, [other, secret])).toEqual(events[1]);
  await expect(verifyWebhook(text, headers, other)).rejects.toThrow(WebhookVerificationError);
  await expect(verifyWebhook(`${text} `, headers, secret)).rejects.toThrow(WebhookVerificationError);
});

test.each([
  ['webhooks listen --forward http://127.0.0.1:1/', /required option '--ledger /],
  ['webhooks listen --ledger NOWHERE --forward http://127.0.0.1:1/', /There is no ledger NOWHERE/],
  ['webhooks listen --ledger LEDGER-1 --forward here', /--forward must be a URL/],
  ['webhooks listen --ledger LEDGER-1 --forward ftp://127.0.0.1/', /--forward must be a URL that begins with http/],
  ['webhooks listen --ledger LEDGER-1 --forward http://user:hunter2@127.0.0.1:1/', /without a name and a password/],
  ['webhooks listen --ledger LEDGER-1 --forward http://hunter2@127.0.0.1:1/', /without a name and a password/],
])('an error explains the fault in: %s', async (command, complaint) => {
  const { code, stdout, stderr } = await runHere(command.split(' '), environment());
  expect(code).toBe(1);
  expect(stderr).toMatch(complaint);
  expect(stdout + stderr).not.toContain('hunter2');
});
