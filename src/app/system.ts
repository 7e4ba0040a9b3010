/** Facts about this process and its surroundings, for administrators of all tenants. */
import type { LedgerTime } from '../kernel/clock';
import { appliedMigrations, pendingMigrations } from '../kernel/postgres/migrate';
import type { ConnectionPool } from '../kernel/postgres/pool';
import { queryText } from '../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../kernel/postgres/unit-of-work';
import type { System } from '../modules/administration';
import type { Config } from './config';
import { version } from './version';

export interface SystemSources {
  readonly config: Pick<Config, 'role' | 'settings'>;
  readonly pool: Pick<ConnectionPool, 'counts'>;
  readonly unitOfWork: PostgresUnitOfWork;
  readonly clock: LedgerTime;
}

export const createSystem = ({ config, pool, unitOfWork, clock }: SystemSources): System => {
  const startedAt = new Date(clock.now().getTime() - process.uptime() * 1_000);
  return {
    state: async () => {
      const [[database], applied] = await Promise.all([
        unitOfWork.read({ ledgerIds: [] }, (tx) =>
          queryText<{ version: string }>(tx, `select current_setting('server_version') as version`, []),
        ),
        appliedMigrations(unitOfWork),
      ]);
      return {
        ...{ version, nodeVersion: process.version, role: config.role, startedAt },
        migrations: { applied, pending: pendingMigrations(applied) },
        databaseVersion: database?.version ?? 'unknown',
        pool: pool.counts(),
        settings: config.settings,
      };
    },
  };
};
