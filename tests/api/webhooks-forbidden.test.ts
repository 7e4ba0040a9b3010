/** Where no webhook goes, whatever a tenant writes: judged when an endpoint is made or changed, and before each attempt. */
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, sentence } from '../support/requests';
import { refusedUntouched } from '../support/untouched';
import { startReceiver, type Receiver } from '../support/webhooks';

let ledger: TestLedger;
let books: TestBooks;
let receiver: Receiver;

beforeAll(async () => {
  // As it is in production: nothing but the public internet.
  ledger = await startLedger();
  books = await ledger.newLedger();
  receiver = await startReceiver();
});

afterAll(async () => {
  await ledger.close();
  await receiver.close();
  expect(ledger.complaints).toEqual([]);
});

const portOf = (): string => new URL(receiver.url()).port;

/** PORT is that of a listener on this machine. */
const forbidden = [
  'http://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'https://localhost:PORT/',
  'https://LOCALHOST.:PORT/',
  'https://db.localhost:PORT/',
  'https://[::1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://127.1:PORT/',
  'https://2130706433:PORT/',
  'https://0x7f.0.0.1:PORT/',
  'https://0177.0.0.1:PORT/',
  'https://0.0.0.0:PORT/',
  'https://[::]:PORT/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'http://93.184.215.14/',
  'https://user:password@93.184.215.14/',
  'https://93.184.215.14:0/',
  'ftp://93.184.215.14/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'webhooks.example',
  '//webhooks.example/',
  'https://',
  'https://webhooks.example/a b',
  'https://webhooks.example\\@127.0.0.1/',
];

test.each(forbidden)('%s is refused, and nobody is connected to', async (text) => {
  const url = text.replace('PORT', portOf());
  const made = await refusedUntouched(ledger, books, () => books.api.post('/webhook-endpoints', { url }));
  expectRefusal(made, 422, 'WEBHOOK_URL_FORBIDDEN');
  expect(made.body.message).toEqual(sentence);
  expect(made.body.message).not.toMatch(/127\.|::1|10\.0|user:/);
  const known = dataOf(await books.api.get('/webhook-endpoints'), 200);
  const [{ id }] =
    known.length > 0
      ? known
      : [dataOf(await books.api.post('/webhook-endpoints', { url: 'https://webhooks.example/' }), 201)];
  const changed = await refusedUntouched(ledger, books, () => books.api.patch(`/webhook-endpoints/${id}`, { url }));
  expectRefusal(changed, 422, 'WEBHOOK_URL_FORBIDDEN');
  expect(receiver.connections()).toBe(0);
});

test('a name that nobody knows today may be known later', async () => {
  const { id } = dataOf(await books.api.post('/webhook-endpoints', { url: 'https://not-yet.example/' }), 201);
  expect(dataOf(await books.api.post(`/webhook-endpoints/${id}/test`, {}), 200)).toMatchObject({
    ...{ delivered: false, status: null, fault: 'The name of the host cannot be resolved now.' },
  });
});
