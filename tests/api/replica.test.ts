/** A replica answers the reads that accept stale data; the primary answers callers that have seen newer data. No read fails. */
import { migrate } from '../../src/kernel/postgres/migrate';
import { contractOf, endpointOf } from '../support/answers';
import type { Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { replicaAnswers, replicaIsSeen } from '../support/outside';
import { startOwnServer, type OwnServer } from '../support/own-server';
import {
  accept,
  dataOf,
  expectRefusal,
  idsOf,
  lockPeriod,
  nowhere,
  openBooks,
  openJournal,
  transaction,
  turnIndexOn,
} from '../support/requests';
import { startStandby, type Standby } from '../support/standby';

let primary: OwnServer;
let standby: Standby;
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  primary = await startOwnServer();
  await migrate(primary.ownerUrl);
  standby = await startStandby(primary);
  const database = { url: primary.ownerUrl, superuserUrl: primary.superuserUrl, drop: async () => undefined };
  ledger = await startLedger([], { database, readUrl: standby.url });
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger?.close();
  await standby?.remove();
  await primary?.stop();
});

beforeEach(() => standby.resume());

const eventual = { Prefer: 'consistency=eventual' };
const atLeast = (sequence: string) => ({ 'X-Ledger-Sequence': sequence });
const ofReplica = 'consistency=eventual';

const appliedOf = ({ headers }: Answer): string | null => headers.get('Preference-Applied');
const sequenceOf = ({ headers }: Answer): string => headers.get('X-Ledger-Sequence') ?? 'none';

/** Posts a sale of ten dollars, and returns the sequence in the answer. */
const sell = async (): Promise<string> => {
  const answer = await books.api.post('/transactions', transaction(), { Prefer: 'wait=10' });
  expect(dataOf(answer, 202).status).toBe('posted');
  return sequenceOf(answer);
};

const balancePath = '/accounts/code/CASH/balance';
const balanceIn = (answer: Answer): string => dataOf(answer, 200).balances.settled;
const balance = async (headers?: Record<string, string>): Promise<string> =>
  balanceIn(await books.api.get(balancePath, headers));

/** The last sequence of the log on the primary. */
const lastSequence = async (): Promise<string> =>
  String(dataOf(await books.api.get('/activity?limit=1'), 200)[0].sequence);

const eventualRoutes = contractOf().routes.filter(({ spec }) => spec.eventual);

/** The query parameters that some endpoints require. */
const needed: Readonly<Record<string, string>> = {
  '/transactions/correlation': '?correlation_id=order-7',
  '/accounts/:accountId/statement': '?from=2026-01-01',
  '/reports/income-statement': '?from=2026-01-01',
  '/reports/cash-flow': '?from=2026-01-01',
};

/** Creates one object of each kind that these routes show. Returns a function that turns a route into a path to these objects. */
const booksOfEach = async (api: TestBooks['api']): Promise<(path: string) => string> => {
  const [{ id: accountId }] = dataOf(await api.get('/accounts'), 200);
  const set = dataOf(await api.post('/account-sets', { code: 'ALL', name: 'All of it' }), 201).id;
  const ids: Readonly<Record<string, string>> = {
    ...{ accountId, id: set, journalId: await openJournal(api), code: 'CASH' },
    transactionId: (await accept(api)).id,
  };
  await lockPeriod(api, '2020-01-31');
  return (path) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? nowhere) + (needed[path] ?? '');
};

describe('a read with consistency=eventual', () => {
  test('is answered by the replica, with the sequence of its data', async () => {
    const [before, sequence] = [await balance(), await lastSequence()];
    await standby.resume();
    await standby.pause();
    await sell();
    const behind = await books.api.get(balancePath, eventual);
    expect([balanceIn(behind), appliedOf(behind), sequenceOf(behind)]).toEqual([before, ofReplica, sequence]);
    expect(Number(await balance())).toBe(Number(before) + 10);
  });

  test('answers 404 with the replica’s sequence for a transaction that the replica does not have yet', async () => {
    await standby.pause();
    const { id } = await accept(books.api);
    const answer = await books.api.get(`/transactions/${id}`, eventual);
    expectRefusal(answer, 404, 'TRANSACTION_NOT_FOUND');
    expect([appliedOf(answer), sequenceOf(answer)]).toEqual([ofReplica, expect.stringMatching(/^\d+$/)]);
  });

  test('is answered by the primary for a ledger that the replica does not have yet', async () => {
    await standby.pause();
    const { api } = await openBooks(ledger);
    const answer = await api.get('/accounts', eventual);
    expect(dataOf(answer, 200)).toHaveLength(2);
    expect([appliedOf(answer), sequenceOf(answer)]).toEqual([null, '2']);
    // The replica does not have the new ledger yet. So each request reads from the replica first, and then from the primary.
    const pathOf = await booksOfEach(api);
    const applied = [];
    for (const row of eventualRoutes) {
      const answer = await api.get(pathOf(row.path), eventual);
      applied.push([endpointOf(row), answer.status, appliedOf(answer)]);
    }
    expect(applied).toEqual(eventualRoutes.map((row) => [endpointOf(row), 200, null]));
  });

  test('is answered by the replica on every route that allows it', async () => {
    const { api } = books;
    const pathOf = await booksOfEach(api);
    await standby.resume();
    const applied = [];
    for (const row of eventualRoutes) {
      const answer = await api.get(pathOf(row.path), eventual);
      applied.push([endpointOf(row), answer.status, appliedOf(answer)]);
    }
    expect(applied).toEqual(eventualRoutes.map((row) => [endpointOf(row), 200, ofReplica]));
    expect(applied).toHaveLength(23);
    const tree = await api.get('/accounts?tree=true', eventual);
    expect([tree.status, appliedOf(tree)]).toEqual([200, ofReplica]);
  });

  test('shows only the ledger of its key, on the replica as on the primary', async () => {
    const others = await openBooks(ledger);
    const [{ id: othersAccount }] = dataOf(await others.api.get('/accounts'), 200);
    await standby.resume();
    const own = await books.api.get('/accounts', eventual);
    expect(appliedOf(own)).toBe(ofReplica);
    expect(idsOf(dataOf(own, 200))).toEqual(idsOf(dataOf(await books.api.get('/accounts'), 200)));
    const foreign = await books.api.get(`/accounts/${othersAccount}`, eventual);
    expectRefusal(foreign, 404, 'ACCOUNT_NOT_FOUND');
    expect(appliedOf(foreign)).toBe(ofReplica);
    expect(appliedOf(await others.api.get(`/accounts/${othersAccount}`, eventual))).toBe(ofReplica);
  });

  test('continues with a cursor from either database', async () => {
    const path = '/accounts?limit=1';
    const next = ({ body }: Answer): string => `${path}&cursor=${body.meta.pagination.next_cursor}`;
    const [here, there] = [await books.api.get(path), await books.api.get(path, eventual)];
    const pages = [await books.api.get(next(here), eventual), await books.api.get(next(there))];
    expect(pages.map(appliedOf)).toEqual([ofReplica, null]);
    expect(pages.map(({ body }) => body.data[0].code)).toEqual(['SALES', 'SALES']);
  });

  test('is answered by the primary if it filters by an attribute, whose index may not be replicated yet', async () => {
    await accept(books.api, { attributes: { channel: 'till' } });
    await turnIndexOn(ledger, books.api, 'channel');
    await standby.pause();
    const answer = await books.api.get('/transactions?attributes[channel]=till', eventual);
    expect(dataOf(answer, 200)).toHaveLength(1);
    expect([appliedOf(answer), sequenceOf(answer)]).toEqual([null, await lastSequence()]);
  });
});

describe('a read that names a sequence', () => {
  test('is never older than the sequence, and is answered by the replica once it has it', async () => {
    await standby.pause();
    const sequence = await sell();
    expect(sequence).toBe(await lastSequence());
    const now = await balance();
    const fresh = await books.api.get(balancePath, { ...eventual, ...atLeast(sequence) });
    expect([balanceIn(fresh), appliedOf(fresh), sequenceOf(fresh)]).toEqual([now, null, sequence]);
    await standby.resume();
    const caughtUp = await books.api.get(balancePath, { ...eventual, ...atLeast(sequence) });
    expect([balanceIn(caughtUp), appliedOf(caughtUp), sequenceOf(caughtUp)]).toEqual([now, ofReplica, sequence]);
  });

  test('is answered by the primary, with its sequence, without consistency=eventual', async () => {
    const answer = await books.api.get(balancePath, atLeast('0'));
    expect([appliedOf(answer), sequenceOf(answer)]).toEqual([null, await lastSequence()]);
  });

  test('is answered by the primary, with its sequence, if no ledger has reached the sequence', async () => {
    const answer = await books.api.get(balancePath, { ...eventual, ...atLeast('9'.repeat(19)) });
    expect([answer.status, appliedOf(answer), sequenceOf(answer)]).toEqual([200, null, await lastSequence()]);
  });

  test.each(['-1', '1.5', 'latest', '1, 2', '9'.repeat(20)])('is refused for the sequence %s', async (sequence) => {
    expectRefusal(await books.api.get(balancePath, atLeast(sequence)), 400, 'MALFORMED_REQUEST');
  });
});

describe('a read without consistency=eventual', () => {
  test.each([undefined, 'consistency=eventually', 'consistency=strong', 'handling=strict'])(
    'is answered by the primary, without a sequence: Prefer %s',
    async (prefer) => {
      await standby.pause();
      const before = await balance(eventual);
      await sell();
      const answer = await books.api.get(balancePath, prefer === undefined ? {} : { Prefer: prefer });
      expect(Number(balanceIn(answer))).toBe(Number(before) + 10);
      expect([appliedOf(answer), sequenceOf(answer)]).toEqual([null, 'none']);
    },
  );
});

describe('an unavailable replica', () => {
  const readyz = async (): Promise<Answer> => books.api.get('//readyz');

  test('is replaced by the primary, and used again once it is back', async () => {
    expect(appliedOf(await books.api.get(balancePath, eventual))).toBe(ofReplica);
    await standby.kill();
    const now = await balance();
    for (let read = 0; read < 5; read++) {
      const answer = await books.api.get(balancePath, eventual);
      expect([balanceIn(answer), appliedOf(answer), sequenceOf(answer)]).toEqual([now, null, await lastSequence()]);
    }
    await replicaIsSeen(ledger.baseUrl, 'away: the primary answers its reads');
    const { body: meanwhile } = await books.api.get('//metrics');
    expect(meanwhile).toMatch(/^ledger_replica_up 0$/m);
    expect(meanwhile).toMatch(/^ledger_replica_lag_seconds NaN$/im);
    expect((await readyz()).body).toMatchObject({ status: 'ready' });
    await standby.start();
    await replicaAnswers(() => books.api.get(balancePath, eventual));
    await replicaIsSeen(ledger.baseUrl, 'ok');
    const { body: metrics } = await books.api.get('//metrics');
    expect(metrics).toMatch(/^ledger_replica_up 1$/m);
    expect(metrics).toMatch(/^ledger_replica_lag_bytes \d+$/m);
    expect(metrics).toMatch(/^ledger_database_pool_connections\{pool="replica",state="(in_use|idle)"\} [1-9]/m);
    for (const outcome of ['answered', 'behind', 'away'])
      expect(metrics).toMatch(new RegExp(`ledger_replica_reads_total\\{outcome="${outcome}"\\} [1-9]`));
    expect(ledger.complaints.map(({ message }) => message)).toContain(
      'the replica cannot be reached, so the primary answers',
    );
  });
});
