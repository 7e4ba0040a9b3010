/** `ledger webhooks listen`: what endpoints get, sent to this machine, and verified as the client does it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, WebhookVerificationError, type LedgerEvent } from '../../clients/typescript/webhooks';
import { runHere } from '../support/command-line';
import { eventsOf } from '../support/feed';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { decide, openBooks } from '../support/requests';
import { install, ledgerProgram, until, type Installed } from '../support/service-process';

jest.setTimeout(240_000);

let home: Installed;
let ledger: TestLedger;
let books: TestBooks;
let receiver: Server;
let requests: { body: string; headers: NodeJS.Dict<string | string[]> }[];
/** What the receiver answers next; 200 afterwards. */
let answers: number[];

const environment = () => ({
  DATABASE_URL: ledger.databaseUrl,
  LEDGER_ALLOW_UNSAFE_DATABASE: 'yes',
  LOG_LEVEL: 'silent',
});
const url = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

beforeAll(async () => {
  home = install();
  ledger = await startLedger();
  books = await openBooks(ledger);
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      requests.push({ body, headers: request.headers });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
});
beforeEach(() => {
  requests = [];
  answers = [];
});
afterAll(async () => {
  await new Promise((closed) => receiver.close(closed));
  await home.remove();
  await ledger.close();
});

test('sends what comes, in order and signed, again where it is not taken', async () => {
  await decide(books.api);
  answers = [500];
  const command = `webhooks listen --ledger ${books.ledger.id} --forward ${url()} --from 2`;
  const running = home.run([...ledgerProgram, ...command.split(' ')], environment());
  const secretOf = (): string => /whsec_\S+/.exec(running.stdout())?.[0] ?? '';
  await until('it sent what there was, the first of it twice', async () => requests.length === 3, 30_000);
  await decide(books.api);
  await until('it sent what came', async () => requests.length === 4, 10_000);
  const sent = requests.map(({ body, headers }) => verifyWebhook(body, headers, secretOf()));
  const events = (await eventsOf(books.api)) as readonly LedgerEvent[];
  expect(sent).toEqual([events[1], ...events.slice(1)]);
  expect(requests[0]?.headers['webhook-id']).toBe(requests[1]?.headers['webhook-id']);
  const { code, stdout, stderr } = await running.stop('SIGTERM');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^2 account.created: 500, \d+ ms$/m);

  const { body, headers } = requests[0] as (typeof requests)[0];
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
  expect(verifyWebhook(body, headers, other, secretOf())).toEqual(events[1]);
  expect(() => verifyWebhook(body, headers, other)).toThrow(WebhookVerificationError);
  expect(() => verifyWebhook(`${body} `, headers, secretOf())).toThrow(WebhookVerificationError);
});

test.each([
  ['webhooks listen --forward http://127.0.0.1:1/', /required option '--ledger /],
  ['webhooks listen --ledger NOWHERE --forward http://127.0.0.1:1/', /There is no ledger NOWHERE/],
  ['webhooks listen --ledger LEDGER-1 --forward here', /--forward must be a URL/],
])('says what is wrong with: %s', async (command, complaint) => {
  const { code, stderr } = await runHere(command.split(' '), environment());
  expect(code).toBe(1);
  expect(stderr).toMatch(complaint);
});
