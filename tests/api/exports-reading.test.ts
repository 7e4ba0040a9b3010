/** Exports while they are read: by readers who pause, leave or lose their key, and while the books change. */
import { refused } from '../../src/kernel/refusal';
import { replace } from '../../src/kernel/token';
import type { Journal } from '../../src/modules/ledgering';
import { EXPORT_LIMITS } from '../../src/modules/reports/application/export-journal';
import { asOwner, onDatabase } from '../support/database';
import { exported } from '../support/exporting';
import { openExport, type OpenExport } from '../support/export-stream';
import { flowingClock } from '../support/hand-clock';
import { createTally } from '../support/happenings';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { serviceIsReady } from '../support/outside';
import { dataOf, decide, expectRefusal, openBooks, transaction } from '../support/requests';

/** A read is retried for longer than pgbouncer refuses connections after an outage, which is a second as it is documented. */
const limits = { perKey: 2, perTenant: 3, inAll: 5, retryMs: 2_500 };
/** The number of batches to post: with this many, an export is larger than the buffers of a connection. */
const batches = 12;
const batchSize = 60;
const told = batches * batchSize;

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
const opened: OpenExport[] = [];
/**
 * Counts the exports that the service opened, and those whose end it noticed. When both numbers are equal, no export counts towards the
 * limits any more.
 */
const [given, givenBack] = [createTally(), createTally()];
const allGivenBack = (): Promise<void> => givenBack.reaches(given.count);

const fill = async ({ api }: TestBooks): Promise<void> => {
  const metadata = { text: 'x'.repeat(16_000) };
  for (let batch = 0; batch < batches; batch++) {
    const transactions = Array.from({ length: batchSize }, () => transaction({ metadata }));
    dataOf(await api.post('/transactions/batch', { transactions }), 202);
  }
};

beforeAll(async () => {
  ledger = await startLedger([replace(EXPORT_LIMITS, [], () => limits)], { alone: true, clock });
  const exports = ledger.app.journalExports;
  const open = exports.open.bind(exports);
  jest.spyOn(exports, 'open').mockImplementation(async (caller, question, gone) => {
    const outcome = await open(caller, question, gone);
    if (refused(outcome)) return outcome;
    given.add();
    if (gone.aborted) givenBack.add();
    else gone.addEventListener('abort', () => givenBack.add());
    return outcome;
  });
  books = await openBooks(ledger);
  await fill(books);
});
afterEach(async () => {
  opened.splice(0).forEach((one) => one.close());
  await allGivenBack();
});
afterAll(() => ledger.close());

const open = async ({ key } = books, isPaused = true, format = 'hledger'): Promise<OpenExport> => {
  const one = await openExport(ledger.baseUrl, key, `format=${format}`, isPaused);
  opened.push(one);
  expect(one.status).toBe(200);
  return one;
};
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

test('a tenant that requests fifty exports at once gets as many as its limit, and delays nobody', async () => {
  const keys = [books.key, await ledger.newKey(books.ledger)];
  const stranger = await openBooks(ledger);
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      openExport(ledger.baseUrl, keys[number % 2] as string, 'format=jsonl', true),
    ),
  );
  opened.push(...all);
  for (let time = 0; time < 20; time++) dataOf(await stranger.api.get('/accounts/code/CASH/balance'), 200);
  const statuses = all.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(limits.perTenant);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50 - limits.perTenant);
  expect(all.filter((one) => one.status === 200).map((one) => one.ended())).toEqual(
    Array(limits.perTenant).fill(undefined),
  );
});

test('a slow reader delays nobody, and reads the books as of its start', async () => {
  const slow = await open();
  const { id } = dataOf(await books.api.get('/transactions?limit=1'), 200)[0];
  const answers = await Promise.all(Array.from({ length: 50 }, () => books.api.post('/transactions', transaction())));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(202));
  dataOf(await books.api.post(`/transactions/${id}/void`, { reason: 'while it is read' }), 200);
  expect(slow.ended()).toBeUndefined();
  expect(await slow.end()).toBe('whole');
  expect(lastLine(slow.text())).toBe(`; end of the journal: ${told} transactions`);
  expect(slow.text()).toContain(id);
  const after = await exported(ledger, books, 'hledger');
  expect(lastLine(after)).toBe(`; end of the journal: ${told - 1 + 50} transactions`);
  expect(after).not.toContain(id);
});

describe('the journal of an export', () => {
  const begin = async ({ ledger: { id } } = books): Promise<Journal> => {
    const begun = await ledger.app.ledgering.journal(id, {});
    if (begun?._tag !== 'Right') throw new Error('there is no journal');
    return begun.right;
  };

  test('comes in pages of about half a megabyte, whatever the size of its transactions', async () => {
    const journal = await begin();
    let most = 0;
    for (let page = await journal.next(); page.length > 0; page = await journal.next())
      most = Math.max(most, page.length === 1 ? 0 : JSON.stringify(page.map(({ metadata }) => metadata)).length);
    expect(most).toBeGreaterThan(400_000);
    expect(most).toBeLessThan(524_288 + 17_000);
  });

  test('shows a hold as of its start, without later releases', async () => {
    const holding = await openBooks(ledger);
    const fields = { layer: 'pending', expires_at: '2099-01-01T00:00:00.000Z' };
    const [open, ended] = [await decide(holding.api, fields), await decide(holding.api, fields)];
    const release = ({ id }: { readonly id: string }) => holding.api.post(`/transactions/${id}/release`, {});
    dataOf(await release(ended), 201);
    const before = await begin(holding);
    dataOf(await release(open), 201);
    const expiries = async (journal: Journal) =>
      (await journal.next()).map(({ expiresAt }) => expiresAt?.toISOString());
    expect(await expiries(before)).toEqual([fields.expires_at, undefined, undefined]);
    expect(await expiries(await begin(holding))).toEqual([undefined, undefined, undefined, undefined]);
  });
});

test('a reader that disconnects no longer counts towards the limits', async () => {
  for (let round = 0; round < 6; round++) {
    (await open(books, round % 2 === 0)).close();
    await allGivenBack();
  }
  expect(await (await open()).end()).toBe('whole');
});

test('an export breaks off when its key is revoked, and does not look complete', async () => {
  const key = await ledger.newKey(books.ledger);
  const reader = await open({ ...books, key });
  await ledger.app.access.revokeKey(key.split('_')[1] ?? '');
  clock.advance(1_500);
  await allGivenBack();
  expect(await reader.end()).toBe('broken off');
  expect(lastLine(reader.text())).not.toContain('end of the journal');
});

test('an export is refused to a key, to a tenant and to all keys at their maximum', async () => {
  const refusedFor = async (from: TestBooks, of: string): Promise<void> => {
    const refused = await openExport(ledger.baseUrl, from.key, 'format=csv');
    await refused.end();
    expect([refused.status, JSON.parse(refused.text())]).toEqual([
      429,
      { success: false, code: 'EXPORTS_EXHAUSTED', message: expect.stringContaining(of) },
    ]);
    // The general ledger as CSV counts as an export, so the limit on open exports applies.
    expectRefusal(await from.api.get('/reports/general-ledger?format=csv&from=2026-01-01'), 429, 'EXPORTS_EXHAUSTED');
  };
  await open();
  await open();
  await refusedFor(books, 'This key has 2 exports open');
  const second = { ...books, key: await ledger.newKey(books.ledger) };
  const third = { ...books, key: await ledger.newKey(books.ledger) };
  await open(second);
  await refusedFor(third, 'This tenant has 3 exports open');
  const stranger = await openBooks(ledger);
  await fill(stranger);
  await open(stranger);
  await open(stranger);
  await refusedFor(await ledger.newLedger(), 'All keys together have 5 exports open');
});

describe('while the database is away', () => {
  const whileAway = (work: () => Promise<void>): Promise<void> =>
    asOwner(onDatabase(ledger.databaseUrl, 'postgres'), async (owner) => {
      const name = new URL(ledger.databaseUrl).pathname.slice(1);
      await owner.query(`alter database ${name} with allow_connections false`);
      try {
        await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
        await work();
      } finally {
        await owner.query(`alter database ${name} with allow_connections true`);
      }
    });

  test('an export breaks off, and does not look complete', async () => {
    const reader = await open();
    await whileAway(async () => expect(await reader.end()).toBe('broken off'));
    expect(lastLine(reader.text())).not.toContain('end of the journal');
    expect(ledger.complaints.map(({ message }) => message)).toContain('a journal could not be exported to its end');
    await serviceIsReady(ledger.baseUrl);
  });

  test('an export continues where it was after a short outage', async () => {
    const reader = await open();
    await whileAway(async () => undefined);
    expect(await reader.end()).toBe('whole');
    expect(lastLine(reader.text())).toMatch(/^; end of the journal: \d+ transactions$/);
  });
});
