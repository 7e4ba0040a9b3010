/**
 * The service sends checkpoints to a receiver (LEDGER_CHECKPOINT_URL) that is unreachable, refuses, hangs or redirects, and that works
 * again afterwards.
 */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { CHECKPOINT_RECEIVER, type CheckpointReceiver } from '../../src/modules/proof/application/ports';
import { checkpointReceiver } from '../../src/modules/proof/webhooks/checkpoint-receiver';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, decide, openBooks } from '../support/requests';
import { systemClock } from '../../src/kernel/running/system-clock';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Server;
let received: Received[] = [];
let respond: (response: ServerResponse) => void;
/** Resolves with the next request that the receiver gets. */
let heard: Promise<Received>;
let hear: (request: Received) => void;
const listen = (): void => void (heard = new Promise((resolve) => (hear = resolve)));
const answering =
  (status: number, headers = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end('an answer of the receiver');

let address: string;
let ledger: TestLedger;
let books: TestBooks;
/** The service waits this long for an answer from the receiver. Only the receiver that hangs makes it wait so long. */
const timeoutMs = 2_000;

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(parts).toString('utf8') });
      hear(received.at(-1) as Received);
      respond(response);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://somebody:secret@127.0.0.1:${(server.address() as AddressInfo).port}/notes?of=ledger`;
  const receiver = replace(CHECKPOINT_RECEIVER, [CLOCK], (clock) => checkpointReceiver(address, clock, timeoutMs));
  ledger = await startLedger([receiver], { alone: true });
  books = await openBooks(ledger);
});
beforeEach(() => {
  received = [];
  listen();
  respond = answering(204);
});
afterAll(async () => {
  await ledger.app.proof.stop();
  await ledger.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const noteOfLast = async (): Promise<string> => dataOf(await books.api.get('/ledger/checkpoint'), 200).note;
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${ledger.baseUrl}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );
};

test('the receiver gets the signed note of a changed ledger, with the credentials of its URL', async () => {
  await decide(books.api);
  ledger.app.proof.start();
  await ledger.app.background.idle('checkpoints');
  await ledger.app.background.idle('checkpoint sending');
  const note = await noteOfLast();
  const own = received.filter(({ body }) => body === note);
  expect(own).toEqual([expect.objectContaining({ method: 'POST', url: '/notes?of=ledger' })]);
  expect(own[0]?.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    authorization: `Basic ${Buffer.from('somebody:secret').toString('base64')}`,
  });
  await ledger.app.background.idle('checkpoint sending');
  expect(received.filter(({ body }) => body === note)).toHaveLength(1);
});

test('a failing receiver delays no posting and no signing, and gets the last checkpoint later', async () => {
  const elsewhere = answering(307, { Location: 'http://127.0.0.1:9/stolen' });
  const sizes: number[] = [];
  for (const wrong of [answering(503), () => undefined, elsewhere]) {
    respond = wrong;
    listen();
    await decide(books.api);
    await ledger.app.background.idle('checkpoints');
    const { tree_size, note } = dataOf(await books.api.get('/ledger/checkpoint'), 200);
    sizes.push(tree_size);
    const idle = ledger.app.background.idle('checkpoint sending');
    expect((await heard).body).toBe(note);
    expect((await decide(books.api)).status).toBe('posted');
    await ledger.app.background.idle('checkpoints');
    // The service sends the unaccepted checkpoint again until a newer one is signed. From then on it sends only the newer one.
    respond = answering(204);
    await idle;
    expect(received.at(-1)?.body).toBe(await noteOfLast());
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(await metric('ledger_checkpoints_unsent')).toBe(0);
  expect(await metric('ledger_checkpoint_posts_total{outcome="taken"}')).toBeGreaterThan(sizes.length);
  expect(JSON.stringify(ledger.complaints)).not.toMatch(/secret|127\.0\.0\.1/);
});

describe('an attempt', () => {
  const attempt = (url = address, limitMs?: number): Promise<unknown> =>
    (checkpointReceiver(url, systemClock, limitMs) satisfies CheckpointReceiver).send(
      'a note\n',
      new AbortController().signal,
    );
  test.each([
    [200, 'taken'],
    [204, 'taken'],
    [302, 'away'],
    [400, 'refused'],
    [401, 'away'],
    [404, 'away'],
    [409, 'refused'],
    [422, 'refused'],
    [429, 'away'],
    [500, 'away'],
  ])('that is answered %i has the outcome %s', async (status, outcome) => {
    respond = answering(status, { Location: 'http://127.0.0.1:9/' });
    expect(await attempt()).toMatchObject({ outcome });
  });

  test('is away without an answer in time or a connection, and taken once the status arrives', async () => {
    respond = () => undefined;
    expect(await attempt(address, 10)).toEqual({ outcome: 'away', reason: 'no answer within 0.01 s' });
    respond = (response) => void response.writeHead(200).write('x');
    expect(await attempt()).toEqual({ outcome: 'taken' });
    expect(await attempt('http://127.0.0.1:9/')).toMatchObject({ outcome: 'away' });
  });
});
