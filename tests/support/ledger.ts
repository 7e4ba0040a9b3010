/**
 * A ledger service for tests: the real composition, a server on a free loopback port, a database. The test files of a jest worker share one
 * service, and each has its own tenants. A file that needs different settings or its own database starts its own service. If
 * LEDGER_TEST_STORE is `memory` there is no database, and everything else is the same.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { ContainerModule } from 'inversify';
import { createAdmission } from '../../src/app/fair-shares/admission';
import { compose, type App } from '../../src/app/compose';
import { onPostgres, watched } from '../../src/app/installation';
import { listen } from '../../src/app/listen';
import { createLog } from '../../src/app/log';
import { createMetrics, type MetricsSources } from '../../src/app/metrics';
import { createPages, pageSources } from '../../src/app/pages';
import { createReadiness, type ReadinessSources } from '../../src/app/readiness';
import { createReceiving } from '../../src/app/fair-shares/receiving';
import { openReplica } from '../../src/app/replica';
import { createServer, type ServerParts } from '../../src/app/server';
import type { Clock } from '../../src/kernel/clock';
import type { LedgerId } from '../../src/kernel/ids';
import type { Observations } from '../../src/kernel/observations';
import { createConnectionShares, maxPoolConnections } from '../../src/kernel/running/fair-shares/connection-shares';
import { appliedMigrations } from '../../src/kernel/postgres/migrate';
import { openPool, type ConnectionPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { createWriteHealth } from '../../src/kernel/postgres/write-health';
import type { Principal } from '../../src/kernel/principal';
import { replace } from '../../src/kernel/token';
import { systemClock } from '../../src/kernel/running/system-clock';
import { refused, type Outcome } from '../../src/kernel/refusal';
import type { Log } from '../../src/kernel/tokens';
import { PASSWORD_HARDNESS } from '../../src/modules/access/application/passwords';
import type { Ledger } from '../../src/modules/ledgering';
import { contentInMemory } from './content-in-memory';
import { inMemory, memoryStanding } from '../../src/app/in-memory';
import { client, type Client } from './client';
import { startClusterDatabase } from './cluster';
import { openContent } from './content';
import { lookForLeaks } from './leaks';
import { connected, freshDatabase, serviceAccess, topologyOfRun, type TestDatabase } from './database';
import { serviceOfWorker } from './shared-service';

export interface TestLedger {
  readonly app: App;
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** Everything the service logged as a warning or an error. */
  readonly complaints: readonly { readonly fields: object; readonly message: string }[];
  /** Opens a ledger in a new tenant, or in the given one, with a key whose rate limit no test reaches. */
  newLedger(options?: NewLedgerOptions): Promise<TestBooks>;
  newKey(
    ledger: Ledger,
    options?: {
      readonly capabilities?: readonly string[];
      readonly scopes?: readonly string[];
      readonly rateLimitPerSecond?: number;
      readonly allowedNetworks?: readonly string[];
      readonly expiresAt?: Date;
    },
  ): Promise<string>;
  /** Returns a value that stays equal as long as nobody writes in these ledgers: a refused write must leave it unchanged. */
  contentOf(all: readonly TestBooks[]): Promise<object>;
  close(): Promise<void>;
}

export interface NewLedgerOptions {
  readonly tenantId?: Ledger['tenantId'];
  readonly currency?: string;
  readonly currencyType?: 'fiat' | 'crypto';
  readonly storageDecimals?: number;
  readonly displayDecimals?: number;
  readonly capabilities?: readonly string[];
  readonly hasTestClock?: boolean;
  readonly timeZone?: string;
}

/** Leaves out the warnings that a request could not be served because the machine was too busy. */
export const graver = (complaints: TestLedger['complaints']): TestLedger['complaints'] =>
  complaints.filter(({ message }) => message !== 'a request could not be served now');

export interface TestBooks {
  readonly ledger: Ledger;
  readonly key: string;
  /** A client that uses this key. */
  readonly api: Client;
}

const plentyPerSecond = 1_000_000;
const allCapabilities = ['attributes:admin', 'periods:admin', 'events:admin'];

export interface StartOptions extends Partial<Pick<ServerParts, 'admission' | 'trustedProxies'>> {
  /** False to connect as the owner, who bypasses row-level security. */
  readonly asApplication?: boolean;
  /** The database to use; by default a new one. */
  readonly database?: TestDatabase;
  /** The URL of a replica of the database, for reads. */
  readonly readUrl?: string;
  /**
   * True to give the file its own service and database, because it counts the database's content or changes data that all tenants share.
   */
  readonly alone?: boolean;
  /** Replaces the machine's clock. A file that moves time has its own service. */
  readonly clock?: Clock;
  /** Whether callers may create ledgers with a test clock; true by default. */
  readonly mayMoveTime?: boolean;
  /** Wraps the pool of the service's connections. */
  readonly through?: (pool: ConnectionPool) => ConnectionPool;
}

/** Without options, returns the worker's shared service, which ends with the worker; otherwise starts one that `close` ends. */
export const startLedger = async (
  overrides: readonly ContainerModule[] = [],
  options: StartOptions = {},
): Promise<TestLedger> =>
  overrides.length === 0 && Object.keys(options).length === 0
    ? lent(await serviceOfWorker(isInMemory() ? 'memory' : 'postgres', () => start([], {})))
    : start(overrides, options);

/** The shared service for one test file. Its `complaints` are those that were logged since the file began. */
const lent = (service: TestLedger): TestLedger => {
  const before = service.complaints.length;
  return {
    ...service,
    get complaints() {
      return service.complaints.slice(before);
    },
    newLedger: ledgersOf(service),
    close: async () => undefined,
  };
};

const start = async (overrides: readonly ContainerModule[], options: StartOptions): Promise<TestLedger> => {
  const complaints: { fields: object; message: string }[] = [];
  // Logs through the service's own logger, so that each line is searched for leaks in its final form.
  const written = createLog('info', { write: (line: string) => lookForLeaks('the log', line) });
  const complain =
    (level: 'warn' | 'error'): Log['warn'] =>
    (fields, message) => {
      written[level](fields, message);
      complaints.push({ fields, message });
    };
  const log: Log = { info: written.info, warn: complain('warn'), error: complain('error') };
  const metrics = createMetrics('all', options.clock);
  const ground = await (isInMemory() ? groundInMemory() : groundOnPostgres(options, log, metrics));
  const { installationSecret, adapters, known } = ground;
  const { clock = systemClock } = options;
  const surroundings = { secrets: { installationSecret, pepper: '' }, mayMoveTime: options.mayMoveTime ?? true };
  const app = compose({ ...surroundings, log, clock, observations: metrics }, [...adapters, softly, ...overrides]);
  const { admission = createAdmission(), trustedProxies = [] } = options;
  const receiving = createReceiving();
  const readiness = createReadiness({ ...ground, pepper: memoryStanding.pepper, ledgering: app.ledgering });
  const pages = createPages(
    app.documents,
    pageSources({ ...app, ...ground, readiness, admission, receiving }, metrics),
  );
  const { server } = await listen(
    createServer({ ...app, log, pages, admission, receiving, metrics, known, trustedProxies }),
    0,
    '127.0.0.1',
  );
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app.poster.start();

  const newKey: TestLedger['newKey'] = async (ledger, options = {}) =>
    expected(
      await app.access.issueKey({
        ledger,
        capabilities: allCapabilities,
        rateLimitPerSecond: plentyPerSecond,
        ...options,
      }),
    ).key;

  const own = { app, baseUrl, newKey };
  return {
    ...own,
    databaseUrl: ground.databaseUrl,
    complaints,
    newLedger: ledgersOf(own),
    contentOf: (all) =>
      ground.contentOf(
        app,
        all.map((books) => books.ledger.id),
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.poster.stop();
      await ground.close();
    },
  };
};

/** Hashing a password takes a tenth of a second of processor time, on purpose; in tests it takes a millisecond. */
export const softly = replace(PASSWORD_HARDNESS, [], () => ({ logN: 10, r: 8, p: 1 }));

/** Opens ledgers, numbered from 1. */
const ledgersOf = ({
  app,
  baseUrl,
  newKey,
}: Pick<TestLedger, 'app' | 'baseUrl' | 'newKey'>): TestLedger['newLedger'] => {
  let made = 0;
  return async ({ capabilities, ...options } = {}) => {
    made += 1;
    const tenantId = options.tenantId ?? expected(await app.access.createTenant(`tenant ${made}`)).id;
    const ledger = expected(
      await app.ledgering.openLedger({
        currency: 'USD',
        ...options,
        tenantId,
        code: `LEDGER-${made}`,
        name: `Ledger ${made}`,
      }),
    );
    const key = await newKey(ledger, capabilities ? { capabilities } : {});
    return { ledger, key, api: client(baseUrl, key) };
  };
};

const isInMemory = (): boolean => process.env['LEDGER_TEST_STORE'] === 'memory';

/** The resources on which a service is built. */
interface Ground
  extends
    Pick<ReadinessSources, 'appliedMigrations' | 'writes' | 'replica'>,
    Pick<MetricsSources, 'pools' | 'replicaLag'> {
  readonly databaseUrl: string;
  readonly installationSecret: Buffer;
  readonly adapters: readonly ContainerModule[];
  known(caller: Principal): void;
  contentOf(app: App, ids: readonly LedgerId[]): Promise<object>;
  close(): Promise<void>;
}

const groundInMemory = async (): Promise<Ground> => ({
  ...memoryStanding,
  installationSecret: randomBytes(32),
  adapters: inMemory(),
  known: () => undefined,
  contentOf: ({ container }, ids) => contentInMemory(container, ids),
  close: async () => undefined,
});

const groundOnPostgres = async (
  { asApplication = true, alone = false, through = (pool) => pool, database: own, readUrl }: StartOptions,
  log: Log,
  observations: Observations,
): Promise<Ground> => {
  const clusterUrl = process.env['LEDGER_TEST_CLUSTER_URL'];
  const database =
    own ?? (await (alone && clusterUrl !== undefined ? startClusterDatabase(clusterUrl) : freshDatabase()));
  const installationSecret = await connected(
    database.superuserUrl,
    async (owner) =>
      (await owner.query<{ secret: Buffer }>('select secret from installation')).rows[0]?.secret ?? Buffer.alloc(0),
  );
  const pool = through(
    openPool({
      ...(asApplication ? serviceAccess(database.url) : database),
      ...{ maxConnections: maxPoolConnections, asApplication },
    }),
  );
  const content = openContent(database.url);
  const shares = createConnectionShares();
  const writes = createWriteHealth();
  const unitOfWork = new PostgresUnitOfWork(pool, shares, writes, topologyOfRun(), observations.statementAnswered);
  const sharesOfReplica = shares.ofAnotherPool();
  const replica =
    readUrl === undefined
      ? undefined
      : await openReplica(readUrl, {
          config: { pooler: 'none', allowUnsafeDatabase: true },
          maxConnections: maxPoolConnections,
          shares: sharesOfReplica,
          ...{ installationSecret, log, observations },
        });
  return {
    ...{ databaseUrl: database.url, installationSecret, writes, replica },
    adapters: onPostgres(pool, { unitOfWork, replica }),
    ...watched({ pool, shares }, replica && { ...replica, shares: sharesOfReplica }, unitOfWork),
    appliedMigrations: () => appliedMigrations(unitOfWork),
    known: ({ ledgerId, tenantId }) => shares.belongs(ledgerId, tenantId),
    contentOf: (_, ids) => content.of(ids),
    close: async () => {
      await replica?.close();
      await content.close();
      await pool.close();
      await database.drop();
    },
  };
};

export const expected = <A>(outcome: Outcome<object, A>): A => {
  if (refused(outcome)) throw new Error(`refused: ${JSON.stringify(outcome.left)}`);
  return outcome.right;
};
