/** The rows of the chart, and what they mean. */
import { signedBalance } from '../../../kernel/accounting';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import { instantOf, statement } from '../../../kernel/postgres/sql';
import type { Day } from '../../../kernel/time';
import type { AccountWithBalance } from '../application/reader';
import type { AccountId } from '../domain/account';
import type { Journal } from '../domain/journal';
import type { Ledger } from '../domain/ledger';
import type { PeriodLock, PeriodLockId } from '../domain/period-lock';
import type { JournalId } from '../domain/transaction';
import { toHeading, type HeadingRow } from './heading';

export interface LedgerRow {
  readonly id: LedgerId;
  readonly tenant_id: TenantId;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly currency_type: Ledger['currencyType'];
  readonly storage_decimals: number;
  readonly display_decimals: number;
  readonly is_active: boolean;
  readonly metadata: Ledger['metadata'];
  readonly created_at: string;
  readonly updated_at: string;
}

export const toLedger = (row: LedgerRow): Ledger => ({
  id: row.id,
  tenantId: row.tenant_id,
  code: row.code,
  name: row.name,
  currencyType: row.currency_type,
  denomination: {
    currency: row.currency,
    storageDecimals: row.storage_decimals,
    displayDecimals: row.display_decimals,
  },
  isActive: row.is_active,
  metadata: row.metadata,
  createdAt: instantOf(row.created_at),
  updatedAt: instantOf(row.updated_at),
});

export interface AccountRow extends HeadingRow {
  readonly category: AccountWithBalance['category'];
  readonly parent_id: AccountId | null;
  readonly description: string | null;
  readonly is_active: boolean;
  readonly is_system: boolean;
  readonly metadata: AccountWithBalance['metadata'];
  readonly enforce_balance_limits: boolean;
  readonly min_balance: string | null;
  readonly max_balance: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly debits: string;
  readonly credits: string;
}

const minorOrNull = (text: string | null): Minor | null => (text === null ? null : (BigInt(text) as Minor));

export const toAccount = (row: AccountRow): AccountWithBalance => ({
  category: row.category,
  ...toHeading(row),
  parentId: row.parent_id,
  description: row.description,
  isActive: row.is_active,
  isSystem: row.is_system,
  metadata: row.metadata,
  limits: {
    enforced: row.enforce_balance_limits,
    min: minorOrNull(row.min_balance),
    max: minorOrNull(row.max_balance),
  },
  balance: signedBalance(row.normal_balance, BigInt(row.debits), BigInt(row.credits)),
  createdAt: instantOf(row.created_at),
  updatedAt: instantOf(row.updated_at),
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

export interface JournalRow {
  readonly id: JournalId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly is_closed: boolean;
  readonly metadata: Journal['metadata'];
  readonly created_at: string;
  readonly updated_at: string;
}

export const toJournal = (row: JournalRow): Journal => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  isClosed: row.is_closed,
  metadata: row.metadata,
  createdAt: instantOf(row.created_at),
  updatedAt: instantOf(row.updated_at),
});

export const readJournal = statement('read_journal', 'select * from journals where ledger_id = $1 and id = $2');

export interface PeriodLockRow {
  readonly id: PeriodLockId;
  readonly locked_until: Day;
  readonly reason: string;
  readonly created_at: string;
  readonly released_at: string | null;
  readonly release_reason: string | null;
}

export const toPeriodLock = (row: PeriodLockRow): PeriodLock => ({
  id: row.id,
  lockedUntil: row.locked_until,
  reason: row.reason,
  createdAt: instantOf(row.created_at),
  releasedAt: row.released_at === null ? null : instantOf(row.released_at),
  releaseReason: row.release_reason,
});
