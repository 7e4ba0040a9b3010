/** Attacks that read long books repeatedly and receive the whole responses: sums, trees, lists, reports, exports. */
import {
  makeHeavy,
  openChart,
  openHistory,
  openThicket,
  chartAccounts,
  type AttackedBooks,
} from '../../postgres/attacked-books';
import type { Question } from '../asking';
import { asking, type Ammunition, type Attack } from './attack';

/** Sends one request after the other, and starts again after the last. */
const inTurns = (questionsOf: (ammunition: Ammunition) => readonly Question[]): Attack['carryOut'] =>
  asking((ammunition) => {
    const questions = questionsOf(ammunition);
    return (number) => questions[number % questions.length] as Question;
  });

const tree = inTurns(() => [{ path: '/accounts?tree=true' }]);

/** The size of the history: 400,000 entries of one account on one day. */
const openBusyDay = { transactions: 8_000, entriesEach: 50 };
const rareTransactions = 400_000;
/** The ledger's own two accounts are in the tree too. */
const allAccounts = chartAccounts + 2;
/** Days half-way between stored sums, so that the most days have to be summed. */
const reportPaths = [
  '/reports/trial-balance?as_of_date=2025-10-15',
  '/reports/balance-sheet?as_of_date=2025-10-15',
  '/reports/income-statement?from=2025-02-15&to=2025-10-15',
];

const pagesDeep = 200;

/** Returns the cursor of the page after this many pages. */
const cursorBehind = async ({ nextCursor }: AttackedBooks, path: string, pages: number): Promise<string> => {
  let cursor = '';
  for (let page = 0; page < pages; page++) cursor = await nextCursor(cursor === '' ? path : `${path}&cursor=${cursor}`);
  return cursor;
};

export const reads: readonly Attack[] = [
  {
    name: 'balances of a set long ago',
    prepare: (books) => openChart(books),
    carryOut: inTurns(({ outermostSetId }) => [
      { path: `/account-sets/${outermostSetId}/balance?as_of_date=2020-01-01` },
    ]),
  },
  { name: 'the tree of a big chart', prepare: (books) => openChart(books, 0), carryOut: tree },
  {
    // Each account has the maximum of metadata: the response has 160 MB.
    name: 'the tree of a heavy chart',
    prepare: async (books) => {
      await openChart(books, 0);
      return makeHeavy(books, 'accounts', allAccounts);
    },
    carryOut: tree,
  },
  {
    // One pending entry after all settled ones of its day: the page is short, but many entries precede it.
    name: 'the last entry of a busy day',
    prepare: (books) => openHistory(books, openBusyDay),
    carryOut: inTurns(({ busyAccountId }) => [{ path: `/accounts/${busyAccountId}/entries?layer=pending&limit=1` }]),
  },
  {
    // An account without an entry, and the years before the first transaction.
    name: 'lists with rare filters',
    prepare: (books) => openHistory(books, { transactions: rareTransactions, entriesEach: 1 }),
    carryOut: inTurns(({ idleAccountId }) => [
      { path: `/transactions?account_id=${idleAccountId}` },
      { path: '/transactions?to_date=2020-01-01' },
    ]),
  },
  {
    name: 'reports on a big chart',
    prepare: (books) => openChart(books),
    carryOut: inTurns(() =>
      ['application/json', 'text/csv'].flatMap((Accept) => reportPaths.map((path) => ({ path, headers: { Accept } }))),
    ),
  },
  {
    name: 'exports of a long journal',
    prepare: (books) => openHistory(books, openBusyDay),
    carryOut: inTurns(() =>
      ['hledger', 'beancount', 'csv', 'jsonl'].map((format) => ({ path: `/exports/journal?format=${format}` })),
    ),
  },
  {
    name: 'pages deep in a long list',
    prepare: async (books) => {
      const ids = await openHistory(books, { transactions: rareTransactions, entriesEach: 1 });
      const path = `/accounts/${ids.busyAccountId}/entries?limit=100`;
      return { path, cursor: await cursorBehind(books, path, pagesDeep * books.share) };
    },
    carryOut: inTurns(({ path, cursor }) => [{ path: `${path}&cursor=${cursor}` }]),
  },
  {
    // The last text is part of no name, so the search checks all names.
    name: 'searches in a big chart',
    prepare: (books) => openChart(books, 0),
    carryOut: inTurns(() => ['Account', 'count%2099', 'zzz'].map((text) => ({ path: `/accounts?search=${text}` }))),
  },
  {
    // Each level of sets contains all sets of the next one: checking whether one more member makes a circle has a hundred thousand paths.
    name: 'account sets with many paths',
    prepare: openThicket,
    carryOut: inTurns(({ innermostSetId, outermostSetId }) => [
      {
        method: 'POST',
        path: `/account-sets/${innermostSetId}/members`,
        body: JSON.stringify({ member_type: 'account_set', member_id: outermostSetId }),
      },
    ]),
  },
];
