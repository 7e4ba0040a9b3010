import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, idsOf, openBooks, type Fields } from '../support/requests';
import { openThree, part, readTransaction, reverse, sendReversal } from '../support/reversals';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();

const refuse = (books: TestBooks, id: string, fields: Fields) =>
  refusedUntouched(ledger, books, () => sendReversal(books, id, fields));
const balancesOf = async ({ api }: TestBooks, code: string, day: string): Promise<Fields> =>
  dataOf(await api.get(`/accounts/code/${code}/balance?as_of_date=${day}`), 200).balances;

describe('a partial reversal', () => {
  test('by amount posts the mirror image of that amount, and leaves the original posted', async () => {
    const books = await openBooks(ledger);
    const original = await decide(books.api);
    const first = await reverse(books, original.id, { amount: '2.5' });
    expect(first).toMatchObject({
      ...{ status: 'posted', total_amount: '2.50', entry_count: 2, reverses_transaction_id: original.id },
      ...{ correlation_type: 'reversal', correlation_id: original.id, reversed_amount: '0.00', reversal_ids: [] },
      entries: [
        { account_code: 'CASH', type: 'credit', amount: '2.50' },
        { account_code: 'SALES', type: 'debit', amount: '2.50' },
      ],
    });
    const shown = { reversed_amount: '2.50', reversal_ids: [first.id], reversed_by_transaction_id: first.id };
    const seen = await readTransaction(books, original.id);
    expect(seen).toEqual({ ...original, ...shown, updated_at: first.posted_at });
    const list = dataOf(await books.api.get('/transactions?status=posted'), 200);
    expect(list.find(({ id }: { id: string }) => id === original.id)).toEqual(seen);
    expect(dataOf(await books.api.get('/transactions?status=reversed'), 200)).toEqual([]);
  });

  test('can be repeated until the rest makes the original reversed', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    const parts = [await reverse(books, id, { amount: '4.00' }), await reverse(books, id, { amount: '5.99' })];
    expect(await readTransaction(books, id)).toMatchObject({
      status: 'posted',
      reversed_amount: '9.99',
      reversal_ids: idsOf(parts),
    });
    const rest = await reverse(books, id);
    expect(rest).toMatchObject({ total_amount: '0.01' });
    expect(await readTransaction(books, id)).toMatchObject({
      ...{ status: 'reversed', reversed_amount: '10.00', reversed_by_transaction_id: rest.id },
      reversal_ids: [...idsOf(parts), rest.id],
    });
    expect(idsOf(dataOf(await books.api.get('/transactions?status=reversed'), 200))).toEqual([id]);
    expect(dataOf(await books.api.get('/accounts'), 200)).toMatchObject([{ balance: '0.00' }, { balance: '0.00' }]);
    for (const fields of [{}, { amount: '0.01' }])
      expectRefusal(await refuse(books, id, fields), 422, 'TRANSACTION_ALREADY_REVERSED');
  });

  test('for the whole amount makes the original reversed', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    await reverse(books, id, { amount: '10' });
    expect(await readTransaction(books, id)).toMatchObject({ status: 'reversed', reversed_amount: '10.00' });
  });

  test('by entries reverses these in the original order, and the last reversal the remainder of each entry', async () => {
    const { books, original, cash, sales, tips } = await openThree(ledger);
    expect(await reverse(books, original.id, part([tips, '2.50'], [cash, '2.50']))).toMatchObject({
      ...{ total_amount: '2.50', entry_count: 2 },
      entries: [
        { account_code: 'CASH', type: 'credit', amount: '2.50' },
        { account_code: 'TIPS', type: 'debit', amount: '2.50' },
      ],
    });
    await reverse(books, original.id, part([cash, '1.00'], [sales, '1.00']));
    expect(await reverse(books, original.id)).toMatchObject({
      total_amount: '9.00',
      entries: [
        { account_code: 'CASH', type: 'credit', amount: '9.00' },
        { account_code: 'SALES', type: 'debit', amount: '9.00' },
      ],
    });
    expect(await readTransaction(books, original.id)).toMatchObject({ status: 'reversed', reversed_amount: '12.50' });
  });

  test('is logged as transaction.reversed_in_part, and the last one as transaction.reversed', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    await reverse(books, id, { amount: '1.00', reason: 'one came back' });
    await reverse(books, id, { reason: 'all came back' });
    const told = dataOf(await books.api.get(`/activity?transaction_id=${id}`), 200);
    expect(told).toMatchObject([
      { type: 'transaction.reversed', reason: 'all came back' },
      { type: 'transaction.reversed_in_part', reason: 'one came back' },
      { type: 'transaction.posted' },
    ]);
  });

  test('counts from its own date', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api, { effective_date: '2026-01-10' });
    await reverse(books, id, { amount: '1.00', date: '2026-01-20' });
    await reverse(books, id, { amount: '2.00', date: '2026-01-15' });
    await reverse(books, id, { date: '2026-01-25' });
    const settled = async (day: string) => (await balancesOf(books, 'CASH', day))['settled'];
    const days = ['2026-01-09', '2026-01-10', '2026-01-15', '2026-01-20', '2026-01-25'];
    expect(await Promise.all(days.map(settled))).toEqual(['0.00', '10.00', '8.00', '7.00', '0.00']);
    const [cash] = dataOf(await books.api.get('/accounts'), 200);
    const rows = dataOf(await books.api.get(`/accounts/${cash.id}/entries`), 200);
    expect(rows.map((row: Fields) => row['balance_after'])).toEqual(['10.00', '8.00', '7.00', '0.00']);
  });

  test('in the pending layer reduces the held amount from its own date', async () => {
    const books = await openBooks(ledger);
    await decide(books.api, {
      effective_date: '2026-01-01',
      entries: [debit('CASH', '100.00'), credit('SALES', '100.00')],
    });
    const { id } = await decide(books.api, {
      ...{ effective_date: '2026-01-10', layer: 'pending' },
      entries: [debit('SALES', '10.00'), credit('CASH', '10.00')],
    });
    await reverse(books, id, { amount: '3.00', date: '2026-01-20' });
    await reverse(books, id, { amount: '2.00', date: '2026-01-15' });
    const seen = async (day: string) => {
      const { pending, available } = await balancesOf(books, 'CASH', day);
      return `${String(pending)} ${String(available)}`;
    };
    const days = ['2026-01-09', '2026-01-10', '2026-01-15', '2026-01-20'];
    expect(await Promise.all(days.map(seen))).toEqual(['0.00 95.00', '-10.00 95.00', '-8.00 95.00', '-5.00 95.00']);
    await reverse(books, id, { date: '2026-01-20' });
    expect(await seen('2026-01-20')).toBe('0.00 100.00');
  });

  test('by entries distinguishes several entries of one account', async () => {
    const books = await openBooks(ledger);
    const entries = [debit('CASH', '1.00'), debit('CASH', '2.00'), credit('SALES', '3.00')];
    const original = await decide(books.api, { entries });
    const [small, large, sales] = idsOf(original.entries) as [string, string, string];
    await reverse(books, original.id, part([large, '1.50'], [sales, '1.50']));
    expectRefusal(
      await refuse(books, original.id, part([large, '0.51'], [sales, '0.51'])),
      422,
      'REVERSAL_EXCEEDS_REMAINDER',
    );
    await reverse(books, original.id, part([small, '1.00'], [large, '0.50'], [sales, '1.50']));
    expect(await readTransaction(books, original.id)).toMatchObject({ status: 'reversed', reversed_amount: '3.00' });
  });
});

test('concurrent partial reversals succeed only as far as the amount allows', async () => {
  const books = await openBooks(ledger);
  const { id } = await decide(books.api);
  const answers = await Promise.all(Array.from({ length: 6 }, () => sendReversal(books, id, { amount: '3.00' })));
  expect(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).sort()).toEqual([
    ...Array.from({ length: 3 }, () => '201 '),
    ...Array.from({ length: 3 }, () => '422 REVERSAL_EXCEEDS_REMAINDER'),
  ]);
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.data);
  const { reversed_amount, reversal_ids } = await readTransaction(books, id);
  const inOrder = made.toSorted((one, other) => one.sequence - other.sequence);
  expect([reversed_amount, reversal_ids]).toEqual(['9.00', idsOf(inOrder)]);
});
