/** The rows of the chart that SQL reads, and what they mean. */
import { signedBalance, type NormalBalance } from '../../../kernel/accounting';
import { rowReader } from '../../../kernel/postgres/entities';
import { loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { AccountWithBalance } from '../application/reader';
import { AccountSchema, AccountSetSchema, JournalSchema, LedgerSchema, PeriodLockSchema } from './schema';

export const toLedger = rowReader(LedgerSchema);
export const toJournal = rowReader(JournalSchema, 'ledgerId');
export const toPeriodLock = rowReader(PeriodLockSchema, 'ledgerId');
export const toAccountSet = rowReader(AccountSetSchema, 'ledgerId');
export const toBareAccount = rowReader(AccountSchema, 'ledgerId');

/** An account with the settled total of its debits and that of its credits. */
export interface AccountRow {
  readonly normal_balance: NormalBalance;
  readonly debits: string;
  readonly credits: string;
}

export const toAccount = (row: AccountRow): AccountWithBalance => ({
  balance: signedBalance(row.normal_balance, BigInt(row.debits), BigInt(row.credits)),
  ...toBareAccount(row),
});

/** Lists of accounts begin with it; a condition of theirs follows. $1 is the ledger. */
export const selectAccounts = `select a.*, b.debits, b.credits
     from accounts a
    cross join lateral (select debits, credits from account_balances
                         where ledger_id = $1 and account_id = a.id and layer = 'settled' offset 0) b`;

export const { read_account: readAccount } = loadStatements(__filename, {
  read_account: parameters('ledger_id', 'account_id').rows<AccountRow>(),
});
