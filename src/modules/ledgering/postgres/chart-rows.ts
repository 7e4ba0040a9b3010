/** The rows of the chart that SQL reads, and what they mean. */
import { signedBalance, type NormalBalance } from '../../../kernel/accounting';
import { rowReader } from '../../../kernel/postgres/entities';
import { statement } from '../../../kernel/postgres/sql';
import type { AccountWithBalance } from '../application/reader';
import { AccountSchema, AccountSetSchema, JournalSchema, LedgerSchema, PeriodLockSchema } from './schema';

export const toLedger = rowReader(LedgerSchema);
export const toJournal = rowReader(JournalSchema, 'ledgerId');
export const toPeriodLock = rowReader(PeriodLockSchema, 'ledgerId');
export const toAccountSet = rowReader(AccountSetSchema, 'ledgerId');
const toBareAccount = rowReader(AccountSchema, 'ledgerId');

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

export const selectAccounts = `select a.*, b.debits, b.credits
     from accounts a
    cross join lateral (select debits, credits from account_balances
                         where ledger_id = $1 and account_id = a.id and layer = 'settled' offset 0) b`;

export const readAccount = statement('read_account', `${selectAccounts} where a.ledger_id = $1 and a.id = $2`);

export const readAccountsNamed = statement(
  'read_accounts_named',
  `${selectAccounts} where a.ledger_id = $1 and a.code = any ($2::text[])`,
);

export const readLedgers = statement('read_ledgers', 'select * from ledgers where id = any ($1::uuid[]) order by code');

/** For operators, who ask seldom: the control plane is small, and nothing else looks for a code over all tenants. */
export const findLedgers = statement(
  'find_ledgers',
  `select * from ledgers
    where ($1::uuid is null or tenant_id = $1) and ($2::text is null or code = $2)
    order by code, id limit $3`,
);

export const readJournal = statement('read_journal', 'select * from journals where ledger_id = $1 and id = $2');
