/**
 * Opens an installation: its database (the embedded one if none is named), its migrations and secrets, and the composed
 * app.
 */
import { existsSync } from 'node:fs';
import { ContainerModule } from 'inversify';
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src';
import type { Background, Loop } from '../kernel/running/background';
import type { Clock } from '../kernel/clock';
import { timeIdsBy } from '../kernel/ids';
import { unobserved, type Observations } from '../kernel/observations';
import type { Network } from '../kernel/network';
import { differencesOfGuards, type GuardDifference } from '../kernel/postgres/guards';
import { appliedMigrations, migrate } from '../kernel/postgres/migrate';
import { unshared, type ConnectionShares } from '../kernel/running/fair-shares/connection-shares';
import { openOrm } from '../kernel/postgres/orm';
import { openPool, type ConnectionPool } from '../kernel/postgres/pool';
import { noReplica, type Replica } from '../kernel/postgres/replica';
import { asking } from '../kernel/postgres/sql';
import { ORM, REPLICA, UNIT_OF_WORK } from '../kernel/postgres/tokens';
import { PostgresUnitOfWork } from '../kernel/postgres/unit-of-work';
import { createWriteHealth } from '../kernel/postgres/write-health';
import { shareTime, type SharedTime } from '../kernel/running/shared-time';
import { systemClock } from '../kernel/running/system-clock';
import { provide } from '../kernel/token';
import type { Log } from '../kernel/tokens';
import { systemIs } from '../modules/administration/wiring';
import { ratesFrom } from '../modules/strings/wiring';
import { webhooksTo } from '../modules/events/wiring';
import type { WitnessSetting } from '../modules/proof';
import { checkpointsTo, signingForNow, signingWith } from '../modules/proof/wiring';
import { compose, type App } from './compose';
import { contexts, postgresEntities } from './contexts';
import type { Config } from './config';
import { unreachedDatabase } from './database-advice';
import { complaintAboutProduction, embeddedDatabaseIn, ledgerNames, signingFilesOf } from './embedded-database';
import { inspectDatabase, readDatabaseTime } from './inspect-database';
import type { MetricsSources } from './metrics';
import { createPepperCheck, type PepperCheck } from './pepper';
import { createReadiness, type Readiness } from './readiness';
import { createSystem } from './system';
import { openReplica, type OpenedReplica } from './replica';

export interface GuardsFound {
  readonly differences: readonly GuardDifference[];
  /**
   * Whether differences between the guards may prevent the start. False on a cluster of many nodes, where the comparison has not been
   * tested.
   */
  readonly mayRefuse: boolean;
}

export interface Installation extends App {
  readonly databaseUrl: string;
  /**
   * Returns the differences between the guards of the database and those that the migrations create, and whether differences may prevent
   * the start.
   */
  guards(): Promise<GuardsFound>;
  /** The store of the books: an external database, the embedded one, or the memory of this process. */
  readonly store: 'own' | 'embedded' | 'memory';
  readonly shares: ConnectionShares;
  /** Returns whether the service can work now. */
  readiness(): Promise<Readiness>;
  /** Returns the migrations that the database has run. */
  appliedMigrations(): Promise<readonly string[]>;
  /** Figures about the connections, and about the replica if there is one, for monitoring. */
  readonly pools: MetricsSources['pools'];
  readonly replicaLag: MetricsSources['replicaLag'];
  readonly pepper: PepperCheck;
  /** Stops the poster, closes every connection, and stops the embedded database unless another process uses it. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Whether to migrate the database first, and create the embedded one if it is missing. */
  readonly migrate: boolean;
  readonly maxConnections: number;
  /** The machine's clock if absent; a test passes a clock that it moves. */
  readonly clock?: Clock;
  /** Whether the database supplies the ledger's time; false only in a test that moves the clock. */
  readonly sharesTime?: boolean;
  /** Adapters that replace the usual ones, each created by `replace`: custom adapters, or failing ones in a test. */
  readonly overrides?: readonly ContainerModule[];
  readonly observations?: Observations | undefined;
  /** How callers share the connections; if absent, every caller may use all of them. */
  readonly shares?: ConnectionShares;
  /** Whether reads may use the replica, if the configuration names one. */
  readonly asksReplica?: boolean;
}

export const openInstallation = async (config: Config, log: Log, options: OpenOptions): Promise<Installation> => {
  const { clock: own = systemClock, sharesTime = own === systemClock } = options;
  const { url, ownerUrl, stop } = await openDatabase(config, log, own, options.migrate);
  let pool: ConnectionPool | undefined;
  let replica: OpenedReplica | undefined;
  const loops: Pick<Loop, 'stop'>[] = [];
  const close = async (): Promise<void> => {
    for (const loop of loops) await loop.stop();
    await replica?.close();
    await pool?.close();
    await stop();
  };
  try {
    if (options.migrate) {
      const { applied } = await migrate(ownerUrl);
      if (applied.length > 0) log.info({ applied }, 'the database was migrated');
    }
    const { pooler, readUrl } = config;
    const { maxConnections, observations = unobserved, shares = unshared, asksReplica = false } = options;
    const opened = openPool({ url, maxConnections, pooler }, own);
    pool = opened;
    const { secret: installationSecret, topology } = await inspectDatabase(opened, url, config, log, own);
    const time = sharesTime ? shareTime(own, () => readDatabaseTime(opened)) : undefined;
    await time?.measure();
    const clock = time?.clock ?? own;
    if (time) timeIdsBy(clock.now);
    const secrets = { installationSecret, pepper: config.keyPepper, formerPepper: config.formerKeyPepper };
    const sharesOfReplica = shares.ofAnotherPool();
    if (readUrl !== undefined && asksReplica)
      replica = await openReplica(readUrl, {
        ...{ config, maxConnections, installationSecret, log, observations, clock },
        shares: sharesOfReplica,
      });
    const writes = createWriteHealth(clock);
    const unitOfWork = new PostgresUnitOfWork(pool, shares, writes, topology, observations.statementAnswered, clock);
    const pepper = createPepperCheck(unitOfWork, secrets);
    const app = compose(
      {
        ...{ secrets, log, clock, observations, clockComplaint: time?.complaint },
        publicUrl: config.publicUrl,
        mayMoveTime: config.mayMoveTime,
      },
      [
        ...onPostgres(pool, {
          fxUrl: config.fxUrl,
          webhookAllow: config.webhookAllow,
          checkpointUrl: config.checkpointUrl,
          witnesses: config.witnesses,
          signing: signingWith(signingFilesOf(config)),
          ...{ unitOfWork, replica, config, clock },
        }),
        ...(options.overrides ?? []),
      ],
    );
    loops.push(app.poster, ...(time ? [keepTime(app.background, time, log)] : []));
    return {
      ...app,
      shares,
      databaseUrl: url,
      store: config.databaseUrl === undefined ? 'embedded' : 'own',
      readiness: createReadiness({
        ledgering: app.ledgering,
        appliedMigrations: () => appliedMigrations(unitOfWork),
        ...{ pepper, writes, replica, clock, role: config.role, clockComplaint: time?.complaint },
      }),
      appliedMigrations: () => appliedMigrations(unitOfWork),
      guards: async () => ({
        differences: await unitOfWork.read({ ledgerIds: [] }, (tx) => differencesOfGuards(asking(tx))),
        mayRefuse: topology === 'one node',
      }),
      pepper,
      ...watched({ pool, shares }, replica && { ...replica, shares: sharesOfReplica }, unitOfWork),
      close,
    };
  } catch (error) {
    await close();
    throw unreachedDatabase(error, config);
  }
};

const measureEveryMs = 5_000;

/** Asks the database for its time every five seconds. Logs when this machine's clock becomes wrong, and when it is right again. */
const keepTime = (background: Background, time: SharedTime, log: Log): Loop => {
  let told: string | undefined;
  const loop = background.loop({
    name: 'clock',
    complaint: 'reading the time of the database failed and will be tried again',
    afterFaultMs: measureEveryMs,
    round: async () => {
      await time.measure();
      const complaint = time.complaint();
      if (complaint !== undefined && told === undefined)
        log.error({}, `${complaint}. Holds do not expire and webhooks are not delivered by this process until then`);
      if (complaint === undefined && told !== undefined) log.info({}, "this machine's clock is right again");
      told = complaint;
      return { isIdle: true, pauseMs: measureEveryMs };
    },
  });
  loop.start();
  return loop;
};

/** Returns the figures about the connections to the primary, and to the replica if there is one. */
export const watched = (
  primary: { readonly pool: Pick<ConnectionPool, 'counts'>; readonly shares: ConnectionShares },
  replica: (Pick<OpenedReplica, 'counts' | 'lag'> & { readonly shares: ConnectionShares }) | undefined,
  unitOfWork: PostgresUnitOfWork,
): Pick<Installation, 'pools' | 'replicaLag'> => ({
  pools: () => [
    { pool: 'primary', counts: primary.pool.counts(), waitingForShare: primary.shares.waiting() },
    ...(replica
      ? [{ pool: 'replica' as const, counts: replica.counts(), waitingForShare: replica.shares.waiting() }]
      : []),
  ],
  replicaLag: replica && (() => replica.lag(unitOfWork)),
});

export interface PostgresChoices {
  readonly fxUrl?: string | undefined;
  readonly webhookAllow?: readonly Network[];
  readonly checkpointUrl?: string | undefined;
  readonly witnesses?: readonly WitnessSetting[];
  /** The module that signs checkpoints; if absent, checkpoints are signed with a key of this process that is never stored. */
  readonly signing?: ContainerModule;
  readonly unitOfWork?: PostgresUnitOfWork;
  readonly replica?: Replica | undefined;
  /** The part of the configuration that administrators may see. */
  readonly config?: Pick<Config, 'role' | 'settings'>;
  readonly clock?: Clock;
}

export const onPostgres = (
  pool: ConnectionPool,
  {
    fxUrl,
    webhookAllow = [],
    checkpointUrl,
    witnesses = [],
    signing = signingForNow('ledger'),
    unitOfWork = new PostgresUnitOfWork(pool),
    replica = noReplica,
    config = { role: 'all', settings: [] },
    clock = systemClock,
  }: PostgresChoices = {},
): readonly ContainerModule[] => [
  new ContainerModule(({ bind }) => {
    provide({ bind }, ORM, [], () => openOrm(pool, postgresEntities));
    provide({ bind }, UNIT_OF_WORK, [], () => unitOfWork);
    provide({ bind }, REPLICA, [], () => replica);
  }),
  ...contexts.flatMap((context) => context.onPostgres ?? []),
  ratesFrom(fxUrl),
  webhooksTo(webhookAllow),
  checkpointsTo(checkpointUrl, witnesses),
  signing,
  systemIs(createSystem({ config, pool, unitOfWork, clock })),
];

/**
 * Runs `work` with the owner's URL. Starts the embedded database if it is the one in use: then `work` also receives the superuser's URL,
 * and the database runs until `work` has ended. Throws `DatabaseMissing` if there is no database and `mayCreate` is false.
 */
export const withDatabase = async <A>(
  config: Config,
  log: Log,
  clock: Clock,
  mayCreate: boolean,
  work: (ownerUrl: string, superuserUrl: string | undefined) => Promise<A>,
): Promise<A> => {
  const { ownerUrl, superuserUrl, stop } = await openDatabase(config, log, clock, mayCreate);
  try {
    return await work(ownerUrl, superuserUrl).catch((error) => Promise.reject(unreachedDatabase(error, config)));
  } finally {
    await stop();
  }
};

interface Database {
  readonly url: string;
  readonly ownerUrl: string;
  readonly superuserUrl?: string;
  stop(): Promise<void>;
}

/** Thrown if there is no database: otherwise a command that only reads would create an empty one and succeed on it. */
export class DatabaseMissing extends Error {
  constructor({ dataDirectory }: Pick<Config, 'dataDirectory'>) {
    super(
      `There is no DATABASE_URL, and no database in ${dataDirectory}. Set DATABASE_URL to the right database, or create one in ${dataDirectory}: npx ledger migrate`,
    );
  }
}

const openDatabase = async (config: Config, log: Log, clock: Clock, mayCreate: boolean): Promise<Database> => {
  const { databaseUrl, migrationUrl } = config;
  if (databaseUrl !== undefined)
    return { url: databaseUrl, ownerUrl: migrationUrl ?? databaseUrl, stop: async () => undefined };
  const complaint = complaintAboutProduction(config);
  if (complaint !== undefined) throw new Error(complaint);
  if (!mayCreate && !existsSync(embeddedDatabaseIn(config))) throw new DatabaseMissing(config);
  const { url, superuserUrl, stop } = await startEmbeddedPostgres({
    dataDirectory: embeddedDatabaseIn(config),
    names: ledgerNames,
    clock,
    log: (line, level) => log[level]({}, line),
  });
  return { url, ownerUrl: url, superuserUrl, stop };
};
