/** The adapters of the whole service in memory, for tests: `compose` takes them in place of those on PostgreSQL. */
import { ContainerModule } from 'inversify';
import { MEMORY_UNIT_OF_WORK } from '../kernel/memory/tokens';
import { MemoryUnitOfWork } from '../kernel/memory/unit-of-work';
import type { Network } from '../kernel/network';
import { provide } from '../kernel/token';
import type { SystemState } from '../modules/administration';
import { systemIs } from '../modules/administration/wiring';
import { webhooksTo } from '../modules/events/wiring';
import { ratesFrom } from '../modules/strings/wiring';
import { contexts } from './contexts';

const systemInMemory: SystemState = {
  ...{ version: '0.0.0', nodeVersion: process.version, role: 'all', startedAt: new Date() },
  migrations: { applied: [], pending: [] },
  databaseVersion: 'none',
  pool: { inUse: 0, open: 0, waiting: 0, max: 0 },
  settings: [],
};

export interface MemoryChoices {
  readonly fxUrl?: string | undefined;
  readonly webhookAllow?: readonly Network[];
}

export const inMemory = ({ fxUrl, webhookAllow = [] }: MemoryChoices = {}): readonly ContainerModule[] => [
  new ContainerModule(({ bind }) => {
    provide({ bind }, MEMORY_UNIT_OF_WORK, [], () => new MemoryUnitOfWork());
  }),
  ...contexts.flatMap((context) => context.inMemory ?? []),
  ratesFrom(fxUrl),
  webhooksTo(webhookAllow),
  systemIs({ state: async () => systemInMemory }),
];
