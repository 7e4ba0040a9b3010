/**
 * The logs that are proven: that of each ledger, and that of each tenant, which tells of its ledgers and their decimals, its keys and their
 * rights, its strings and its people. That of the installation counts as the log of a tenant with the nil id.
 */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Scope } from '../../../kernel/unit-of-work';

/** No ledger has the id of a tenant, so trees and checkpoints are kept by it alone. */
export type LogId = LedgerId | TenantId;

export interface ProvenLog {
  readonly of: 'ledger' | 'tenant';
  readonly id: LogId;
}

/** Row-level security keeps trees and checkpoints apart by the id of the ledger, and by that of the tenant in the same column. */
export const scopeOf = (logIds: readonly LogId[]): Scope => ({ ledgerIds: logIds as readonly LedgerId[] });
