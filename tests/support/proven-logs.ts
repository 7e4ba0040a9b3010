/** The logs of ledgers and tenants as the service proves them, and checkpoints of all of them, for tests without a service. */
import type { Principal } from '../../src/kernel/principal';
import type { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { PostgresTenantLog } from '../../src/modules/access/postgres/tenant-log';
import { PostgresLogReader } from '../../src/modules/ledgering/postgres/log/log-reader';
import { createLogs } from '../../src/modules/proof/application/logs';
import type { Logs } from '../../src/modules/proof/application/ports';
import { openKey, signThrough, type SigningDependencies } from '../../src/modules/proof/application/signing';
import { signingInMemory } from '../../src/modules/proof/memory/signing';
import { PostgresTreeStore } from '../../src/modules/proof/postgres/tree-store';
import type { Bookkeeping } from './bookkeeping';

type Reads = Pick<PostgresUnitOfWork, 'read'>;

/** The logs of the ledgers of `callers`, and of all tenants. */
export const logsOn = (unitOfWork: Reads, callers: readonly Pick<Principal, 'ledgerId'>[] = []): Logs => {
  const ends = callers.map(({ ledgerId }) => ({ ledgerId, lastSequence: 1n }));
  const ledgers = new PostgresLogReader(unitOfWork, { ledgersOfEvents: async () => ends });
  const tenants = new PostgresTenantLog(unitOfWork);
  return createLogs(
    { logEnds: (least) => ledgers.ends(least), eventHashes: (...asked) => ledgers.hashes(...asked) },
    { tenantLogEnds: () => tenants.ends(), tenantLogHashes: (...asked) => tenants.hashes(...asked) },
  );
};

/** The dependencies of signing, with checkpoints written into `file`. */
export const signingInto = (
  { unitOfWork, clock }: Bookkeeping,
  logs: Logs,
  file: string[],
): Omit<SigningDependencies, 'background' | 'log'> => ({
  ...{ unitOfWork, logs, clock, store: new PostgresTreeStore(unitOfWork) },
  signing: { ...signingInMemory('ledger.test'), publish: async (note) => void file.push(note) },
});

/** Signs all logs at once, which the service does within a minute. */
export const signAll = async (parts: ReturnType<typeof signingInto>): Promise<void> => {
  const key = await openKey(parts);
  if ('complaint' in key) throw new Error(key.complaint);
  for (const { of, id } of await parts.logs.ends()) await signThrough(parts, key, { of, id });
};
