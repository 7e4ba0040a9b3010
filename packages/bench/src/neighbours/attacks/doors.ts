/**
 * Attacks on routes that need no API key of a ledger: signing in, the console, the administration and its verifications. The rate limit of
 * a key does not apply there, so people of the attacking tenant send requests as fast as they can, from several loopback addresses.
 */
import { createServer, type AddressInfo } from 'node:net';
import type { Target } from '../../load/connection';
import { openHistory, type AttackedBooks, type Credentials } from '../../postgres/attacked-books';
import type { Question } from '../asking';
import { asking, legs, oneTransaction, type Ammunition, type Attack } from './attack';

/** The requests per second of a script that keeps reloading pages of the console. */
const requestsPerSecond = 60;
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];

const addressAt = (number: number): string => addresses[number % addresses.length] as string;

const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };

interface SignedIn {
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a person in, and returns the headers of the session that a browser would send. */
const signIn = async ({ host, port }: Target, { email, password }: Credentials): Promise<SignedIn> => {
  const response = await fetch(`http://${host}:${port}/console/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...sameOrigin },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`${email} could not sign in: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { csrf_token: string } };
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { headers: { Cookie: cookie, 'X-CSRF-Token': data.csrf_token, ...sameOrigin } };
};

/** An attack by a signed-in person: requests at the rate of a script, from alternating addresses. */
const asPerson =
  (questionOf: (ammunition: Ammunition, number: number) => Question): Attack['carryOut'] =>
  async (target, ammunition, assault) => {
    const { headers } = await signIn(target, credentialsIn(ammunition, 0));
    const ask = asking(() => (number) => {
      const { headers: own, ...question } = questionOf(ammunition, number);
      return { ...question, from: addressAt(number), headers: { ...own, ...headers } };
    });
    return ask(target, ammunition, { ...assault, perSecond: requestsPerSecond });
  };

const people = async ({ invite }: AttackedBooks, count: number, role: string): Promise<Ammunition> => {
  const ammunition: Record<string, string> = {};
  for (let number = 0; number < count; number++) {
    const { email, password } = await invite(`person ${number}`, role);
    ammunition[`email ${number}`] = email;
    ammunition[`password ${number}`] = password;
  }
  return ammunition;
};

const credentialsIn = (ammunition: Ammunition, number: number): Credentials => ({
  email: ammunition[`email ${number}`] ?? '',
  password: ammunition[`password ${number}`] ?? '',
});

const consoleOfOne: Attack = {
  name: "scripts with a person's session",
  prepare: (books) => people(books, 1, 'viewer'),
  carryOut: asPerson(() => ({ path: '//console/session' })),
};

const administrationPaths = ['/operators', '/keys', '/ledgers', '/log', '/tenants'];

const administration: Attack = {
  name: 'administration',
  prepare: (books) => people(books, 1, 'admin'),
  carryOut: asPerson((_, number) => ({
    path: `//admin/v1${administrationPaths[number % administrationPaths.length] as string}`,
  })),
};

/** The size of the prepared ledger: 100,000 entries in total. Each verification reads all of them. */
const verifiedHistory = { transactions: 2_000, entriesEach: 50 };

const verifications: Attack = {
  name: 'verifications in a loop',
  prepare: async (books) => ({
    ...(await openHistory(books, verifiedHistory)),
    ...(await people(books, 1, 'admin')),
    ledgerId: books.ledgerId,
  }),
  carryOut: asPerson(({ ledgerId }) => ({
    ...{ method: 'POST', path: '//admin/v1/verifications' },
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ledger_id: ledgerId }),
  })),
};

const crowd = 6;

const signIns: Attack = {
  name: 'six people who sign in again and again',
  prepare: (books) => people(books, crowd, 'viewer'),
  carryOut: async (target, ammunition, assault) => {
    const ask = asking(() => (number) => ({
      ...{ method: 'POST', path: '//console/session', from: addressAt(number) },
      headers: { 'Content-Type': 'application/json', ...sameOrigin },
      body: JSON.stringify(credentialsIn(ammunition, number % crowd)),
    }));
    return ask(target, ammunition, { ...assault, perSecond: requestsPerSecond });
  },
};

const bigText = 'x'.repeat(1_000);
const transactionsWithBigTexts = 1_000;
/** The number of transactions with big texts in one request. The body of a request may have at most a megabyte. */
const transactionsAtOnce = 8;

const bigTexts: Attack = {
  name: 'exports of big texts',
  prepare: async ({ post, share }) => {
    for (let left = transactionsWithBigTexts * share; left > 0; left -= transactionsAtOnce)
      await post('/transactions/batch', {
        transactions: Array.from({ length: transactionsAtOnce }, () =>
          oneTransaction({
            ...{ description: bigText, metadata: { text: bigText } },
            entries: legs(100, () => ({ description: bigText })),
          }),
        ),
      });
    return {};
  },
  carryOut: asking(() => (number) => ({
    path: `/exports/journal?format=${['csv', 'jsonl', 'hledger', 'beancount'][number % 4] as string}`,
  })),
};

/** The number of webhook endpoints, which is the default quota of a ledger. */
const silentEndpoints = 20;

/** A webhook receiver that accepts each connection and never answers. */
const silentReceivers: Attack = {
  name: 'receivers that never answer',
  settings: { LEDGER_DELIVERS_WEBHOOKS: 'yes' },
  prepare: async ({ post }) => {
    const { server, port } = await listenSilently(0);
    server.close();
    for (let number = 0; number < silentEndpoints; number++)
      await post('/webhook-endpoints', {
        url: `http://127.0.0.1:${port}/${number}`,
        description: 'silent',
      });
    return { port: String(port) };
  },
  carryOut: async (target, ammunition, assault) => {
    const { server } = await listenSilently(Number(ammunition['port']));
    const ask = asking(() => () => ({
      ...{ method: 'POST', path: '/transactions' },
      body: JSON.stringify(oneTransaction({ description: bigText })),
    }));
    try {
      return await ask(target, ammunition, assault);
    } finally {
      server.close();
    }
  },
};

const listenSilently = (port: number): Promise<{ server: ReturnType<typeof createServer>; port: number }> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => void socket.on('error', () => undefined).resume());
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve({ server, port: (server.address() as AddressInfo).port }));
  });

export const doors = [consoleOfOne, administration, verifications, signIns, bigTexts, silentReceivers];
