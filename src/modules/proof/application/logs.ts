/** Gives the logs of ledgers and of tenants one interface, so that the same code builds the trees and checkpoints of both. */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Access } from '../../access';
import type { Ledgering } from '../../ledgering';
import type { Logs } from './ports';

export const createLogs = (
  ledgering: Pick<Ledgering, 'logEnds' | 'eventHashes'>,
  access: Pick<Access, 'tenantLogEnds' | 'tenantLogHashes'>,
): Logs => ({
  ends: async () => [
    ...(await ledgering.logEnds(1n)).map(({ ledgerId, lastSequence }) => ({
      ...{ of: 'ledger' as const, id: ledgerId, lastSequence },
    })),
    ...(await access.tenantLogEnds()).map(({ tenantId, lastSequence }) => ({
      ...{ of: 'tenant' as const, id: tenantId, lastSequence },
    })),
  ],
  hashes: ({ of, id }, after, limit) =>
    of === 'ledger'
      ? ledgering.eventHashes(id as LedgerId, after, limit)
      : access.tenantLogHashes(id as TenantId, after, limit),
});
