/** Every list of a ledger, with the rules for its query plan. */
import type { LedgerId } from '../../src/kernel/ids';
import type { Page, Slice } from '../../src/kernel/page';
import type { Day } from '../../src/kernel/time';
import type { TransactionCodeFilter } from '../../src/modules/catalog/domain/transaction-code';
import { PostgresTransactionCodeStore } from '../../src/modules/catalog/postgres/transaction-code-store';
import type {
  AccountEntryFilter,
  AccountFilter,
  ActivityFilter,
  TransactionFilter,
} from '../../src/modules/ledgering/application/reader';
import { PostgresAccountSets } from '../../src/modules/ledgering/postgres/chart/account-sets';
import { PostgresBalanceReader } from '../../src/modules/ledgering/postgres/sums/balance-reader';
import { PostgresChartReader } from '../../src/modules/ledgering/postgres/chart/chart-reader';
import { PostgresTransactionReader } from '../../src/modules/ledgering/postgres/transactions/transaction-reader';
import {
  defaultJournalId,
  hotAccount,
  rareAccount,
  rareJournalId,
  someBatchId,
  voidedId,
  wideSetId,
  type BigLedger,
} from './big-ledger';
import {
  byBlocks,
  byCounting,
  flat,
  forEachOf,
  pastTheQueue,
  throughTheChart,
  throughTheDays,
  throughBlocks,
  throughTheUndecided,
  whereSmallIsNotFull,
  type Read,
} from './big-ledger-reads';
import type { ExplainingUnitOfWork } from './explaining';
import { ormInTransactions } from './orm';
import { nowhere } from './requests';
import { webhookLists } from './webhook-lists';

export interface ListRead extends Read {
  /** The minimum number of rows of the first page in a big ledger; a full page by default. */
  readonly rows?: number;
  /** The sort key that the list's cursor holds. */
  readonly key: keyof BigLedger['middle'];
  readonly page: (
    unitOfWork: ExplainingUnitOfWork,
    ledgerId: LedgerId,
    slice: Slice,
  ) => Promise<Page<unknown> | undefined>;
}

type About = Partial<Pick<ListRead, 'indexes' | 'spare' | 'rows' | 'sorts'>>;

const accounts = (name: string, filter: AccountFilter, about: About = {}): ListRead => ({
  name: `accounts${name}`,
  indexes: ['account_balances_pkey', 'account_day_balances_pkey', 'accounts_ledger_id_code_key'],
  spare: flat,
  key: 'account',
  page: (unitOfWork, ledgerId, slice) =>
    new PostgresChartReader(unitOfWork).accounts({ ledgerId }, filter, slice, '2026-01-15' as Day),
  ...about,
});

const entries = (name: string, filter: AccountEntryFilter, ...more: readonly string[]): ListRead => ({
  name: `entries${name}`,
  indexes: [
    'account_balances_pkey',
    'account_day_balances_pkey',
    'account_day_marks_pkey',
    'account_period_balances_pkey',
    'accounts_pkey',
    'entries_of_account',
    'ledger_log_of_transaction',
    ...more,
    ...['transaction_amendments_pkey', 'transactions_pkey'],
  ],
  spare: forEachOf(() => 1),
  key: 'entry',
  page: async (unitOfWork, ledgerId, slice) =>
    (await new PostgresBalanceReader(unitOfWork).accountEntries({ ledgerId }, hotAccount.id, filter, slice))?.page,
});

const unreversed = [
  ...['accounts_pkey', 'deleted_accounts_pkey', 'entries_pkey', 'posting_queue_pkey'],
  ...['transaction_amendments_pkey', 'transactions_pkey'],
];
/** The indexes that a page of transactions uses. One of them finds the reversals of the reversed transactions on the page. */
const shown = [...unreversed, 'transactions_reversing'];
const undecided = unreversed.filter((index) => index !== 'entries_pkey');
const posted = ['accounts_pkey', 'entries_pkey', 'transaction_amendments_pkey', 'transactions_pkey'];
const by = (index: string): readonly string[] => [...shown, index];
const byRare = (index: string): readonly string[] => [...unreversed, index];
const transactions = (name: string, filter: TransactionFilter, about: About = {}): ListRead => ({
  name: `transactions${name}`,
  indexes: shown,
  spare: flat,
  key: 'transaction',
  page: (unitOfWork, ledgerId, slice) =>
    new PostgresTransactionReader(unitOfWork).transactions({ ledgerId }, filter, slice),
  ...about,
});

const notShown = ['transaction_attributes_pkey', 'transactions_pkey'];

const searched = (name: string, attributes: Readonly<Record<string, string>>, about: About = {}): ListRead =>
  transactions(` with ${name}`, { attributes }, { indexes: [...shown, 'transaction_attributes_pkey'], ...about });

const activity = (name: string, filter: ActivityFilter, indexes: readonly string[], about: About = {}): ListRead => ({
  name: `activity${name}`,
  indexes: [...indexes, 'ledger_log_subjects_pkey'],
  spare: flat,
  key: 'event',
  page: (unitOfWork, ledgerId, slice) =>
    new PostgresTransactionReader(unitOfWork).activity({ ledgerId }, filter, slice),
  ...about,
});

const aboutAny = [
  ...['ledger_log_of_account', 'ledger_log_of_transaction', 'ledger_log_pkey', 'ledger_log_subjects_of_member'],
  ...['ledger_log_subjects_of_one', 'transactions_pkey'],
];

const codes = (name: string, filter: TransactionCodeFilter, about: About = {}): ListRead => ({
  name: `transaction codes${name}`,
  indexes: ['trancodes_ledger_id_code_key'],
  spare: flat,
  key: 'code',
  page: (unitOfWork, ledgerId, slice) =>
    new PostgresTransactionCodeStore(unitOfWork, ormInTransactions).list(ledgerId, filter, slice),
  ...about,
});

const sets = (name: string, search: string | undefined, about: About = {}): ListRead => ({
  name: `account sets${name}`,
  indexes: ['account_sets_ledger_id_code_key'],
  spare: flat,
  key: 'code',
  page: (unitOfWork, ledgerId, slice) =>
    new PostgresAccountSets(unitOfWork, ormInTransactions).accountSets({ ledgerId }, search, slice),
  ...about,
});

const bySearch = [...shown, ...byBlocks];

export const listReads: readonly ListRead[] = [
  accounts('', {}),
  accounts(' of a common type', { type: 'asset' }),
  accounts(' of a type that no account has', { type: 'equity' }, { spare: throughTheChart, rows: 0 }),
  accounts(' that take entries', { isActive: true, isGroup: false }),
  accounts(' that are inactive, as few are', { isActive: false }, { spare: throughTheChart }),
  accounts(
    ' of a parent',
    { parentId: rareAccount.id },
    { indexes: ['account_balances_pkey', 'account_day_balances_pkey', 'accounts_of_parent'] },
  ),
  accounts(' with a word that all names contain', { search: 'ccount' }),
  accounts(' found by a rare word', { search: 'hot' }, { spare: throughTheChart, rows: 1 }),
  {
    name: 'journals',
    indexes: ['journals_ledger_id_code_key'],
    spare: flat,
    key: 'code',
    page: (unitOfWork, ledgerId, slice) => new PostgresChartReader(unitOfWork).journals({ ledgerId }, slice),
  },
  {
    name: 'period locks',
    indexes: ['period_locks_pkey'],
    spare: flat,
    key: 'chartId',
    page: (unitOfWork, ledgerId, slice) => new PostgresChartReader(unitOfWork).periodLocks({ ledgerId }, slice),
  },
  {
    name: 'codes of customers, for strings',
    indexes: ['accounts_ledger_id_code_key'],
    spare: flat,
    key: 'account',
    page: async (unitOfWork, ledgerId, { from, direction, limit }) => ({
      items: await new PostgresChartReader(unitOfWork).customerCodes([ledgerId], from?.[0], direction, limit),
      positionAt: () => [],
    }),
  },
  sets('', undefined),
  sets(' found by a rare word', 'set 7', { spare: throughTheChart }),
  {
    name: 'members of an account set',
    indexes: ['account_set_members_pkey', 'account_sets_pkey', 'accounts_pkey'],
    spare: flat,
    key: 'accountId',
    page: (unitOfWork, ledgerId, slice) =>
      new PostgresAccountSets(unitOfWork, ormInTransactions).accountSetMembers({ ledgerId }, wideSetId, slice),
  },
  ...webhookLists,
  codes('', {}),
  codes(' that are active', { status: 'active' }),
  codes(' found by a rare word', { search: 'code 7' }, { spare: throughTheChart }),

  entries('', {}),
  entries(' between two days', { startDate: '2018-01-01' as Day, endDate: '2024-01-01' as Day }),
  entries(' of the settled layer', { layer: 'settled' }),
  entries(' of the pending layer', { layer: 'pending' }, 'entries_of_rare_layer'),
  entries(' of a rare layer', { layer: 'encumbrance' }, 'entries_of_rare_layer'),

  transactions('', {}),
  transactions(' of the settled layer', { layer: 'settled' }),
  transactions(' of the pending layer', { layer: 'pending' }, { indexes: by('transactions_of_rare_layer') }),
  transactions(' of a rare layer', { layer: 'encumbrance' }, { indexes: byRare('transactions_of_rare_layer') }),
  transactions(' that are posted', { status: 'posted' }, { indexes: posted, spare: pastTheQueue }),
  transactions(' that are pending', { status: 'pending' }, { indexes: undecided }),
  transactions(' that failed', { status: 'failed' }, { indexes: [...undecided, 'ledger_log_of_rare_status'] }),
  transactions(' that are void', { status: 'void' }, { indexes: [...posted, 'ledger_log_of_rare_status'] }),
  transactions(
    ' that are reversed',
    { status: 'reversed' },
    { indexes: [...posted, 'ledger_log_of_rare_status', 'transactions_reversing'] },
  ),
  transactions(
    ' of a correlation whose id is that of a transaction',
    { correlationId: voidedId.toUpperCase() },
    { indexes: [...shown, 'transactions_by_correlation'], sorts: true },
  ),
  transactions(' of a correlation', { correlationId: 'common' }, { indexes: by('transactions_by_correlation') }),
  transactions(' of a batch', { batchId: someBatchId }, { indexes: by('transactions_of_batch') }),
  transactions(
    ' of a reference',
    { reference: 'RARE' },
    { indexes: [...byRare('transactions_by_reference'), 'transaction_amendments_of_reference'], sorts: true },
  ),
  transactions(' since a day', { fromDate: '2018-01-01' as Day }),
  transactions(
    ' of a few days long ago',
    { fromDate: '2016-02-01' as Day, toDate: '2016-03-10' as Day },
    { indexes: by('transactions_by_day'), sorts: true, spare: whereSmallIsNotFull },
  ),
  transactions(
    ' of years long ago',
    { fromDate: '2017-01-01' as Day, toDate: '2019-01-01' as Day },
    { indexes: by('transactions_by_day'), sorts: true, spare: throughTheDays },
  ),
  transactions(' of a common journal', { journalId: defaultJournalId }, { indexes: by('transactions_of_journal') }),
  transactions(' of a rare journal', { journalId: rareJournalId }, { indexes: byRare('transactions_of_journal') }),
  transactions(' of an unknown journal', { journalId: nowhere }, { indexes: ['transactions_of_journal'], rows: 0 }),
  transactions(' of a word that they all have', { words: ['x'] }, { indexes: bySearch, ...throughBlocks }),
  transactions(' of a rare word', { words: ['rare'] }, { indexes: [...unreversed, ...byBlocks], ...throughBlocks }),
  transactions(' of a word that none has', { words: ['none'] }, { indexes: byBlocks, ...throughBlocks, rows: 0 }),
  transactions(' of an account that they all move', { accountId: hotAccount.id }),
  transactions(
    ' of an account that few of them move',
    { accountId: rareAccount.id },
    {
      indexes: [...unreversed, 'entries_of_account', 'ledger_log_of_rare_status'],
      sorts: true,
      spare: throughTheUndecided,
    },
  ),
  searched('a common attribute', { common: 'c1' }),
  searched('a rare attribute', { rare: 'yes' }, { indexes: byRare('transaction_attributes_pkey') }),
  searched('an attribute that none of them has', { rare: 'never' }, { rows: 0, indexes: notShown }),
  searched(
    'two attributes, one of them rare',
    { common: 'c0', rare: 'yes' },
    { spare: byCounting, indexes: byRare('transaction_attributes_pkey') },
  ),
  searched(
    'two attributes that never meet',
    { common: 'c1', rare: 'yes' },
    { spare: byCounting, rows: 0, indexes: notShown },
  ),
  {
    name: 'a correlation, in posting order',
    indexes: [...shown, 'transaction_correlations_pkey', 'transactions_by_correlation'],
    spare: pastTheQueue,
    sorts: true,
    key: 'transaction',
    page: (unitOfWork, ledgerId, slice) =>
      new PostgresTransactionReader(unitOfWork).correlated({ ledgerId }, 'common', slice),
  },

  activity('', {}, ['ledger_log_pkey']),
  activity(' of postings', { type: 'transaction_posted' }, ['ledger_log_pkey']),
  activity(' of voids', { type: 'transaction_voided' }, ['ledger_log_of_rare_type']),
  activity(' of locks long ago', { type: 'period_locked' }, ['ledger_log_of_rare_type']),
  activity(' about an account', { accountId: hotAccount.id }, ['ledger_log_of_account']),
  activity(
    ' about a transaction',
    { transactionId: voidedId },
    ['ledger_log_of_transaction', 'ledger_log_pkey', 'transactions_pkey'],
    { sorts: true, rows: 2 },
  ),
  activity(' about anything, an account', { subjectId: hotAccount.id }, aboutAny, { sorts: true }),
  activity(' about anything, a transaction', { subjectId: voidedId }, aboutAny, { sorts: true, rows: 2 }),
];
