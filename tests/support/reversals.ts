/** Full and partial reversals over REST, and a transaction with three entries of different amounts. */
import type { Answer } from './client';
import type { TestBooks, TestLedger } from './ledger';
import { credit, dataOf, debit, decide, idsOf, openAccount, openBooks, type Fields } from './requests';

export const reversal = (fields: Fields = {}): Fields => ({ reason: 'Booked twice', date: '2026-01-20', ...fields });

export const sendReversal = ({ api }: TestBooks, id: string, fields: Fields = {}): Promise<Answer> =>
  api.post(`/transactions/${id}/reverse`, reversal(fields));

export const reverse = async (books: TestBooks, id: string, fields: Fields = {}): Promise<Answer['body']> =>
  dataOf(await sendReversal(books, id, fields), 201);

export const readTransaction = async ({ api }: TestBooks, id: string): Promise<Answer['body']> =>
  dataOf(await api.get(`/transactions/${id}`), 200);

export const part = (...entries: readonly (readonly [entry_id: string, amount: string])[]): Fields => ({
  entries: entries.map(([entry_id, amount]) => ({ entry_id, amount })),
});

/** CASH receives 12.50: 10.00 from SALES and 2.50 from TIPS. */
const threeEntries = [debit('CASH', '12.50'), credit('SALES', '10.00'), credit('TIPS', '2.50')];

export const openThree = async (ledger: TestLedger, fields: Fields = {}) => {
  const books = await openBooks(ledger);
  await openAccount(books.api, { code: 'TIPS', type: 'revenue' });
  const original = await decide(books.api, { effective_date: '2026-01-10', entries: threeEntries, ...fields });
  const [cash, sales, tips] = idsOf(original.entries) as [string, string, string];
  return { books, original, cash, sales, tips };
};
