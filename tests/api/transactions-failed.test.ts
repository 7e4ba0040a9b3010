import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  accept,
  credit,
  dataOf,
  debit,
  decide,
  idsOf,
  instant,
  onLedger,
  openAccount,
  openBooks,
  sale,
  sentence,
  transaction,
} from '../support/requests';

// This file stops the poster, so its service must not be shared with other files.
const ledger = ledgerOfFile([], { alone: true });

/** Stops the poster, runs `work`, which accepts a transaction, and starts the poster again. */
const meanwhile = async <A>(work: () => Promise<A>): Promise<A> => {
  const { poster } = ledger.app;
  await poster.stop();
  try {
    return await work();
  } finally {
    poster.start();
  }
};

describe('a pending transaction', () => {
  test('shows its future entries, and moves nothing yet', async () => {
    const { api } = await openBooks(ledger);
    const [id, pending] = await meanwhile(async () => {
      const accepted = await accept(api, { metadata: { a: 1 }, attributes: { region: 'north' } });
      const shown = dataOf(await api.get(`/transactions/${accepted.id}`), 200);
      expect(shown).toMatchObject({
        status: 'pending',
        sequence: null,
        posted_at: null,
        failure: null,
        entry_count: 2,
      });
      expect(shown).toMatchObject({ total_amount: '10.00', metadata: { a: 1 }, attributes: { region: 'north' } });
      expect((await api.get('/accounts')).body.data).toMatchObject([{ balance: '0.00' }, { balance: '0.00' }]);
      expect((await api.get(`/accounts/${shown.entries[0].account_id}/entries`)).body.data).toEqual([]);
      expect((await api.get('/accounts/code/CASH/balance')).body.data.balances.settled).toBe('0.00');
      expect(idsOf((await api.get('/transactions?status=pending')).body.data)).toEqual([accepted.id]);
      expect((await api.get('/transactions')).body.data).toEqual([shown]);
      return [accepted.id, shown];
    });
    await quiet(api);
    const posted = dataOf(await api.get(`/transactions/${id}`), 200);
    const outcome = { status: 'posted', sequence: 1, posted_at: instant, updated_at: posted.posted_at };
    expect(posted).toEqual({ ...pending, ...outcome });
  });

  test('is answered as pending when the wait ends', async () => {
    const { api } = await openBooks(ledger);
    await meanwhile(async () => {
      const answer = await api.post('/transactions', transaction(), { Prefer: 'wait=1' });
      expect(dataOf(answer, 202).status).toBe('pending');
    });
  });
});

describe('a transaction that would pass the limits of an account', () => {
  const limited = async (limits: object) => {
    const books = await openBooks(ledger);
    await openAccount(books.api, { code: 'WALLET', type: 'liability', enforce_balance_limits: true, ...limits });
    const move = (amount: string, fields = {}) =>
      decide(books.api, {
        entries: amount.startsWith('-')
          ? [debit('WALLET', amount.slice(1)), credit('CASH', amount.slice(1))]
          : [debit('CASH', amount), credit('WALLET', amount)],
        ...fields,
      });
    const balance = async () => (await books.api.get('/accounts?search=WALLET')).body.data[0].balance;
    return { ...books, move, balance };
  };

  test('is accepted and then fails with a reason, keeps its entries, and moves nothing', async () => {
    const { api, move, balance } = await limited({ min_balance: '0', max_balance: '100' });
    const failed = await move('100.01', { idempotency_key: 'too-much' });
    expect(failed).toMatchObject({
      status: 'failed',
      sequence: null,
      posted_at: null,
      total_amount: '100.01',
      entry_count: 2,
      entries: [
        { account_code: 'CASH', type: 'debit', amount: '100.01' },
        { account_code: 'WALLET', type: 'credit', amount: '100.01' },
      ],
      failure: { code: 'BALANCE_LIMIT_EXCEEDED', message: expect.stringContaining('WALLET') },
    });
    expect(await balance()).toBe('0.00');
    expect((await api.get(`/accounts/${failed.entries[1].account_id}/entries`)).body.data).toEqual([]);
    expect(idsOf((await api.get('/transactions?status=failed')).body.data)).toEqual([failed.id]);
    expect(await move('100')).toMatchObject({ status: 'posted', sequence: 1 });
  });

  test('is answered as failed to a caller that waits', async () => {
    const { api } = await limited({ max_balance: '5' });
    const entries = [debit('CASH', '5.01'), credit('WALLET', '5.01')];
    const answer = await api.post('/transactions', transaction({ entries }), { Prefer: 'wait=10' });
    expect(dataOf(answer, 202)).toMatchObject({ status: 'failed', message: sentence });
    expect(answer.headers.get('Preference-Applied')).toBe('wait');
  });

  test('keeps its key: a repeated request replays the failure', async () => {
    const { api, move } = await limited({ max_balance: '5' });
    const failed = await move('6', { idempotency_key: 'once' });
    const body = transaction({ idempotency_key: 'once', entries: [debit('CASH', '6'), credit('WALLET', '6')] });
    const again = await api.post('/transactions', body);
    expect(dataOf(again, 202).id).toBe(failed.id);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test.each([
    ['up to the maximum', { max_balance: '10' }, ['10.00', '0.01'], ['posted', 'failed']],
    ['down to the minimum', { min_balance: '-10' }, ['-10.00', '-0.01'], ['posted', 'failed']],
    [
      'by the transactions before it',
      { min_balance: '0', max_balance: '10' },
      ['6', '5', '-7', '4', '-10'],
      ['posted', 'failed', 'failed', 'posted', 'posted'],
    ],
    ['only if it moves away from the limits', { min_balance: '5' }, ['4', '-1', '2'], ['posted', 'failed', 'posted']],
  ])('is judged %s', async (_, limits, amounts, statuses) => {
    const { move } = await limited(limits);
    const decided = [];
    for (const amount of amounts) decided.push((await move(amount)).status);
    expect(decided).toEqual(statuses);
  });

  test('is judged by the sum of its entries, not by each', async () => {
    const { api } = await limited({ min_balance: '0', max_balance: '10' });
    const entries = [debit('WALLET', '50'), credit('WALLET', '60'), debit('CASH', '10')];
    expect(await decide(api, { entries })).toMatchObject({ status: 'posted' });
  });

  test.each(['pending', 'encumbrance'])('does not fail in the layer %s, which limits do not bind', async (layer) => {
    const { move } = await limited({ max_balance: '1' });
    expect(await move('100', { layer })).toMatchObject({ status: 'posted' });
  });

  test('does not fail if the limits are not enforced', async () => {
    const { move } = await limited({ max_balance: '1', enforce_balance_limits: false });
    expect(await move('100')).toMatchObject({ status: 'posted' });
  });

  test('does not fail the others that are posted with it', async () => {
    const { api } = await limited({ max_balance: '10' });
    const ids = await meanwhile(async () => {
      const into = (amount: string) => accept(api, { entries: [debit('CASH', amount), credit('WALLET', amount)] });
      return idsOf([await into('6'), await into('5'), await into('4'), await accept(api)]);
    });
    await quiet(api);
    const statuses = await Promise.all(ids.map(async (id) => (await api.get(`/transactions/${id}`)).body.data));
    expect(statuses.map(({ status, sequence }) => [status, sequence])).toEqual([
      ['posted', 1],
      ['failed', null],
      ['posted', 2],
      ['posted', 3],
    ]);
  });
});

describe('a change between acceptance and posting', () => {
  const fails = async (code: string, change: (books: TestBooks) => Promise<unknown>): Promise<void> => {
    const books = await openBooks(ledger);
    const { id } = await meanwhile(async () => {
      const accepted = await accept(books.api, { entries: sale('3.00') });
      await change(books);
      return accepted;
    });
    await quiet(books.api);
    expect(dataOf(await books.api.get(`/transactions/${id}`), 200)).toMatchObject({
      status: 'failed',
      failure: { code, message: sentence },
      entries: [{ amount: '3.00' }, { amount: '3.00' }],
    });
    expect((await books.api.get('/accounts')).body.data).toMatchObject([{ balance: '0.00' }, { balance: '0.00' }]);
  };

  test.each<[code: string, change: (books: TestBooks) => Promise<unknown>]>([
    [
      'ACCOUNT_INACTIVE',
      async ({ api }) => {
        const [sales] = (await api.get('/accounts?search=SALES')).body.data;
        dataOf(await api.put(`/accounts/${sales.id}`, { is_active: false }), 200);
      },
    ],
    [
      'JOURNAL_CLOSED',
      async ({ api }) => {
        const [journal] = (await api.get('/journals')).body.data;
        dataOf(await api.put(`/journals/${journal.id}`, { status: 'closed' }), 200);
      },
    ],
  ])('fails a transaction with %s', fails);

  test('fails it with a cure that posts it under a new key, while its own key returns the failure', async () => {
    const { api } = await openBooks(ledger);
    const [sales] = (await api.get('/accounts?search=SALES')).body.data;
    const activate = (is_active: boolean) => api.put(`/accounts/${sales.id}`, { is_active });
    const failed = await meanwhile(async () => {
      const accepted = await accept(api, { idempotency_key: 'first' });
      dataOf(await activate(false), 200);
      return accepted;
    });
    await quiet(api);
    expect(dataOf(await api.get(`/transactions/${failed.id}`), 200).failure.message).toBe(
      'The account SALES of entry 2 was deactivated before the transaction was posted. Send it again under a new idempotency key when the account is active.',
    );
    dataOf(await activate(true), 200);
    const repeated = dataOf(await api.post('/transactions', { ...transaction(), idempotency_key: 'first' }), 202);
    expect(repeated).toMatchObject({ id: failed.id, status: 'failed' });
    expect(await decide(api, { idempotency_key: 'second' })).toMatchObject({ status: 'posted', failure: null });
  });

  // A period with pending work cannot be locked through the API, so this row is inserted directly.
  test('fails a transaction with PERIOD_LOCKED', () =>
    fails('PERIOD_LOCKED', (books) =>
      onLedger(ledger, books, (query) =>
        query(
          `insert into period_locks (ledger_id, id, locked_until, reason, created_at)
           values ($1, gen_random_uuid(), '2026-01-15', 'closed books', now())`,
          [books.ledger.id],
        ),
      ),
    ));
});
