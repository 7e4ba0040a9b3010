/** Every read of a balance or of a single object of a ledger, with the rules for its query plan. */
import type { LedgerId } from '../../src/kernel/ids';
import { firstSlice } from '../../src/kernel/page';
import type { Day } from '../../src/kernel/time';
import type { Tx } from '../../src/kernel/unit-of-work';
import type { TransactionCodeId } from '../../src/modules/catalog/domain/transaction-code';
import { PostgresTransactionCodeStore } from '../../src/modules/catalog/postgres/transaction-code-store';
import { PostgresAcceptanceStore } from '../../src/modules/ledgering/postgres/posting/acceptance-store';
import { PostgresAccountSets } from '../../src/modules/ledgering/postgres/chart/account-sets';
import { PostgresBalanceReader } from '../../src/modules/ledgering/postgres/sums/balance-reader';
import { PostgresChartReader } from '../../src/modules/ledgering/postgres/chart/chart-reader';
import { PostgresPostingStore } from '../../src/modules/ledgering/postgres/posting/posting-store';
import { PostgresTransactionReader } from '../../src/modules/ledgering/postgres/transactions/transaction-reader';
import { hotAccount, narrowSetId, quietAccount, rareJournalId, voidedId, wideSetId } from './big-ledger';
import { lastDay } from './big-ledger-statements';
import { flat, forEachOf, throughLaterDays, type Read } from './big-ledger-reads';
import type { ExplainingUnitOfWork } from './explaining';
import { ormInTransactions } from './orm';
import { nowhere } from './requests';

export interface SingleRead extends Read {
  readonly read: (unitOfWork: ExplainingUnitOfWork, ledgerId: LedgerId) => Promise<unknown>;
}

const balance = (name: string, code: string, asOf: string, spare = flat): SingleRead => ({
  name: `balance ${name}`,
  indexes: [
    'account_balances_pkey',
    'account_day_balances_pkey',
    'account_period_balances_pkey',
    'accounts_ledger_id_code_key',
    'entries_of_rare_layer',
    'entries_undone_pkey',
    'transactions_of_hold_state',
  ],
  spare,
  read: (unitOfWork, ledgerId) => new PostgresBalanceReader(unitOfWork).balanceByCode({ ledgerId }, code, asOf as Day),
});

const setBalance = (name: string, setId: typeof wideSetId, asOf: string, spare = flat): SingleRead => ({
  name: `balance of ${name}`,
  indexes: [
    'account_balances_pkey',
    'account_day_balances_pkey',
    'account_period_balances_pkey',
    'account_set_members_pkey',
    'account_sets_pkey',
    'accounts_pkey',
    'entries_of_rare_layer',
    'entries_undone_pkey',
    'transactions_of_hold_state',
  ],
  spare,
  read: (unitOfWork, ledgerId) =>
    new PostgresAccountSets(unitOfWork, ormInTransactions).accountSetBalance({ ledgerId }, setId, asOf as Day),
});

const claimed = 25;

const within = (
  name: string,
  indexes: readonly string[],
  work: (tx: Tx, ledgerId: LedgerId, unitOfWork: ExplainingUnitOfWork) => Promise<unknown>,
): SingleRead => ({
  name,
  indexes,
  spare: flat,
  read: (unitOfWork, ledgerId) => unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => work(tx, ledgerId, unitOfWork)),
});

export const singleReads: readonly SingleRead[] = [
  balance('today', hotAccount.code, lastDay),
  balance('of a quiet account, today', quietAccount.code, lastDay),
  balance('as of a day, five years ago', hotAccount.code, '2021-01-01', throughLaterDays),
  balance('far in the past', hotAccount.code, '2016-02-01', throughLaterDays),
  balance('before everything', hotAccount.code, '2010-01-01', throughLaterDays),
  setBalance('a set, today', narrowSetId, lastDay),
  setBalance(
    'a set, far in the past',
    narrowSetId,
    '2016-02-01',
    forEachOf(() => 1_000),
  ),
  setBalance(
    'a set, five years ago',
    narrowSetId,
    '2021-01-27',
    forEachOf(() => 1_000),
  ),
  setBalance(
    'a set of all accounts',
    wideSetId,
    lastDay,
    forEachOf(({ accounts }) => accounts),
  ),
  setBalance(
    'a set of all accounts, five years ago',
    wideSetId,
    '2021-01-27',
    forEachOf(({ accounts }) => 20 * accounts),
  ),
  {
    name: 'an account',
    indexes: ['account_balances_pkey', 'account_day_balances_pkey', 'accounts_pkey'],
    spare: flat,
    read: (unitOfWork, ledgerId) =>
      new PostgresChartReader(unitOfWork).account({ ledgerId }, quietAccount.id, '2026-01-15' as Day),
  },
  {
    name: 'accounts by their codes, for strings',
    indexes: ['account_balances_pkey', 'accounts_ledger_id_code_key'],
    spare: flat,
    read: (unitOfWork, ledgerId) =>
      new PostgresChartReader(unitOfWork).accountsNamed([ledgerId], [hotAccount.code, quietAccount.code]),
  },
  {
    name: 'a transaction',
    indexes: ['accounts_pkey', 'entries_pkey', 'transaction_amendments_pkey', 'transactions_pkey'],
    spare: flat,
    read: (unitOfWork, ledgerId) => new PostgresTransactionReader(unitOfWork).transaction({ ledgerId }, voidedId),
  },
  {
    name: 'the list of transactions of an unknown account',
    indexes: ['accounts_pkey', 'deleted_accounts_pkey'],
    spare: flat,
    read: (unitOfWork, ledgerId) =>
      new PostgresTransactionReader(unitOfWork).transactions({ ledgerId }, { accountId: nowhere }, firstSlice(25)),
  },
  {
    name: 'the later state of a transaction',
    indexes: ['transactions_pkey'],
    spare: flat,
    read: (unitOfWork, ledgerId) => new PostgresTransactionReader(unitOfWork).decisions(ledgerId, [voidedId]),
  },
  {
    name: 'states of transaction codes',
    indexes: ['trancodes_ledger_id_code_key'],
    spare: flat,
    read: (unitOfWork, ledgerId) =>
      new PostgresTransactionCodeStore(unitOfWork, ormInTransactions).states(ledgerId, ['C00000007']),
  },
  {
    name: 'a transaction code',
    indexes: ['trancodes_pkey'],
    spare: flat,
    read: (unitOfWork, ledgerId) =>
      new PostgresTransactionCodeStore(unitOfWork, ormInTransactions).read(
        ledgerId,
        rareJournalId as string as TransactionCodeId,
      ),
  },
  within(
    'the read of acceptance for keys, accounts, journals, locks and sources',
    [
      'account_balances_pkey',
      'account_day_balances_pkey',
      'account_months_pkey',
      'accounts_ledger_id_code_key',
      'accounts_pkey',
      'idempotency_keys_pkey',
      'ledger_heads_pkey',
      'ledgers_pkey',
      'journals_ledger_id_code_key',
      'journals_pkey',
      'period_locks_in_force',
      'posting_queue_pkey',
      'trancodes_ledger_id_code_key',
      'transactions_pkey',
    ],
    (tx, ledgerId) =>
      new PostgresAcceptanceStore().readAcceptance(tx, ledgerId, {
        keys: ['key-7', 'key-8', 'never'],
        accountIds: [hotAccount.id, quietAccount.id],
        accountCodes: [hotAccount.code, quietAccount.code],
        journalIds: [rareJournalId],
        correlationSourceIds: [voidedId],
        transactionCodes: ['CODE-7', 'NEVER'],
        days: ['2026-01-15' as Day],
      }),
  ),
  within(
    'the read of posting for accounts, journals and locks',
    [
      'account_balances_pkey',
      'account_day_balances_pkey',
      'account_months_pkey',
      'accounts_pkey',
      'journals_pkey',
      'ledger_heads_pkey',
      'ledgers_pkey',
      'period_locks_in_force',
    ],
    (tx, ledgerId, unitOfWork) =>
      new PostgresPostingStore(unitOfWork).readPostingFacts(tx, ledgerId, {
        accountIds: [hotAccount.id, quietAccount.id],
        journalIds: [rareJournalId],
        days: ['2026-01-15' as Day],
      }),
  ),
  within(
    'the oldest waiting transactions',
    ['posting_queue_of_atomic_batch', 'posting_queue_pkey'],
    (tx, ledgerId, unitOfWork) => new PostgresPostingStore(unitOfWork).claimPending(tx, ledgerId, claimed),
  ),
];
