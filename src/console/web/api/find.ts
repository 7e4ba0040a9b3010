/**
 * What a text may mean: a page, an account by code or name, a transaction by id, reference, correlation or amount, or what an
 * attribute says (`merchant=Grocer`). Each guess is one question to a list of the API; five at the most.
 */
import { ask } from './answer';
import { quietClient as client, type Schemas } from './client';
import { amountFrom, compareAmounts, formatAmount, isAmount } from '../parts/amount';
import { formatDay } from '../parts/day';

export interface Found {
  readonly kind: 'account' | 'transaction' | 'page';
  readonly what: string;
  readonly more?: string;
  /** Inside the ledger. */
  readonly path: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const mostOfAKind = 6;
/** No list of the API is by amount, so it is sought among the newest. */
export const amountsAmong = 100;

export const find = async (text: string, displayDecimals: number): Promise<readonly Found[]> => {
  const sought = text.trim();
  if (sought === '') return [];
  const shown = (transaction: Schemas['Transaction']): Found => transactionFound(transaction, displayDecimals);
  if (uuid.test(sought)) return (await Promise.all([accountById(sought), transactionById(sought, shown)])).flat();
  const [, key, value] = /^([\w.-]{1,64})\s*[=:]\s*(.+)$/.exec(sought) ?? [];
  const questions = [
    accounts(sought),
    transactions({ reference: sought.slice(0, 255) }, shown),
    ...(sought.length <= 50 ? [transactions({ correlation_id: sought }, shown)] : []),
    ...(key !== undefined && value !== undefined ? [transactions({ attributes: { [key]: value } }, shown)] : []),
    ...(isAmount(amountFrom(sought)) ? [byAmount(amountFrom(sought), shown)] : []),
  ];
  const found = (await Promise.all(questions)).flat();
  return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index);
};

const accountFound = ({ id, code, name }: Schemas['Account']): Found => ({
  kind: 'account',
  what: code,
  more: name,
  path: `accounts/${id}`,
});

const transactionFound = (transaction: Schemas['Transaction'], displayDecimals: number): Found => ({
  kind: 'transaction',
  what: [transaction.reference, transaction.description].filter(Boolean).join(' · '),
  more: `${formatAmount(transaction.total_amount, displayDecimals)} · ${formatDay(transaction.effective_date)}`,
  path: `transactions/${transaction.id}`,
});

type Shown = (transaction: Schemas['Transaction']) => Found;

const accounts = async (search: string): Promise<readonly Found[]> => {
  const query = { search: search.slice(0, 255), limit: mostOfAKind };
  const answer = await ask(client.GET('/api/v1/accounts', { params: { query } }));
  return answer.ok ? (answer.data as Schemas['Account'][]).map(accountFound) : [];
};

const accountById = async (accountId: string): Promise<readonly Found[]> => {
  const answer = await ask(client.GET('/api/v1/accounts/{accountId}', { params: { path: { accountId } } }));
  return answer.ok ? [accountFound(answer.data)] : [];
};

const transactionById = async (transactionId: string, shown: Shown): Promise<readonly Found[]> => {
  const path = { transactionId };
  const answer = await ask(client.GET('/api/v1/transactions/{transactionId}', { params: { path } }));
  return answer.ok ? [shown(answer.data)] : [];
};

const transactions = async (
  sought: { reference?: string; correlation_id?: string; attributes?: Record<string, string> },
  shown: Shown,
): Promise<readonly Found[]> => {
  const query = { ...sought, limit: mostOfAKind };
  const answer = await ask(client.GET('/api/v1/transactions', { params: { query } }));
  return answer.ok ? answer.data.map(shown) : [];
};

const byAmount = async (amount: string, shown: Shown): Promise<readonly Found[]> => {
  const answer = await ask(client.GET('/api/v1/transactions', { params: { query: { limit: amountsAmong } } }));
  if (!answer.ok) return [];
  const isSought = ({ total_amount: total }: Schemas['Transaction']): boolean => compareAmounts(total, amount) === 0;
  return answer.data.filter(isSought).slice(0, mostOfAKind).map(shown);
};
