/**
 * The stage for fault tests: its own PostgreSQL server with default durability, service processes as users run them, and a proxy on each
 * connection between them. The record of requests and answers is kept in the test's process, which no fault ends.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Client } from 'pg';
import type { Config } from '../../src/app/config';
import { ledgerNames } from '../../src/app/embedded-database';
import { openInstallation, type Installation } from '../../src/app/installation';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../packages/embedded-postgres/src';
import type { LedgerId } from '../../src/kernel/ids';
import { isTransient } from '../../src/kernel/refusal';
import { systemClock } from '../../src/kernel/running/system-clock';
import { createGate } from '../support/happenings';
import { copyPreparedCluster } from '../support/prepared-cluster';
import { databaseAnswers, kill, killBelow, toldOf, workIsDone } from '../support/outside';
import { freePort, install, mainProgram, type Environment, type Running } from '../support/service-process';
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy';
import { startServiceProxy, type ServiceProxy } from './service-proxy';

export interface Stage {
  /** An installation in the test's process, to create ledgers and to verify them. No fault cuts its connections. */
  readonly office: Installation;
  /** The findings of `ledger verify`. Retries over new connections if a fault broke the old ones. */
  verify(ledgerId?: string): Promise<Awaited<ReturnType<Installation['ledgering']['verify']>>>;
  /** The present superuser URL of PostgreSQL, which changes with each restart. */
  ownerUrl(): string;
  /** Resolves when nothing waits to be posted and no service has a query running. */
  quiet(): Promise<void>;
  /** Starts a service from `dist`, or with the program in `staging`. */
  start(role: Config['role'], staging?: Staging): Promise<StagedService>;
  readonly postgres: StagedPostgres;
  /** Ends all processes and deletes the folder. */
  clear(): Promise<void>;
}

export interface Staging {
  readonly program?: readonly string[];
  readonly environment?: Environment;
}

export interface StagedService {
  /** The address of the service, which stays the same after a restart. */
  readonly url: string;
  readonly database: PostgresProxy;
  readonly front: ServiceProxy;
  /** Returns true from the start of the service until this stage kills it. If the process ends in any other way, the result stays true. */
  isUp(): boolean;
  up(): Promise<void>;
  /** Kills the service with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the service if it is not running, and waits until it answers. */
  restart(): Promise<void>;
  /** Sends a signal to the service's process, if it is up. */
  signal(signal: NodeJS.Signals): void;
  pause(): void;
  resume(): void;
  /** Everything that the service has logged on standard error since its first start. */
  complaints(): string;
}

export interface StagedPostgres {
  /** Resolves once the server is running. Takes into account only the kills and restarts of this stage. */
  up(): Promise<void>;
  /** Kills the server and all its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Kills one backend with SIGKILL: the server disconnects all others and recovers by itself. Resolves after the recovery. */
  killBackend(): Promise<void>;
  /** Makes the server terminate one connection of a service, if possible one with an open transaction. */
  endBackend(): Promise<void>;
  /** Starts the server if it is not running, and resolves once it accepts connections. */
  restart(): Promise<void>;
  pause(): void;
  resume(): void;
}

const endOneBackend = `
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and application_name = 'ledger' order by xact_start nulls last limit 1`;
const settings = { shared_buffers: '64MB', max_connections: '100' };
const officeConnections = 4;
/**
 * The maximum number of attempts to verify. A fault breaks the connections of the test's own process too; each broken connection may fail
 * one attempt.
 */
const maxVerifications = 20;

export const setStage = async (): Promise<Stage> => {
  const home = install();
  const folder = path.join(home.dataDirectory, 'postgres');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  fs.mkdirSync(home.dataDirectory, { recursive: true });
  const startPostgres = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDirectory: folder, names: ledgerNames, clock: systemClock, settings });
  await copyPreparedCluster(home.dataDirectory);
  let server = await startPostgres();
  const socketPath = (): string | undefined => {
    const running = findRunningPostgres(folder, ledgerNames);
    return running && path.join(decodeURIComponent(new URL(running.url).hostname), '.s.PGSQL.5432');
  };
  const officeProxy = await startPostgresProxy(socketPath, server.url);
  const office = await openInstallation(configOf(officeProxy.url, home.dataDirectory), log, {
    migrate: true,
    maxConnections: officeConnections,
  });
  const services: StagedService[] = [];
  const postgresGate = createGate();
  const closers: (() => Promise<void>)[] = [];

  const signalPostgres = (signal: NodeJS.Signals): void => {
    for (const pid of home.postgres())
      try {
        process.kill(pid, signal);
      } catch (fault) {
        if ((fault as { code?: string }).code !== 'ESRCH') throw fault;
      }
  };

  return {
    office,
    verify: async (ledgerId) => {
      for (let verification = 1; ; verification++)
        try {
          return await office.ledgering.verify(ledgerId as LedgerId | undefined);
        } catch (fault) {
          if (!isTransient(fault) || verification === maxVerifications) throw fault;
        }
    },
    ownerUrl: () => server.superuserUrl,
    quiet: () => workIsDone(() => server.superuserUrl),
    start: async (role, { program = mainProgram, environment: own = {} } = {}) => {
      const database = await startPostgresProxy(socketPath, server.url);
      let port = await freePort();
      const front = await startServiceProxy(() => port);
      let running: Running | undefined;
      const gate = createGate();
      gate.shut();
      const earlier: string[] = [];
      const service: StagedService = {
        url: front.url,
        database,
        front,
        isUp: () => gate.isOpen,
        up: gate.pass,
        kill: async () => {
          const dying = running;
          running = undefined;
          gate.shut();
          if (dying) earlier.push((await dying.stop('SIGKILL')).stderr);
        },
        restart: async () => {
          if (running) return;
          const environment = { DATABASE_URL: database.url, LEDGER_ROLE: role, LOG_LEVEL: 'warn', ...own };
          for (;;) {
            port = await freePort();
            const started = (running = home.beginToServe(port, environment, program));
            const isReady = await started.says(/listens on .*\n/).then(
              () => true,
              () => false,
            );
            // A fault has killed the service during its start, so this start ends here, and the service stays down.
            if (running !== started) return;
            if (isReady) return gate.open();
            const { stderr } = await started.ended;
            // If another program took the port before the service could listen on it, the service is started again with another port.
            if (!stderr.includes('EADDRINUSE')) throw new Error(`the service did not start: ${stderr}`);
          }
        },
        signal: (signal) => running && gate.isOpen && process.kill(running.pid, signal),
        pause: () => running && process.kill(running.pid, 'SIGSTOP'),
        resume: () => running && process.kill(running.pid, 'SIGCONT'),
        complaints: () => [...earlier, running?.stderr() ?? ''].join(''),
      };
      services.push(service);
      closers.push(front.close, database.close);
      await service.restart();
      return service;
    },
    postgres: {
      up: postgresGate.pass,
      kill: async () => {
        postgresGate.shut();
        kill(home.postmaster());
        const killed = killBelow(home.dataDirectory);
        // Stops the server and kills its processes at the same time, because a server whose process is found dead would be started again.
        await Promise.all([server.stop(), killed]);
      },
      killBackend: async () => {
        const witness = new Client({ connectionString: server.url });
        await witness.connect();
        // The server closes all connections before it recovers, so the end of this connection shows that the recovery has begun.
        const thrownOut = new Promise((resolve) => witness.on('error', () => undefined).once('end', resolve));
        const backends = home
          .postgres()
          .filter((pid) => toldOf(pid, 'cmdline')?.startsWith('postgres: ledger ledger '));
        postgresGate.shut();
        kill(backends[0] as number);
        await thrownOut;
        await databaseAnswers(server.url);
        postgresGate.open();
      },
      endBackend: async () => {
        const superuser = new Client({ connectionString: server.superuserUrl });
        await superuser.connect();
        await superuser.query(endOneBackend);
        await superuser.end();
      },
      restart: async () => {
        if (findRunningPostgres(folder, ledgerNames) === undefined) server = await startPostgres();
        postgresGate.open();
      },
      pause: () => signalPostgres('SIGSTOP'),
      resume: () => signalPostgres('SIGCONT'),
    },
    clear: async () => {
      for (const service of services) await service.kill();
      await office.close().catch(() => undefined);
      for (const close of [...closers, officeProxy.close]) await close();
      await server.stop();
      await home.remove();
    },
  };
};

const configOf = (databaseUrl: string, dataDirectory: string): Config => ({
  port: 1,
  host: '127.0.0.1',
  databaseUrl,
  migrationUrl: undefined,
  readUrl: undefined,
  pooler: 'none',
  dataDirectory,
  isProduction: false,
  role: 'all',
  logLevel: 'warn',
  redisUrl: undefined,
  fxUrl: undefined,
  signingKeyFile: undefined,
  checkpointFile: undefined,
  checkpointUrl: undefined,
  witnesses: [],
  deliversWebhooks: true,
  mayMoveTime: false,
  webhookAllow: [],
  trustedProxies: [],
  keyPepper: '',
  formerKeyPepper: undefined,
  backupUrl: undefined,
  settings: [],
  publicUrl: 'http://127.0.0.1:8080',
  allowUnsafeDatabase: false,
  guards: 'refuse',
  verifyEveryMs: undefined,
});
