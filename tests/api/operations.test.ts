/** The service from the operator's point of view: metrics, readiness, the log, traces. */
import { client, quiet } from '../support/client';
import { asOwner } from '../support/database';
import { flowingClock, HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { answeredAtLast } from '../support/outside';
import { accept, nowhere, openBooks } from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  // This file counts waiting work in the whole database, so it needs its own service.
  ledger = await startLedger([], { alone: true, clock });
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger.close();
});

const anybody = () => client(ledger.baseUrl);

/** The value of a series in the text of /metrics; undefined if the text has no such series. */
const valueIn = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

const metrics = async (): Promise<string> => {
  // The metrics are cached for a quarter of a second.
  clock.advance(300);
  const { status, headers, body } = await anybody().get('//metrics');
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  return body;
};

describe('/metrics', () => {
  test('counts requests by route and status, and refusals by code', async () => {
    const accounts = '{method="GET",route="/api/v1/accounts/:accountId",status="404"}';
    const before = await metrics();
    await books.api.get(`/accounts/${nowhere}`);
    await books.api.get('/nothing/at/all');
    const after = await metrics();
    const grew = (series: string): number => (valueIn(after, series) ?? 0) - (valueIn(before, series) ?? 0);
    expect(grew(`ledger_http_requests_total${accounts}`)).toBe(1);
    expect(grew('ledger_http_requests_total{method="GET",route="none",status="404"}')).toBe(1);
    expect(grew('ledger_refusals_total{code="ACCOUNT_NOT_FOUND"}')).toBe(1);
    expect(grew('ledger_refusals_total{code="NOT_FOUND"}')).toBe(1);
  });

  test('measures accepted and posted transactions', async () => {
    const before = await metrics();
    const { poster } = ledger.app;
    await poster.stop();
    await accept(books.api);
    clock.advance(5);
    poster.start();
    await quiet(books.api);
    const after = await metrics();
    const grew = (series: string): number => (valueIn(after, series) ?? 0) - (valueIn(before, series) ?? 0);
    expect(grew('ledger_accept_seconds_count')).toBe(1);
    expect(grew('ledger_accept_transactions_sum')).toBe(1);
    expect(grew('ledger_post_batch_transactions_sum')).toBe(1);
    expect(grew('ledger_posted_total{outcome="posted"}')).toBe(1);
    expect(grew('ledger_post_seconds_count')).toBe(1);
    expect(grew('ledger_post_wait_seconds_sum')).toBeGreaterThan(0);
    expect(valueIn(after, 'ledger_backlog_transactions')).toBe(0);
    expect(valueIn(after, 'ledger_admission_requests{state="active"}')).toBe(0);
  });

  test('shows the size and age of the backlog while nothing is posted', async () => {
    const idle = await startLedger([], { alone: true, clock });
    try {
      const { api } = await openBooks(idle);
      await idle.app.poster.stop();
      await api.post('/transactions/batch', {
        transactions: ['a', 'b', 'c'].map((idempotency_key) => ({
          effective_date: '2026-01-15',
          description: 'waits',
          idempotency_key,
          entries: [
            { account_code: 'CASH', type: 'debit', amount: '1.00' },
            { account_code: 'SALES', type: 'credit', amount: '1.00' },
          ],
        })),
      });
      clock.advance(5);
      const { body } = await client(idle.baseUrl).get('//metrics');
      expect(valueIn(body, 'ledger_backlog_transactions')).toBe(3);
      expect(valueIn(body, 'ledger_backlog_oldest_seconds')).toBeGreaterThan(0);
    } finally {
      await idle.close();
    }
  });

  test('names no tenant, ledger, key or account', async () => {
    const text = await metrics();
    for (const name of [books.ledger.id, books.ledger.tenantId, books.key.split('_')[1] ?? '', 'CASH'])
      expect(text).not.toContain(name);
  });
});

describe('/readyz', () => {
  test('answers 503 while the database refuses connections, and 200 afterwards', async () => {
    // The clock of this service does not run. So no background loop opens a connection while the test cuts all connections.
    const still = new HandClock();
    const away = await startLedger([], { alone: true, clock: still });
    const loops = ['poster', 'expiry', 'sums', 'search index', 'attribute index', 'test clocks'] as const;
    await Promise.all(loops.map((loop) => away.app.background.idle(loop)));
    try {
      const name = new URL(away.databaseUrl).pathname.slice(1);
      const allow = (isAllowed: boolean) =>
        asOwner(ledger.databaseUrl, async (owner) => {
          await owner.query(`alter database ${name} allow_connections ${isAllowed}`);
          if (!isAllowed)
            await owner.query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1', [
              name,
            ]);
        });
      await allow(false);
      const asked = () => {
        still.advance(300);
        return client(away.baseUrl).get('//readyz');
      };
      expect(await asked()).toMatchObject({
        status: 503,
        body: { status: 'not ready', database: 'cannot be reached' },
      });
      expect((await client(away.baseUrl).get('//healthz')).status).toBe(200);
      await allow(true);
      // A pooler refuses everything for another second after the database has refused it.
      const isPooled = process.env['LEDGER_TEST_POOLER_URL'] !== undefined;
      expect((await (isPooled ? answeredAtLast(asked) : asked())).status).toBe(200);
    } finally {
      await away.close();
    }
  });
});
