/** Opens an installation: its database (embedded where none is named), its migrations and secrets, the composed app. */
import { join, resolve } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { ContainerModule } from 'inversify';
import { Client } from 'pg';
import type { Observations } from '../kernel/observations';
import { appliedMigrations, migrate } from '../kernel/postgres/migrate';
import { unshared, type ConnectionShares } from '../kernel/postgres/connection-shares';
import { applicationRole, openOrm } from '../kernel/postgres/orm';
import { ORM, UNIT_OF_WORK } from '../kernel/postgres/tokens';
import { PostgresUnitOfWork } from '../kernel/postgres/unit-of-work';
import { createWriteHealth } from '../kernel/postgres/write-health';
import type { Log } from '../kernel/tokens';
import { accessEntities, accessOnPostgres } from '../modules/access/wiring';
import { attributeEntities, attributesOnPostgres } from '../modules/attributes/wiring';
import { catalogOnPostgres } from '../modules/catalog/wiring';
import { ledgeringOnPostgres } from '../modules/ledgering/wiring';
import { ratesFrom, stringEntities, stringsOnPostgres } from '../modules/strings/wiring';
import { compose, type App } from './compose';
import type { Config } from './config';
import { startEmbeddedPostgres } from './embedded-postgres/start';
import { createReadiness, type Readiness } from './readiness';

export interface Installation extends App {
  readonly databaseUrl: string;
  readonly isEmbedded: boolean;
  readonly shares: ConnectionShares;
  /** Whether the service can do its work right now. */
  readiness(): Promise<Readiness>;
  /** Gives back every connection, and stops the embedded database unless another process uses it. */
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly migrate: boolean;
  readonly maxConnections: number;
  /** Modules that bind again what they want to be different: an architect's own adapters, a test's failing ones. */
  readonly overrides?: readonly ContainerModule[];
  readonly observations?: Observations | undefined;
  /** How callers share the connections; everybody may have all of them where nothing is said. */
  readonly shares?: ConnectionShares;
}

export const openInstallation = async (config: Config, log: Log, options: OpenOptions): Promise<Installation> => {
  const { url, stop } = await openDatabase(config, log);
  try {
    if (options.migrate) {
      const { applied } = await migrate(url);
      if (applied.length > 0) log.info({ applied }, 'the database was migrated');
    }
    const installationSecret = await inspectDatabase(url, config, log);
    const orm = await openOrm({
      url,
      entities: postgresEntities,
      maxConnections: options.maxConnections,
      asApplication: true,
    });
    const secrets = { installationSecret, pepper: config.keyPepper };
    const shares = options.shares ?? unshared;
    const writes = createWriteHealth();
    const app = compose({ secrets, log, observations: options.observations }, [
      ...onPostgres(orm, { fxUrl: config.fxUrl, unitOfWork: new PostgresUnitOfWork(orm, shares, writes) }),
      ...(options.overrides ?? []),
    ]);
    return {
      ...app,
      shares,
      databaseUrl: url,
      isEmbedded: config.databaseUrl === undefined,
      readiness: createReadiness({
        ledgering: app.ledgering,
        appliedMigrations: () => appliedMigrations(orm),
        writes,
      }),
      close: async () => {
        await orm.close(true);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** What MikroORM maps: the tables of the control plane. */
export const postgresEntities = [...accessEntities, ...attributeEntities, ...stringEntities];

export interface PostgresChoices {
  readonly fxUrl?: string | undefined;
  readonly unitOfWork?: PostgresUnitOfWork;
}

export const onPostgres = (
  orm: MikroORM,
  { fxUrl, unitOfWork = new PostgresUnitOfWork(orm) }: PostgresChoices = {},
): readonly ContainerModule[] => [
  new ContainerModule(({ bind }) => {
    bind<MikroORM>(ORM).toConstantValue(orm);
    bind<PostgresUnitOfWork>(UNIT_OF_WORK).toConstantValue(unitOfWork);
  }),
  accessOnPostgres,
  attributesOnPostgres,
  catalogOnPostgres,
  ledgeringOnPostgres,
  stringsOnPostgres,
  ratesFrom(fxUrl),
];

/** Lends the URL of the installation's database, which runs at least as long as `work`. */
export const withDatabase = async <A>(config: Config, log: Log, work: (url: string) => Promise<A>): Promise<A> => {
  const { url, stop } = await openDatabase(config, log);
  try {
    return await work(url);
  } finally {
    await stop();
  }
};

const openDatabase = async (
  config: Config,
  log: Log,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => undefined };
  return startEmbeddedPostgres({
    dataDirectory: join(resolve(config.dataDirectory), 'postgres'),
    log: (line) => log.info({}, line),
  });
};

/** Reads the installation's secret, and looks for what would make our promises untrue. */
const inspectDatabase = async (url: string, { allowUnsafeDatabase }: Config, log: Log): Promise<Buffer> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{
      secret: Buffer;
      fsync: string;
      synchronous_commit: string;
      bypasses: boolean;
    }>(
      `select secret, current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
              (select rolsuper or rolbypassrls from pg_roles where rolname = $1) as bypasses
         from installation`,
      [applicationRole],
    );
    const [found] = rows;
    if (!found) throw new Error('the database holds no installation; migrate it first');
    const unsafe = [
      ...(found.fsync === 'off' ? ['fsync is off'] : []),
      ...(found.synchronous_commit === 'off' ? ['synchronous_commit is off'] : []),
    ];
    if (unsafe.length > 0 && !allowUnsafeDatabase)
      throw new Error(
        `the database may lose what it confirmed: ${unsafe.join(' and ')}. Turn it on, or set LEDGER_ALLOW_UNSAFE_DATABASE=yes`,
      );
    if (unsafe.length > 0) log.warn({ unsafe }, 'the database may lose what it confirmed');
    if (found.bypasses) log.warn({ role: applicationRole }, 'the application role bypasses row-level security');
    return found.secret;
  } finally {
    await client.end();
  }
};
