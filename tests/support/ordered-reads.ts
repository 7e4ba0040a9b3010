/**
 * Lists in an order other than the default, and lists of entries with filters that no index covers, each with the rules for its query plan.
 */
import type { Day } from '../../src/kernel/time';
import type { AccountEntryFilter, TransactionFilter } from '../../src/modules/ledgering/application/reader';
import { PostgresBalanceReader } from '../../src/modules/ledgering/postgres/sums/balance-reader';
import { PostgresTransactionReader } from '../../src/modules/ledgering/postgres/transactions/transaction-reader';
import { hotAccount } from './big-ledger';
import { byBlocks, flat, forEachOf, throughBlocks } from './big-ledger-reads';
import type { ListRead } from './list-reads';
import type { SingleRead } from './single-reads';

type About = Partial<Pick<ListRead, 'spare' | 'rows' | 'sorts'>>;

const shown = [
  'accounts_pkey',
  'entries_pkey',
  'posting_queue_pkey',
  'transaction_amendments_pkey',
  'transactions_pkey',
];

const reversed = ['transactions_reversing'];
const referring = ['transaction_amendments_of_reference', 'transactions_by_reference'];

const dated = (name: string, filter: TransactionFilter, indexes: readonly string[], about: About = {}): ListRead => ({
  name: `transactions by effective date${name}`,
  indexes: [...shown, 'deleted_accounts_pkey', 'transactions_by_day', ...indexes],
  spare: flat,
  key: 'dated',
  page: (unitOfWork, ledgerId, slice) =>
    new PostgresTransactionReader(unitOfWork).transactions({ ledgerId }, filter, slice, '-effective_date'),
  ...about,
});

/** These reads request all blocks of the search index, whatever their age, so they do not use the index of the oldest blocks. */
const blocks = byBlocks.filter((index) => index !== 'search_blocks_by_oldest');

const entryIndexes = [
  ...['account_balances_pkey', 'account_day_balances_pkey', 'account_day_marks_pkey', 'account_period_balances_pkey'],
  ...[
    'accounts_pkey',
    'entries_of_account',
    'ledger_log_of_transaction',
    'transaction_amendments_pkey',
    'transactions_pkey',
  ],
];

const entries = (
  name: string,
  filter: AccountEntryFilter,
  indexes: readonly string[],
  about: About = {},
): ListRead => ({
  name: `entries ${name}`,
  indexes: [...entryIndexes, ...indexes],
  spare: forEachOf(() => 25),
  key: 'entry',
  page: async (unitOfWork, ledgerId, slice) => {
    const reader = new PostgresBalanceReader(unitOfWork);
    return (await reader.accountEntries({ ledgerId }, hotAccount.id, filter, slice, '-effective_date'))?.page;
  },
  ...about,
});

export const orderedReads: readonly ListRead[] = [
  dated('', {}, reversed),
  dated(' between two days', { fromDate: '2018-01-01' as Day, toDate: '2024-01-01' as Day }, reversed),
  dated(' of a rare reference', { reference: 'RARE' }, referring, { sorts: true }),
  dated(' of a word that they all have', { words: ['x'] }, reversed),
  dated(' of a rare word', { words: ['rare'] }, blocks, throughBlocks),
  entries('from the latest on', {}, []),
  entries('of a word that they all have', { words: ['x'] }, []),
  entries('of a rare word', { words: ['rare'] }, [...blocks, 'entries_pkey'], throughBlocks),
];

export const totalReads: readonly SingleRead[] = [
  {
    name: 'the totals of a rare reference',
    indexes: [...referring, 'transaction_amendments_pkey', 'transactions_pkey'],
    spare: flat,
    read: (unitOfWork, ledgerId) =>
      new PostgresTransactionReader(unitOfWork).transactionTotals({ ledgerId }, { reference: 'RARE' }),
  },
  {
    name: 'the totals of the entries of an account',
    indexes: ['account_day_balances_pkey'],
    spare: () => 1_000,
    read: (unitOfWork, ledgerId) =>
      new PostgresBalanceReader(unitOfWork).entryTotals({ ledgerId }, hotAccount.id, { layer: 'settled' }),
  },
];
