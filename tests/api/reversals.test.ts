import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, idsOf, instant, openBooks, uuid, type Fields } from '../support/requests';
import { readTransaction, reversal, reverse } from '../support/reversals';

const ledger = ledgerOfFile();

/** The settled, pending, overdue and future amounts of CASH as of several days. */
const balances = async ({ api }: TestBooks, days: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    days.map(async (day) => {
      const { settled, pending, overdue, future } = dataOf(
        await api.get(`/accounts/code/CASH/balance?as_of_date=${day}`),
        200,
      ).balances;
      return [day, settled, pending, overdue, future].join(' ');
    }),
  );

describe('reversing a transaction', () => {
  test('answers 201 with its mirror image, posted at once', async () => {
    const books = await openBooks(ledger);
    const source = await decide(books.api);
    const original = await decide(books.api, {
      reference: 'INV-1',
      correlation_id: 'order 1',
      correlation_type: 'refund',
      correlation_source_id: source.id,
      metadata: { a: 1 },
      attributes: { region: 'north' },
      entries: [
        debit('CASH', '12.50', { description: 'In', metadata: { line: 1 } }),
        credit('SALES', '10.00'),
        credit('SALES', '2.50', { description: 'Tip' }),
      ],
    });
    const fields = { reference: 'CREDIT-1', metadata: { why: ['twice'] }, idempotency_key: 'undo 1' };
    const answer = await books.api.post(`/transactions/${original.id}/reverse`, reversal(fields));
    const data = dataOf(answer, 201);
    expect(answer.headers.get('Location')).toBe(`/api/v1/transactions/${data.id}`);
    expect(answer.headers.get('Idempotency-Replayed')).toBeNull();
    expect(data).toEqual({
      ...original,
      ...fields,
      id: uuid,
      description: 'Reversal: Booked twice',
      effective_date: '2026-01-20T00:00:00.000Z',
      date: '2026-01-20T00:00:00.000Z',
      status: 'posted',
      entries: original.entries.map((entry: Fields) => ({
        ...entry,
        id: uuid,
        type: entry['type'] === 'debit' ? 'credit' : 'debit',
      })),
      correlation_type: 'reversal',
      correlation_source_id: original.id,
      sequence: 3,
      posted_at: instant,
      reverses_transaction_id: original.id,
      created_at: instant,
      updated_at: instant,
    });
    expect(await readTransaction(books, data.id)).toEqual(data);
    expect(new Set(idsOf([...original.entries, ...data.entries])).size).toBe(6);
  });

  test('marks the original as reversed by the reversal, and changes nothing else of it', async () => {
    const books = await openBooks(ledger);
    const original = await decide(books.api);
    const { id, posted_at } = await reverse(books, original.id);
    const outcome = { status: 'reversed', reversed_by_transaction_id: id, reversal_ids: [id], updated_at: posted_at };
    expect(await readTransaction(books, original.id)).toEqual({ ...original, ...outcome, reversed_amount: '10.00' });
    expect(idsOf(dataOf(await books.api.get('/transactions?status=reversed'), 200))).toEqual([original.id]);
    expect(idsOf(dataOf(await books.api.get('/transactions?status=posted'), 200))).toEqual([id]);
    expect(idsOf(dataOf(await books.api.get('/transactions'), 200))).toEqual([id, original.id]);
  });

  test('correlates the reversal of an uncorrelated transaction by the original’s id', async () => {
    const books = await openBooks(ledger);
    const original = await decide(books.api);
    expect(await reverse(books, original.id)).toMatchObject({
      correlation_id: original.id,
      reference: null,
      metadata: null,
      idempotency_key: null,
    });
    expect((await readTransaction(books, original.id)).correlation_id).toBeNull();
  });

  test('keeps the original in the balances until the date of the reversal', async () => {
    const books = await openBooks(ledger);
    const days = ['2026-01-09', '2026-01-10', '2026-01-19', '2026-01-20', '9999-12-31'];
    const { id } = await decide(books.api, { effective_date: '2026-01-10' });
    const before = [
      '0.00 0.00 0.00 10.00',
      '10.00 0.00 0.00 0.00',
      '10.00 0.00 0.00 0.00',
      '10.00 0.00 0.00 0.00',
      '10.00 0.00 0.00 0.00',
    ];
    expect(await balances(books, days)).toEqual(days.map((day, index) => `${day} ${before[index]}`));
    await reverse(books, id, { date: '2026-01-20' });
    const after = [
      '0.00 0.00 0.00 0.00',
      '10.00 0.00 0.00 -10.00',
      '10.00 0.00 0.00 -10.00',
      '0.00 0.00 0.00 0.00',
      '0.00 0.00 0.00 0.00',
    ];
    expect(await balances(books, days)).toEqual(days.map((day, index) => `${day} ${after[index]}`));
    const [cash] = dataOf(await books.api.get('/accounts'), 200);
    expect(cash.balance).toBe('0.00');
    expect(dataOf(await books.api.get(`/accounts/${cash.id}/entries`), 200)).toMatchObject([
      { type: 'debit', amount: '10.00', balance_after: '10.00', effective_date: '2026-01-10' },
      {
        type: 'credit',
        amount: '10.00',
        balance_after: '0.00',
        effective_date: '2026-01-20',
        transaction: { description: 'Reversal: Booked twice' },
      },
    ]);
  });

  test.each([
    ['settled', ['10.00 0.00 0.00 -10.00', '0.00 0.00 0.00 0.00', '0.00 0.00 0.00 0.00']],
    ['pending', ['0.00 10.00 0.00 -10.00', '0.00 0.00 0.00 0.00', '0.00 0.00 0.00 0.00']],
    // A reversed encumbrance is never overdue.
    ['encumbrance', ['0.00 0.00 0.00 -10.00', '0.00 0.00 0.00 0.00', '0.00 0.00 0.00 0.00']],
  ])('stays in the layer %s', async (layer, expected) => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api, { effective_date: '2026-01-10', layer });
    expect(await reverse(books, id, { date: '2026-01-20' })).toMatchObject({ layer, entries: [{ layer }, { layer }] });
    const days = ['2026-01-19', '2026-01-20', '2026-01-21'];
    expect(await balances(books, days)).toEqual(days.map((day, index) => `${day} ${expected[index]}`));
  });

  test('posts to the journal of the original', async () => {
    const books = await openBooks(ledger);
    const journal = dataOf(await books.api.post('/journals', { code: 'PAYROLL', name: 'Payroll' }), 201);
    const original = await decide(books.api, { journal_id: journal.id });
    expect(await reverse(books, original.id)).toMatchObject({ journal_id: journal.id });
  });

  test('reverses a transaction from a transaction code and a batch without copying either', async () => {
    const books = await openBooks(ledger);
    const sides = [
      { account: 'CASH', type: 'debit' },
      { account: 'SALES', type: 'credit' },
    ];
    const template = {
      code: 'SALE',
      name: 'Sale',
      entries_template: { entries: sides.map((side) => ({ ...side, amount: '5.00' })) },
    };
    dataOf(await books.api.post('/trancodes', template), 201);
    const body = {
      effective_date: '2026-01-15',
      description: 'By code',
      idempotency_key: 'by code',
      transaction_code: 'SALE',
      transaction_code_params: {},
    };
    const { results } = dataOf(
      await books.api.post('/transactions/batch', { transactions: [body], atomic: true }),
      202,
    );
    await quiet(books.api);
    const nothing = { transaction_code: null, transaction_code_version: null, batch_id: null };
    expect(await reverse(books, results[0].id)).toMatchObject({ total_amount: '5.00', ...nothing });
  });

  test('keeps amounts exact to the last digit', async () => {
    const books = await openBooks(ledger, {
      currency: 'ETH',
      currencyType: 'crypto',
      storageDecimals: 18,
      displayDecimals: 8,
    });
    const amount = '98765432109876543.000000000000000001';
    const { id } = await decide(books.api, { entries: [debit('CASH', amount), credit('SALES', amount)] });
    expect(await reverse(books, id)).toMatchObject({ total_amount: amount });
    expect(dataOf(await books.api.get('/accounts'), 200)).toMatchObject([
      { balance: '0.00000000' },
      { balance: '0.00000000' },
    ]);
  });

  test('works on an open day for an original in a locked period', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api, { effective_date: '2026-01-10' });
    dataOf(await books.api.post('/period-locks', { locked_until: '2026-01-31', reason: 'Closed' }), 201);
    await reverse(books, id, { date: '2026-02-01' });
  });

  test('accepts a reason of 1000 characters, cut to fit the description, and a reference of 255', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    const fields = { reason: '🏦'.repeat(1000), reference: 'x'.repeat(255) };
    const answer = await books.api.post(`/transactions/${id}/reverse`, reversal(fields));
    expect(dataOf(answer, 201)).toMatchObject({
      description: `Reversal: ${'🏦'.repeat(989)}…`,
      reference: fields.reference,
    });
    const [reversed] = dataOf(await books.api.get('/activity?type=transaction.reversed'), 200);
    expect(reversed.reason).toBe(fields.reason);
  });
});
