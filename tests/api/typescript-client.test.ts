/** The client that other people's programs use, against the real service. */
import { createAdminClient } from '../../clients/typescript/admin-client';
import {
  createDryRunClient,
  createLedgerClient,
  dataOf,
  everyItem,
  LedgerRefusal,
  type LedgerClient,
} from '../../clients/typescript/ledger-client';
import { appoint } from '../support/administration';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { freshKey, openBooks } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
let api: LedgerClient;

beforeAll(async () => {
  ledger = await startLedger();
  books = await openBooks(ledger);
  api = createLedgerClient({ baseUrl: ledger.baseUrl, key: books.key });
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const post = async (): Promise<string> =>
  dataOf(
    await api.POST('/api/v1/transactions', {
      params: { header: { Prefer: 'wait=10' } },
      body: {
        effective_date: '2026-01-15',
        description: 'Cash sale',
        idempotency_key: freshKey(),
        entries: [
          { account_code: 'CASH', type: 'debit', amount: '10.50' },
          { account_code: 'SALES', type: 'credit', amount: '10.50' },
        ],
      },
    }),
  ).id;

/** A fetch that goes wrong in these ways first, and notes what it is asked to send. */
const failing = (...failures: readonly ('breaks' | Response)[]) => {
  const left = [...failures];
  const keys: (string | null)[] = [];
  const fetch = (async (request: Request) => {
    keys.push(request.headers.get('Idempotency-Key'));
    const failure = left.shift();
    if (failure === 'breaks') {
      // Done, but the answer is lost on its way.
      await globalThis.fetch(request);
      throw new TypeError('fetch failed');
    }
    return failure ?? globalThis.fetch(request);
  }) as typeof globalThis.fetch;
  return { client: createLedgerClient({ baseUrl: ledger.baseUrl, key: books.key, fetch }), keys };
};

const busy = (retryAfter = '0') => new Response('{}', { status: 503, headers: { 'Retry-After': retryAfter } });

describe('the TypeScript client', () => {
  test('posts, and reads what was posted', async () => {
    const params = { path: { transactionId: await post() } };
    const transaction = dataOf(await api.GET('/api/v1/transactions/{transactionId}', { params }));
    expect(transaction).toMatchObject({ status: 'posted', total_amount: '10.50' });
    expect(transaction.entries.map(({ account_code, amount }) => [account_code, amount])).toEqual([
      ['CASH', '10.50'],
      ['SALES', '10.50'],
    ]);
  });

  test('throws refusals by their code', async () => {
    const unknown = api.GET('/api/v1/accounts/{accountId}', { params: { path: { accountId: freshKey() } } });
    await expect(unknown.then(dataOf)).rejects.toThrow(LedgerRefusal);
    await expect(unknown.then(dataOf)).rejects.toMatchObject({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
    const invalid = api.POST('/api/v1/journals', { body: { code: 'not a code', name: 'x' } });
    await expect(invalid.then(dataOf)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: { code: [expect.any(String)] },
    });
  });

  test('reads a list to its end', async () => {
    for (let count = 0; count < 7; count++)
      dataOf(
        await api.POST('/api/v1/journals', {
          body: { code: `Q-${count}`, name: `Quarter ${count}`, status: 'active' },
        }),
      );
    const codes: string[] = [];
    for await (const { code } of everyItem((cursor) =>
      api.GET('/api/v1/journals', { params: { query: { cursor, limit: 3 } } }),
    ))
      codes.push(code);
    expect(codes).toEqual(['DEFAULT', ...Array.from({ length: 7 }, (_, count) => `Q-${count}`)]);
  });

  test('reads the entries of an account to their end, whose pages are wrapped once more', async () => {
    for (let count = 0; count < 4; count++) await post();
    const { id: accountId } = dataOf(
      await api.GET('/api/v1/accounts', { params: { query: { search: 'CASH' } } }),
    )[0] as { id: string };
    const balances: string[] = [];
    for await (const entry of everyItem((cursor) =>
      api.GET('/api/v1/accounts/{accountId}/entries', { params: { path: { accountId }, query: { cursor, limit: 2 } } }),
    ))
      balances.push(entry.balance_after);
    expect(balances.length).toBeGreaterThanOrEqual(4);
    expect(balances).toEqual(balances.map((_, index) => (10.5 * (index + 1)).toFixed(2)));
  });

  test('waits when its budget is used up, and goes on', async () => {
    const key = await ledger.newKey(books.ledger, { rateLimitPerSecond: 2 });
    const slow = createLedgerClient({ baseUrl: ledger.baseUrl, key });
    const answers = await Promise.all(Array.from({ length: 4 }, () => slow.GET('/api/v1/ledger')));
    expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200]);
  });

  test('waits when the service is busy, though not for ever, and not longer than it may', async () => {
    const { client, keys } = failing(busy(), busy());
    expect((await client.GET('/api/v1/ledger')).response.status).toBe(200);
    expect(keys).toHaveLength(3);
    const never = failing(...Array.from({ length: 9 }, () => busy()));
    expect((await never.client.GET('/api/v1/ledger')).response.status).toBe(503);
    expect(never.keys).toHaveLength(5);
    const late = failing(busy('3600'));
    expect((await late.client.GET('/api/v1/ledger')).response.status).toBe(503);
    expect(late.keys).toHaveLength(1);
  });

  test('reverses once, with one key of its own, though the answer was lost', async () => {
    const params = { path: { transactionId: await post() } };
    const { client, keys } = failing('breaks', busy());
    const body = { reason: 'twice', date: '2026-01-16' };
    const reversal = dataOf(await client.POST('/api/v1/transactions/{transactionId}/reverse', { params, body }));
    expect(reversal).toMatchObject({ status: 'posted', reverses_transaction_id: params.path.transactionId });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], keys[0]]);
  });

  describe('with a hold', () => {
    const hold = async (amount: string): Promise<string> =>
      dataOf(
        await api.POST('/api/v1/transactions', {
          params: { header: { Prefer: 'wait=10' } },
          body: {
            effective_date: '2026-01-15',
            description: 'Authorised',
            idempotency_key: freshKey(),
            layer: 'pending',
            entries: [
              { account_code: 'CASH', type: 'debit', amount },
              { account_code: 'SALES', type: 'credit', amount },
            ],
          },
        }),
      ).id;
    const holdOf = async (transactionId: string) =>
      dataOf(await api.GET('/api/v1/transactions/{transactionId}', { params: { path: { transactionId } } })).hold;

    test('settles a part once, though the answer was lost, and releases the rest without a body', async () => {
      const params = { path: { transactionId: await hold('60.00') } };
      const { client, keys } = failing('breaks', busy());
      const body = { amount: '20.00', final: false };
      const settled = dataOf(await client.POST('/api/v1/transactions/{transactionId}/settle', { params, body }));
      expect(settled).toMatchObject({ layer: 'settled', settles_transaction_id: params.path.transactionId });
      expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0], keys[0]]);
      const last = failing('breaks');
      const released = dataOf(await last.client.POST('/api/v1/transactions/{transactionId}/release', { params }));
      expect(released).toMatchObject({ total_amount: '40.00', releases_transaction_id: params.path.transactionId });
      expect(await holdOf(params.path.transactionId)).toMatchObject({ state: 'settled', settled_amount: '20.00' });
    });

    test('does a batch of operations once, whose items have no keys', async () => {
      const id = await hold('60.00');
      const settle = { operation: 'settle' as const, transaction_id: id, amount: '20.00', final: false };
      const { client } = failing('breaks');
      const body = { atomic: true, transactions: [settle, settle] };
      const { replayed } = dataOf(await client.POST('/api/v1/transactions/batch', { body }));
      expect(replayed).toBe(2);
      expect(await holdOf(id)).toMatchObject({ settled_amount: '40.00', remaining_amount: '20.00' });
    });

    test('tries first, which does nothing', async () => {
      const transactionId = await hold('60.00');
      const trying = createDryRunClient({ baseUrl: ledger.baseUrl, key: books.key });
      const params = { path: { transactionId } };
      const { would, transaction, balances } = dataOf(
        await trying.POST('/api/v1/transactions/{transactionId}/settle', { params, body: { amount: '45.00' } }),
      );
      expect([would, transaction.total_amount, balances.length]).toEqual(['posted', '45.00', 4]);
      const voided = dataOf(await trying.POST('/api/v1/transactions/{transactionId}/void', { params }));
      expect(voided.transaction.status).toBe('void');
      const refused = trying.POST('/api/v1/transactions/{transactionId}/settle', { params, body: { amount: '61.00' } });
      await expect(refused.then(dataOf)).rejects.toMatchObject({ code: 'HOLD_EXCEEDED' });
      expect(await holdOf(transactionId)).toMatchObject({ state: 'open', remaining_amount: '60.00' });
    });
  });

  test('does not repeat what has no key when the connection breaks', async () => {
    const { client, keys } = failing('breaks');
    const body = { code: freshKey(), name: 'A set' };
    await expect(client.POST('/api/v1/account-sets', { body })).rejects.toThrow('fetch failed');
    expect(keys).toHaveLength(1);
  });
});

describe('the TypeScript client of administration', () => {
  const administer = async (fetch?: typeof globalThis.fetch) => {
    const { key } = await appoint(ledger);
    return createAdminClient({ baseUrl: ledger.baseUrl, key, ...(fetch ? { fetch } : {}) });
  };

  test('makes a ledger and a key for it, which opens it, and changes, lists and revokes the key', async () => {
    const admin = await administer();
    const tenant = dataOf(await admin.POST('/admin/v1/tenants', { body: { name: 'Northwind' } }));
    const own = dataOf(
      await admin.POST('/admin/v1/ledgers', {
        body: { tenant_id: tenant.id, code: 'CHF', name: 'Swiss', currency: 'CHF' },
      }),
    );
    const made = dataOf(await admin.POST('/admin/v1/keys', { body: { ledger_id: own.id, scopes: ['read'] } }));
    const reader = createLedgerClient({ baseUrl: ledger.baseUrl, key: made.key });
    expect(dataOf(await reader.GET('/api/v1/ledger')).code).toBe('CHF');
    const params = { path: { keyId: made.id } };
    const body = { name: 'reports', rate_limit_per_second: 50 };
    expect(dataOf(await admin.PATCH('/admin/v1/keys/{keyId}', { params, body }))).toMatchObject(body);
    dataOf(await admin.POST('/admin/v1/keys', { body: { ledger_id: own.id } }));
    const names: (string | null)[] = [];
    for await (const { name } of everyItem((cursor) =>
      admin.GET('/admin/v1/keys', { params: { query: { ledger_id: own.id, cursor, limit: 1 } } }),
    ))
      names.push(name);
    expect(names).toEqual(['reports', null]);
    expect(dataOf(await admin.POST('/admin/v1/keys/{keyId}/revoke', { params })).is_active).toBe(false);
  });

  test('throws refusals by their code, and makes no second key when the connection breaks', async () => {
    const admin = await administer();
    const params = { path: { keyId: '0198a1b2-0000-7000-8000-000000000001' } };
    await expect(admin.GET('/admin/v1/keys/{keyId}', { params }).then(dataOf)).rejects.toMatchObject({
      code: 'KEY_NOT_FOUND',
    });
    let asked = 0;
    const broken = await administer((async () => {
      asked += 1;
      throw new TypeError('fetch failed');
    }) as typeof globalThis.fetch);
    const body = { ledger_id: books.ledger.id };
    await expect(broken.POST('/admin/v1/keys', { body })).rejects.toThrow('fetch failed');
    expect(asked).toBe(1);
  });
});
