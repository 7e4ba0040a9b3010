/** The TypeScript client against the real service. */
import {
  createLedgerClient,
  isRefusal,
  LedgerRefusal,
  outcomeOf,
  TransactionFailed,
  type LedgerClient,
  type NewTransaction,
} from '../../clients/typescript/src';
import { createAdminClient } from '../../clients/typescript/src/admin';
import { appoint } from '../support/administration';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { openBooks } from '../support/requests';
import { busy, failing, sale } from '../support/typescript-client';

const ledger = ledgerOfFile();
let books: TestBooks;
let api: LedgerClient;

beforeAll(async () => {
  books = await openBooks(ledger);
  api = createLedgerClient({ baseUrl: ledger.baseUrl, key: books.key });
});

const post = async (): Promise<string> => (await api.transactions.postAndWait(sale())).id;

const where = () => ({ baseUrl: `${ledger.baseUrl}/`, key: books.key });

describe('the TypeScript client', () => {
  test('posts, waits until the transaction is posted, and reads it', async () => {
    const transaction = await api.transactions.postAndWait(sale());
    expect(transaction).toMatchObject({ status: 'posted', total_amount: '10.50' });
    expect(transaction.entries.map(({ account_code, amount }) => [account_code, amount])).toEqual([
      ['CASH', '10.50'],
      ['SALES', '10.50'],
    ]);
    expect(await api.transactions.read(transaction.id)).toEqual(transaction);
  });

  test('shows a replay by the header, and returns the first transaction', async () => {
    const body = sale();
    const first = await api.transactions.postAndWait(body);
    const replayed: (string | null)[] = [];
    const call = {
      onAnswer: ({ headers }: { headers: Headers }) => void replayed.push(headers.get('Idempotency-Replayed')),
    };
    expect(await api.transactions.postAndWait(body, call)).toEqual(first);
    expect(replayed[0]).toBe('true');
  });

  test('throws refusals with their code and the errors of each field', async () => {
    const unknown = api.accounts.read('00000000-0000-7000-8000-000000000000');
    await expect(unknown).rejects.toThrow(LedgerRefusal);
    await expect(unknown).rejects.toMatchObject({ status: 404, code: 'ACCOUNT_NOT_FOUND', mayHaveHappened: false });
    const invalid = await outcomeOf(api.journals.create({ code: 'not a code', name: 'x' }));
    if (invalid.ok) throw new Error('it was taken');
    expect(invalid.refusal).toMatchObject({ code: 'VALIDATION_ERROR', errors: { code: [expect.any(String)] } });
    expect(invalid.refusal.requestId).toEqual(expect.any(String));
    expect(isRefusal(invalid.refusal, 'VALIDATION_ERROR')).toBe(true);
    expect(isRefusal(invalid.refusal, 'ACCOUNT_NOT_FOUND')).toBe(false);
    expect(isRefusal(new Error('another'))).toBe(false);
  });

  test('throws the failure of an accepted transaction', async () => {
    await api.accounts.create({
      ...{ code: 'PURSE', name: 'A purse', type: 'liability', category: 'customer' },
      ...{ enforce_balance_limits: true, min_balance: '0' },
    });
    const overdraft: NewTransaction = sale({
      entries: [
        { account_code: 'PURSE', type: 'debit', amount: '1.00' },
        { account_code: 'SALES', type: 'credit', amount: '1.00' },
      ],
    });
    const failed = api.transactions.postAndWait(overdraft);
    await expect(failed).rejects.toThrow(TransactionFailed);
    await expect(failed).rejects.toMatchObject({ code: 'BALANCE_LIMIT_EXCEEDED', transaction: { status: 'failed' } });
    await expect(failed.catch((error: unknown) => isRefusal(error, 'BALANCE_LIMIT_EXCEEDED'))).resolves.toBe(true);
  });

  test('reads a list to its end, or a page at a time', async () => {
    for (let count = 0; count < 7; count++)
      await api.journals.create({ code: `Q-${count}`, name: `Quarter ${count}`, status: 'active' });
    const codes = (await api.journals.list({ limit: 3 }).toArray()).map(({ code }) => code);
    expect(codes).toEqual(['DEFAULT', ...Array.from({ length: 7 }, (_, count) => `Q-${count}`)]);
    const listing = api.journals.list({ limit: 3 });
    const first = await listing.page();
    const second = await listing.page(first.nextCursor ?? '');
    expect([first.previousCursor, second.items[0]?.code]).toEqual([null, 'Q-2']);
  });

  test('reads all entries of an account, and its statement', async () => {
    for (let count = 0; count < 4; count++) await post();
    const { account_id: accountId } = await api.accounts.balance('CASH');
    const entries = await api.accounts.entries(accountId, { limit: 2 }).toArray();
    const balances = entries.map((entry) => entry.balance_after);
    expect(balances.length).toBeGreaterThanOrEqual(4);
    expect(balances).toEqual(balances.map((_, index) => (10.5 * (index + 1)).toFixed(2)));
    const { meta, items } = await api.accounts.statement(accountId, { from: '2026-01-01', to: '2026-01-31' }).page();
    expect(meta.statement).toMatchObject({ opening_balance: '0.00', closing_balance: items.at(-1)?.balance_after });
  });

  test('downloads an export, and a report as CSV', async () => {
    const id = await post();
    const lines = (await (await api.exports.journal({ format: 'jsonl' })).text()).trim().split('\n');
    expect(lines.some((line) => line.includes(id))).toBe(true);
    const sheet = await api.reports.trialBalanceCsv({ as_of_date: '2026-01-31' });
    expect([sheet.contentType, await sheet.text()]).toEqual([
      expect.stringContaining('text/csv'),
      expect.stringContaining('CASH'),
    ]);
  });

  test('reads every event, and resumes its stream after a broken connection', async () => {
    const { id } = await api.transactions.postAndWait(sale());
    const all = [];
    for await (const event of api.events.list({ limit: 2 })) all.push(event);
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    expect(all.at(-1)).toMatchObject({ type: 'transaction.posted', subject: { id } });

    // Cuts the first connection in the middle of the second event.
    const whole = all.slice(0, 2).map((event) => `id: ${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`);
    const cut = new Response(`: hello\n\n${whole[0]}${whole[1]?.slice(0, 40)}`, { status: 200 });
    const { client } = failing(where(), [cut]);
    const ending = new AbortController();
    const streamed: number[] = [];
    for await (const event of client.events.stream({}, { signal: ending.signal })) {
      streamed.push(event.sequence);
      if (event.sequence === all.length) void post();
      if (event.sequence > all.length) ending.abort();
    }
    expect(streamed).toEqual([...all.map(({ sequence }) => sequence), all.length + 1]);
  });

  describe('with a hold', () => {
    const hold = async (amount: string): Promise<string> =>
      (await api.transactions.postAndWait(sale({ description: 'Authorised', layer: 'pending' }, amount))).id;
    const holdOf = async (id: string) => (await api.transactions.read(id)).hold;

    test('settles a part once although the answer was lost, and releases the rest without a body', async () => {
      const id = await hold('60.00');
      const { client, keys } = failing(where(), ['breaks', busy()]);
      const settled = await client.transactions.settle(id, { amount: '20.00', final: false });
      expect(settled).toMatchObject({ layer: 'settled', settles_transaction_id: id });
      expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], keys[0]]);
      const released = await failing(where(), ['breaks']).client.transactions.release(id);
      expect(released).toMatchObject({ total_amount: '40.00', releases_transaction_id: id });
      expect(await holdOf(id)).toMatchObject({ state: 'settled', settled_amount: '20.00' });
    });

    test('performs a batch of operations without keys once', async () => {
      const id = await hold('60.00');
      const settle = { operation: 'settle' as const, transaction_id: id, amount: '20.00', final: false };
      const { client } = failing(where(), ['breaks']);
      const { replayed } = await client.transactions.batch({ atomic: true, transactions: [settle, settle] });
      expect(replayed).toBe(2);
      expect(await holdOf(id)).toMatchObject({ settled_amount: '40.00', remaining_amount: '20.00' });
    });

    test('previews a settlement, which changes nothing and may be retried', async () => {
      const id = await hold('60.00');
      const { client, keys } = failing(where(), ['breaks', busy()]);
      const { would, transaction, balances } = await client.dryRun.transactions.settle(id, { amount: '45.00' });
      expect([would, transaction.total_amount, balances.length]).toEqual(['posted', '45.00', 4]);
      // All three attempts have the same idempotency key, because the client creates one key for each call of a dry run, as it does for a
      // write.
      expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)));
      expect(new Set(keys).size).toBe(1);
      expect((await api.dryRun.transactions.void(id)).transaction.status).toBe('void');
      await expect(api.dryRun.transactions.settle(id, { amount: '61.00' })).rejects.toMatchObject({
        code: 'HOLD_EXCEEDED',
      });
      expect(await holdOf(id)).toMatchObject({ state: 'open', remaining_amount: '60.00' });
    });
  });

  test('refuses an empty id, and escapes a code with slashes', async () => {
    expect(() => api.accounts.read('')).toThrow('An id or code is empty');
    await expect(api.accounts.balance('CASH/../../SALES')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });
});

describe('the TypeScript client of administration', () => {
  const administer = async (fetch?: typeof globalThis.fetch) => {
    const { key } = await appoint(ledger);
    return createAdminClient({ baseUrl: ledger.baseUrl, key, ...(fetch ? { fetch } : {}) });
  };

  test('creates a ledger and a key that opens it, and changes, lists and revokes the key', async () => {
    const admin = await administer();
    const tenant = await admin.tenants.create({ name: 'Northwind' });
    const own = await admin.ledgers.create({ tenant_id: tenant.id, code: 'CHF', name: 'Swiss', currency: 'CHF' });
    const made = await admin.keys.create({ ledger_id: own.id, scopes: ['read'] });
    const reader = createLedgerClient({ baseUrl: ledger.baseUrl, key: made.key });
    expect((await reader.read()).code).toBe('CHF');
    const change = { name: 'reports', rate_limit_per_second: 50 };
    expect(await admin.keys.change(made.id, change)).toMatchObject(change);
    await admin.keys.create({ ledger_id: own.id, scopes: ['read'] });
    const keys = await admin.keys.list({ ledger_id: own.id, limit: 1 }).toArray();
    expect(keys.map(({ name }) => name)).toEqual(['reports', null]);
    expect((await admin.keys.revoke(made.id)).is_active).toBe(false);
  });

  test('throws refusals by their code, and creates no second key when the connection breaks', async () => {
    const admin = await administer();
    const unknown = admin.keys.read('0198a1b2-0000-7000-8000-000000000001');
    await expect(unknown).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
    let asked = 0;
    const broken = await administer((async () => {
      asked += 1;
      throw new TypeError('fetch failed');
    }) as typeof globalThis.fetch);
    const made = broken.keys.create({ ledger_id: books.ledger.id, scopes: ['read'] });
    await expect(made).rejects.toMatchObject({ mayHaveHappened: true });
    expect(asked).toBe(1);
  });
});
