/**
 * The stage for faults: a PostgreSQL of its own with PostgreSQL's own durability, service processes as a user runs them, and a
 * proxy on each connection between them. The supervisor, which keeps the record of what was sent and answered, is none of the
 * processes that die.
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
import { databaseAnswers, kill, killBelow, toldOf, workIsDone } from '../support/outside';
import { freePort, install, mainProgram, type Environment, type Running } from '../support/service-process';
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy';
import { startServiceProxy, type ServiceProxy } from './service-proxy';

export interface Stage {
  /** Opened in this process, on a way to PostgreSQL that nobody cuts: for making ledgers and for verifying. */
  readonly office: Installation;
  /** The findings of `ledger verify`. Connections that a fault broke are not its fault: it asks again over new ones. */
  verify(ledgerId?: string): Promise<Awaited<ReturnType<Installation['ledgering']['verify']>>>;
  /** Where PostgreSQL can be asked as its superuser, now. */
  ownerUrl(): string;
  /** Resolves when nothing waits to be posted and no service is at work. */
  quiet(): Promise<void>;
  /** From `dist`, or as that program runs it. */
  start(role: Config['role'], staging?: Staging): Promise<StagedService>;
  readonly postgres: StagedPostgres;
  /** Leaves no process and no folder behind. */
  clear(): Promise<void>;
}

export interface Staging {
  readonly program?: readonly string[];
  readonly environment?: Environment;
}

export interface StagedService {
  /** Stays the same whatever happens behind it. */
  readonly url: string;
  readonly database: PostgresProxy;
  readonly front: ServiceProxy;
  /** Whether it listens, as far as nothing was done to it here. */
  isUp(): boolean;
  up(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it where it does not run, and waits until it answers. */
  restart(): Promise<void>;
  /** To its process, where it is up. */
  signal(signal: NodeJS.Signals): void;
  pause(): void;
  resume(): void;
  /** The lines that it logged on standard error, over all its restarts. */
  complaints(): string;
}

export interface StagedPostgres {
  /** Resolves once the server runs, as far as nothing was done to it here. */
  up(): Promise<void>;
  /** kill -9 of the server and of every process of it. */
  kill(): Promise<void>;
  /** kill -9 of one backend: the server throws all others out and recovers by itself; answers once it has. */
  killBackend(): Promise<void>;
  /** Has the server end one connection of a service: one that is in a transaction, where there is one. */
  endBackend(): Promise<void>;
  /** Starts the server where it does not run; answers once it takes connections. */
  restart(): Promise<void>;
  pause(): void;
  resume(): void;
}

const endOneBackend = `
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and application_name = 'ledger' order by xact_start nulls last limit 1`;
const settings = { shared_buffers: '64MB', max_connections: '100' };
const officeConnections = 4;
/** Each connection of the office may find out once that it is dead, in each of the checks. */
const maxVerifications = 20;

export const setStage = async (): Promise<Stage> => {
  const home = install();
  const folder = path.join(home.dataDirectory, 'postgres');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  fs.mkdirSync(home.dataDirectory, { recursive: true });
  const startPostgres = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDirectory: folder, names: ledgerNames, clock: systemClock, settings });
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
            // One that is killed while it starts has restarted all the same, and stays down.
            if (running !== started) return;
            if (isReady) return gate.open();
            const { stderr } = await started.ended;
            // Another program took the port before the service could listen on it.
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
        // At once, before it is seen dead: it would be started again.
        await Promise.all([server.stop(), killed]);
      },
      killBackend: async () => {
        const witness = new Client({ connectionString: server.url });
        await witness.connect();
        // The server throws everybody out before it recovers.
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
