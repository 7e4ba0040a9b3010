/** The rows of the chart as SQL returns them, and their conversion to records. */
import { signedBalance, type NormalBalance } from '../../../../kernel/accounting';
import { rowReader } from '../../../../kernel/postgres/entities';
import { loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { AccountWithBalance } from '../../application/reader';
import { AccountSchema, AccountSetSchema, JournalSchema, LedgerSchema, PeriodLockSchema } from '../schema';

export const toLedger = rowReader(LedgerSchema);
export const toJournal = rowReader(JournalSchema, 'ledgerId');
export const toPeriodLock = rowReader(PeriodLockSchema, 'ledgerId');
export const toAccountSet = rowReader(AccountSetSchema, 'ledgerId');
export const toBareAccount = rowReader(AccountSchema, 'ledgerId');

/** An account with its settled debits and credits up to a day. */
export interface AccountRow {
  readonly normal_balance: NormalBalance;
  readonly debits: string;
  readonly credits: string;
}

export const toAccount = (row: AccountRow): AccountWithBalance => ({
  balance: signedBalance(row.normal_balance, BigInt(row.debits), BigInt(row.credits)),
  ...toBareAccount(row),
});

/**
 * Returns the beginning of a statement that lists accounts; the caller appends a condition. $1 is the ledger, and `today` is the
 * placeholder of the day for the balances.
 */
export const selectAccounts = (
  today: string,
): string => `select a.*, b.debits - l.debits as debits, b.credits - l.credits as credits
     from accounts a
    cross join lateral (select debits, credits from account_balances
                         where ledger_id = $1 and account_id = a.id and layer = 'settled' offset 0) b
    cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits from account_day_balances
                         where ledger_id = $1 and account_id = a.id and layer = 'settled' and day > ${today}::date) l`;

export const { read_account: readAccount } = loadStatements(__filename, {
  read_account: parameters('ledger_id', 'account_id', 'today').rows<AccountRow>(),
});
