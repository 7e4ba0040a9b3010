/** Attacks that read large ledgers again and again and receive the whole responses: sums, trees, lists, reports, exports. */
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

/** An attack that sends these requests one after the other, and then starts again with the first. */
const inTurns = (questionsOf: (ammunition: Ammunition) => readonly Question[]): Attack['carryOut'] =>
  asking((ammunition) => {
    const questions = questionsOf(ammunition);
    return (number) => questions[number % questions.length] as Question;
  });

const tree = inTurns(() => [{ path: '/accounts?tree=true' }]);

/** The size of the prepared ledger: one account has 400,000 entries on one day. */
const openBusyDay = { transactions: 8_000, entriesEach: 50 };
const rareTransactions = 400_000;
/** The tree also contains the two accounts that every ledger here has. */
const allAccounts = chartAccounts + 2;
/** The days are half-way between stored sums, so that as many days as possible must be summed. */
const reportPaths = [
  '/reports/trial-balance?as_of_date=2025-10-15',
  '/reports/balance-sheet?as_of_date=2025-10-15',
  '/reports/income-statement?from=2025-02-15&to=2025-10-15',
];

const pagesDeep = 200;

/** Reads this many pages, and returns the cursor of the next one. */
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
    // Each account has the maximum amount of metadata, so the response has 160 MB.
    name: 'the tree of a heavy chart',
    prepare: async (books) => {
      await openChart(books, 0);
      return makeHeavy(books, 'accounts', allAccounts);
    },
    carryOut: tree,
  },
  {
    // The day has one pending entry after all its settled ones. The requested page has one entry, but the read must skip all others.
    name: 'the last entry of a busy day',
    prepare: (books) => openHistory(books, openBusyDay),
    carryOut: inTurns(({ busyAccountId }) => [{ path: `/accounts/${busyAccountId}/entries?layer=pending&limit=1` }]),
  },
  {
    // No transaction matches: the account has no entry, and the date is before the first transaction.
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
    // No account has a name with `zzz`, so that search compares all names.
    name: 'searches in a big chart',
    prepare: (books) => openChart(books, 0),
    carryOut: inTurns(() => ['Account', 'count%2099', 'zzz'].map((text) => ({ path: `/accounts?search=${text}` }))),
  },
  {
    // Each set contains all sets of the next level. A check that followed every path to find cycles would follow a hundred thousand.
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
