/** What the adapters in memory of all contexts share: one line of transactions, a room, and the things of one context that another one reads or moves. */
import type { Id, LedgerId, TenantId } from '../ids';
import type { Denomination } from '../money';
import { quotas, type QuotaName } from '../quotas';
import type { TimeZone } from '../time-zone';
import { token } from '../token';
import type { Tx } from '../unit-of-work';
import type { Room } from './kept';
import type { MemoryUnitOfWork } from './unit-of-work';

/**
 * The attribute keys of a tenant, as ledgering uses them. On PostgreSQL, ledgering does this with statements on the tables of
 * attributes.
 */
export interface AttributeKeys {
  /** The version of the rules; every change of them gives a new one. */
  version(tenantId: TenantId): string;
  declare(
    tx: Tx,
    tenantId: TenantId,
    keys: readonly { readonly id: Id<'attribute definition'>; readonly key: string }[],
    at: Date,
  ): void;
  /** Counts one more posted transaction with each key. */
  count(tx: Tx, tenantId: TenantId, keys: readonly string[]): void;
}

/** The transaction codes of a ledger, as acceptance compares them. On PostgreSQL, ledgering reads them in the tables of the catalog. */
export interface TransactionCodeStates {
  states(
    ledgerId: LedgerId,
    codes: readonly string[],
  ): Promise<readonly { readonly code: string; readonly version: number; readonly status: 'active' | 'deprecated' }[]>;
}

/** The API keys of a ledger follow it in the same transaction. On PostgreSQL a trigger does this. */
export interface LedgerKeys {
  follow(
    tx: Tx,
    ledger: { readonly id: LedgerId; readonly denomination: Denomination; readonly timeZone: TimeZone },
  ): void;
}

/** Strings and stored rates, as a conversion or transfer compares them when it is written. */
export interface StringStates {
  isSo(guess: {
    readonly stringId: string;
    readonly ledgerIds: readonly LedgerId[];
    readonly rate: { readonly base: string; readonly quote: string; readonly setAt: Date } | null;
  }): boolean;
}

/** How many of a thing a tenant may have. On PostgreSQL, `kernel/postgres/quotas` reads it where the thing is created. */
export interface KeptQuotas {
  most(tenantId: TenantId, quota: QuotaName): number;
}

/** The limits of tenants for which nothing was set. */
export const usualQuotas: KeptQuotas = { most: (_, quota) => quotas[quota].usual };

export const ROOM = token<Room>('Room');
export const MEMORY_UNIT_OF_WORK = token<MemoryUnitOfWork>('MemoryUnitOfWork');
export const ATTRIBUTE_KEYS = token<AttributeKeys>('AttributeKeys');
export const TRANSACTION_CODE_STATES = token<TransactionCodeStates>('TransactionCodeStates');
export const LEDGER_KEYS = token<LedgerKeys>('LedgerKeys');
export const KEPT_QUOTAS = token<KeptQuotas>('KeptQuotas');
export const STRING_STATES = token<StringStates>('StringStates');
