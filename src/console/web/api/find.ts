/**
 * What a text may mean: an account, a transaction code or a set by code or name, a transaction by id, reference, correlation or
 * amount, what an attribute says (`merchant=Grocer`), whatever has an id. Each guess is one question to a list of the API; six
 * at the most.
 */
import { ask, type Answer } from './answer';
import { quietClient as client, type Schemas } from './client';
import { listsMeant, meaningOf, type Found, type Meaning } from './meant';
import { compareAmounts, formatAmount } from '../parts/amount';
import { formatDay } from '../parts/day';

export type { Found } from './meant';

const mostOfAKind = 6;
/** Of what is rarely meant. */
const mostOfOthers = 3;
/** No list of the API is by amount, so it is sought among the newest. */
export const amountsAmong = 100;

type Sought = Promise<readonly Found[]>;

export const find = async (typed: string, displayDecimals: number): Sought => {
  const meaning = meaningOf(typed);
  if (meaning.text === '') return [];
  const shown: Shown = (transaction) => transactionFound(transaction, displayDecimals);
  const questions = meaning.isId ? byId(meaning.text, shown) : byText(meaning, shown);
  const found = [...listsMeant(meaning), ...(await Promise.all(questions)).flat()];
  const keyOf = ({ path, query }: Found): string => `${path} ${JSON.stringify(query ?? {})}`;
  return found.filter((one, index) => found.findIndex((other) => keyOf(other) === keyOf(one)) === index);
};

const byText = ({ text, attribute, amount }: Meaning, shown: Shown): readonly Sought[] => [
  ...(attribute === undefined ? [accounts(text), codes(text), sets(text)] : []),
  transactions({ reference: text.slice(0, 255) }, shown),
  ...(text.length <= 50 ? [transactions({ correlation_id: text }, shown)] : []),
  ...(attribute === undefined ? [] : [transactions({ attributes: { [attribute[0]]: attribute[1] } }, shown)]),
  ...(amount === undefined ? [] : [byAmount(amount, shown)]),
];

const byId = (id: string, shown: Shown): readonly Sought[] => [
  one(client.GET('/api/v1/accounts/{accountId}', { params: { path: { accountId: id } } }), accountFound),
  one(client.GET('/api/v1/transactions/{transactionId}', { params: { path: { transactionId: id } } }), shown),
  one(client.GET('/api/v1/trancodes/{id}', { params: { path: { id } } }), codeFound),
  one(client.GET('/api/v1/account-sets/{id}', { params: { path: { id } } }), setFound),
  one(client.GET('/api/v1/journals/{journalId}', { params: { path: { journalId: id } } }), journalFound),
  transactions({ batch_id: id, limit: 1 }, () => ({
    ...{ kind: 'list', what: 'All of this batch', path: 'transactions', query: { batch: id } },
  })),
];

const accountFound = ({ id, code, name }: Schemas['Account']): Found => ({
  ...{ kind: 'account', what: code, more: name, path: `accounts/${id}` },
});

const codeFound = ({ id, code, name }: Schemas['TransactionCode']): Found => ({
  ...{ kind: 'code', what: code, more: name, path: `transaction-codes/${id}` },
});

const setFound = ({ id, code, name }: Schemas['AccountSet']): Found => ({
  ...{ kind: 'set', what: code, more: name, path: `account-sets/${id}` },
});

const journalFound = ({ id, code, name }: Schemas['Journal']): Found => ({
  ...{ kind: 'journal', what: code, more: name, path: 'transactions', query: { journal: id } },
});

const transactionFound = (transaction: Schemas['Transaction'], displayDecimals: number): Found => ({
  kind: 'transaction',
  what: [transaction.reference, transaction.description].filter(Boolean).join(' · '),
  more: `${formatAmount(transaction.total_amount, displayDecimals)} · ${formatDay(transaction.effective_date)}`,
  path: `transactions/${transaction.id}`,
});

type Shown = (transaction: Schemas['Transaction']) => Found;

/** What is not there, or may not be read, is not found. */
const those = <Data>(answer: Answer<readonly Data[]>, shown: (data: Data) => Found): readonly Found[] =>
  answer.ok ? answer.data.map(shown) : [];

const one = async <Data>(call: Parameters<typeof ask<Data>>[0], shown: (data: Data) => Found): Sought => {
  const answer = await ask(call);
  return answer.ok ? [shown(answer.data)] : [];
};

const accounts = async (search: string): Sought => {
  const query = { search: search.slice(0, 255), limit: mostOfAKind };
  const answer = await ask(client.GET('/api/v1/accounts', { params: { query } }));
  return those(answer as Answer<readonly Schemas['Account'][]>, accountFound);
};

const codes = async (search: string): Sought => {
  const query = { search: search.slice(0, 255), limit: mostOfOthers };
  return those(await ask(client.GET('/api/v1/trancodes', { params: { query } })), codeFound);
};

const sets = async (search: string): Sought => {
  const query = { search: search.slice(0, 255), limit: mostOfOthers };
  return those(await ask(client.GET('/api/v1/account-sets', { params: { query } })), setFound);
};

interface SoughtTransactions {
  readonly reference?: string;
  readonly correlation_id?: string;
  readonly batch_id?: string;
  readonly attributes?: Record<string, string>;
  readonly limit?: number;
}

const transactions = async (sought: SoughtTransactions, shown: Shown): Sought =>
  those(await ask(client.GET('/api/v1/transactions', { params: { query: { limit: mostOfAKind, ...sought } } })), shown);

const byAmount = async (amount: string, shown: Shown): Sought => {
  const answer = await ask(client.GET('/api/v1/transactions', { params: { query: { limit: amountsAmong } } }));
  if (!answer.ok) return [];
  const isSought = ({ total_amount: total }: Schemas['Transaction']): boolean => compareAmounts(total, amount) === 0;
  return answer.data.filter(isSought).slice(0, mostOfAKind).map(shown);
};
