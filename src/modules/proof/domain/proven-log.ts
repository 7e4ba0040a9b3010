/**
 * The logs that checkpoints prove: one for each ledger and one for each tenant. A tenant's log records its ledgers and their decimals, its
 * keys and their rights, its strings and its operators. The log of the installation has the nil id in place of a tenant's id.
 */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Scope } from '../../../kernel/unit-of-work';

/** No ledger has the same id as a tenant, so the id alone identifies the trees and checkpoints of a log. */
export type LogId = LedgerId | TenantId;

export interface ProvenLog {
  readonly of: 'ledger' | 'tenant';
  readonly id: LogId;
}

/** The scope for row-level security, which compares the ids of ledgers and of tenants with the same column. */
export const scopeOf = (logIds: readonly LogId[]): Scope => ({ ledgerIds: logIds as readonly LedgerId[] });
