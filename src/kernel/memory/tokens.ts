/**
 * Tokens that the in-memory adapters of all modules share: the unit of work, the memory counter, and the records of one module that another
 * module reads or changes.
 */
import type { Id, LedgerId, TenantId } from '../ids';
import type { Denomination } from '../money';
import { quotas, type QuotaName } from '../quotas';
import type { TimeZone } from '../time-zone';
import { token } from '../token';
import type { Tx } from '../unit-of-work';
import type { Room } from './kept';
import type { MemoryUnitOfWork } from './unit-of-work';

/** A tenant's attribute keys, as ledgering uses them. On PostgreSQL, ledgering reads and writes the tables of attributes itself. */
export interface AttributeKeys {
  /** Returns the version of the tenant's attribute rules, which differs after every change. */
  version(tenantId: TenantId): string;
  declare(
    tx: Tx,
    tenantId: TenantId,
    keys: readonly { readonly id: Id<'attribute definition'>; readonly key: string }[],
    at: Date,
  ): void;
  /** Adds one posted transaction to the count of each key. */
  count(tx: Tx, tenantId: TenantId, keys: readonly string[]): void;
}

/**
 * The transaction codes of a ledger, for the check at acceptance. On PostgreSQL, ledgering reads them from the tables
 * of the catalog.
 */
export interface TransactionCodeStates {
  states(
    ledgerId: LedgerId,
    codes: readonly string[],
  ): Promise<readonly { readonly code: string; readonly version: number; readonly status: 'active' | 'deprecated' }[]>;
}

/** Changes the API keys of a ledger together with the ledger, in one transaction. On PostgreSQL a trigger does this. */
export interface LedgerKeys {
  follow(
    tx: Tx,
    ledger: { readonly id: LedgerId; readonly denomination: Denomination; readonly timeZone: TimeZone },
  ): void;
}

/** Strings and stored rates, which are checked when a conversion or transfer is written. */
export interface StringStates {
  isSo(guess: {
    readonly stringId: string;
    readonly ledgerIds: readonly LedgerId[];
    readonly rate: { readonly base: string; readonly quote: string; readonly setAt: Date } | null;
  }): boolean;
}

/**
 * Returns how many records of a kind a tenant may have. On PostgreSQL, `kernel/postgres/quotas` reads the limit when a record is created.
 */
export interface KeptQuotas {
  most(tenantId: TenantId, quota: QuotaName): number;
}

/** The limits of tenants without limits of their own. */
export const usualQuotas: KeptQuotas = { most: (_, quota) => quotas[quota].usual };

export const ROOM = token<Room>('Room');
export const MEMORY_UNIT_OF_WORK = token<MemoryUnitOfWork>('MemoryUnitOfWork');
export const ATTRIBUTE_KEYS = token<AttributeKeys>('AttributeKeys');
export const TRANSACTION_CODE_STATES = token<TransactionCodeStates>('TransactionCodeStates');
export const LEDGER_KEYS = token<LedgerKeys>('LedgerKeys');
export const KEPT_QUOTAS = token<KeptQuotas>('KeptQuotas');
export const STRING_STATES = token<StringStates>('StringStates');
