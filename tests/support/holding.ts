/** Holds on an account named WALLET, over REST. */
import type { Answer } from './client';
import type { TestBooks, TestLedger } from './ledger';
import { credit, dataOf, debit, decide, openAccount, openBooks, transaction, type Fields } from './requests';
import { readTransaction } from './reversals';

/** Opens books in which WALLET has `amount`. Its available amount, which excludes holds, may not fall below zero. */
export const openWallet = async (ledger: TestLedger, amount: string): Promise<TestBooks> => {
  const books = await openBooks(ledger);
  const limits = { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0' };
  await openAccount(books.api, { code: 'WALLET', type: 'liability', ...limits });
  await decide(books.api, { entries: [debit('CASH', amount), credit('WALLET', amount)] });
  return books;
};

export const outOfWallet = (amount: string): readonly Fields[] => [debit('WALLET', amount), credit('CASH', amount)];

/** The request body of a transaction that takes `amount` out of WALLET. */
export const spending = (amount: string, fields: Fields = {}): Fields =>
  transaction({ entries: outOfWallet(amount), ...fields });

export const hold = ({ api }: TestBooks, amount: string, fields: Fields = {}): Promise<Answer['body']> =>
  decide(api, spending(amount, { layer: 'pending', ...fields }));

/** The state, and the settled, released and remaining amounts of a hold. */
export const standing = async (books: TestBooks, id: string): Promise<readonly string[]> => {
  const { state, settled_amount, released_amount, remaining_amount } = (await readTransaction(books, id)).hold;
  return [state, settled_amount, released_amount, remaining_amount];
};

export const walletOf = async ({ api }: TestBooks): Promise<Answer['body']> =>
  dataOf(await api.get('/accounts/code/WALLET/balance'), 200).balances;

/** Functions that act on holds of these books and read their states. */
export const holdingIn = (books: () => TestBooks) => {
  const send = (what: 'settle' | 'release', id: string, fields: Fields): Promise<Answer> =>
    books().api.post(`/transactions/${id}/${what}`, fields);
  return {
    hold: (amount: string, fields: Fields = {}) => hold(books(), amount, fields),
    spend: (amount: string) => decide(books().api, spending(amount)),
    sendSettle: (id: string, fields: Fields = {}) => send('settle', id, fields),
    settle: async (id: string, fields: Fields = {}) => dataOf(await send('settle', id, fields), 201),
    sendRelease: (id: string, fields: Fields = {}) => send('release', id, fields),
    release: async (id: string, fields: Fields = {}) => dataOf(await send('release', id, fields), 201),
    holdOf: async (id: string) => (await readTransaction(books(), id)).hold,
    balances: () => walletOf(books()),
  };
};

export const amounts = (settled_amount: string, released_amount: string, remaining_amount: string): Fields => ({
  settled_amount,
  released_amount,
  remaining_amount,
});

/** Settlements and releases as items of a batch. */
export const settling = (transaction_id: string, fields: Fields = {}): Fields => ({
  operation: 'settle',
  transaction_id,
  ...fields,
});
export const releasing = (transaction_id: string, fields: Fields = {}): Fields =>
  settling(transaction_id, { operation: 'release', ...fields });
export const extending = (transaction_id: string, amount: string, fields: Fields = {}): Fields =>
  settling(transaction_id, { operation: 'extend', amount, ...fields });
export const reversing = (transaction_id: string, fields: Fields = {}): Fields =>
  settling(transaction_id, { operation: 'reverse', reason: 'Booked twice', date: '2026-01-20', ...fields });
