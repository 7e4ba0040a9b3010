/**
 * Finds everything that a typed text may mean: an account, a transaction code or an account set by code or name; a transaction by id,
 * reference, correlation, amount or words of its texts; an attribute (`merchant=Grocer`); or anything by its id. Each possibility is tried by querying a list:
 * a list may be empty, while a request for a missing object would return 404, which browsers log as an error.
 */
import { ask, type Answer } from './answer';
import { quietClient as client, type Schemas } from './client';
import { namedLists, meaningOf, type Found, type Meaning } from './search-meaning';
import { formatAmount, isZero } from '../parts/amount';
import { formatDay } from '../parts/day';

export type { Found } from './search-meaning';

const mostOfAKind = 6;
/** The maximum number of results of each of the less likely kinds. */
const mostOfOthers = 3;
/** The maximum number of digits before the decimal point of an amount that is searched for. */
const mostDigits = 18;
/** The maximum number of pages that are read from a list that the API cannot filter by id. */
const mostPages = 10;
type Sought = Promise<readonly Found[]>;

export const find = async (typed: string, decimals: Decimals): Sought => {
  const meaning = meaningOf(typed);
  if (meaning.text === '') return [];
  const shown: Shown = (transaction) => transactionFound(transaction, decimals.display_decimals);
  const questions = meaning.isId ? byId(meaning.text, shown) : byText(meaning, decimals, shown);
  const found = [...namedLists(meaning), ...(await Promise.all(questions)).flat()];
  const keyOf = ({ path, query }: Found): string => `${path} ${JSON.stringify(query ?? {})}`;
  return found.filter((one, index) => found.findIndex((other) => keyOf(other) === keyOf(one)) === index);
};

type Decimals = Pick<Schemas['Ledger'], 'display_decimals' | 'storage_decimals'>;

const byText = ({ text, attribute, amount, words }: Meaning, decimals: Decimals, shown: Shown): readonly Sought[] => [
  ...(attribute === undefined ? [accounts(text), codes(text), sets(text)] : []),
  transactions({ reference: text.slice(0, 255) }, shown),
  ...(text.length <= 50 ? [transactions({ correlation_id: text }, shown)] : []),
  ...(attribute === undefined ? [] : [transactions({ attributes: { [attribute[0]]: attribute[1] } }, shown)]),
  ...(amount === undefined || !isTotal(amount, decimals)
    ? []
    : [transactions({ min_amount: amount, max_amount: amount }, shown)]),
  ...(words === undefined ? [] : [transactions({ text: words }, shown)]),
];

const byId = (id: string, shown: Shown): readonly Sought[] => [
  accountById(id),
  // If the id is that of a transaction, the correlation with the same id begins with that transaction.
  correlated(id, shown),
  transactions({ reference: id }, shown),
  among(id, codeFound, (query) => client.GET('/api/v1/trancodes', { params: { query } })),
  among(id, setFound, (query) => client.GET('/api/v1/account-sets', { params: { query } })),
  among(id, journalFound, (query) => client.GET('/api/v1/journals', { params: { query } })),
  transactions({ batch_id: id, limit: 1 }, () => ({
    ...{ kind: 'list', what: 'All transactions of this batch', path: 'transactions', query: { batch: id } },
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

/** Returns the results in an answer; none if the request was refused. */
const those = <Data>(answer: Answer<readonly Data[]>, shown: (data: Data) => Found): readonly Found[] =>
  answer.ok ? answer.data.map(shown) : [];

/** Checks in the log that the account exists. A request for a missing account would return 404, which browsers log as an error. */
const accountById = async (id: string): Sought => {
  const opened = await ask(client.GET('/api/v1/activity', { params: { query: { account_id: id, limit: 1 } } }));
  if (!opened.ok || opened.data.length === 0) return [];
  const answer = await ask(client.GET('/api/v1/accounts/{accountId}', { params: { path: { accountId: id } } }));
  return answer.ok ? [accountFound(answer.data)] : [];
};

const correlated = async (id: string, shown: Shown): Sought => {
  const query = { correlation_id: id, limit: mostOfAKind };
  return those(await ask(client.GET('/api/v1/transactions/correlation', { params: { query } })), shown);
};

/** Reads a list page by page until it finds the id. It is used for short lists that the API cannot filter by id. */
const among = async <Data extends { readonly id: string }>(
  id: string,
  shown: (data: Data) => Found,
  page: (query: { limit: number; cursor?: string }) => Parameters<typeof ask<readonly Data[]>>[0],
): Sought => {
  const wanted = id.toLowerCase();
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const answer = await ask(page({ limit: 100, ...(cursor === undefined ? {} : { cursor }) }));
    if (!answer.ok) return [];
    const found = answer.data.find((one) => one.id === wanted);
    if (found !== undefined) return [shown(found)];
    cursor = answer.pagination?.next_cursor ?? undefined;
    if (cursor === undefined) return [];
  }
  return [];
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
  readonly min_amount?: string;
  readonly max_amount?: string;
  readonly text?: string;
  readonly attributes?: Record<string, string>;
  readonly limit?: number;
}

const transactions = async (sought: SoughtTransactions, shown: Shown): Sought =>
  those(await ask(client.GET('/api/v1/transactions', { params: { query: { limit: mostOfAKind, ...sought } } })), shown);

/** Whether a transaction of this ledger may have the amount as its total. The API refuses amounts with a sign or with more decimals. */
const isTotal = (amount: string, { storage_decimals: decimals }: Decimals): boolean => {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  return whole !== '' && whole.length <= mostDigits && fraction.length <= decimals && !isZero(amount);
};
