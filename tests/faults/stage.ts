/**
 * What faults are played on: a PostgreSQL of its own with PostgreSQL's own durability, service processes as a user runs
 * them, and a proxy on each way between them. The supervisor, which keeps the record of what was sent and answered, is
 * none of the processes that die.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Client } from 'pg';
import type { Config } from '../../src/app/config';
import { ledgerNames } from '../../src/app/embedded-database';
import { openInstallation, type Installation } from '../../src/app/installation';
import { findRunningPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/embedded-postgres';
import type { LedgerId } from '../../src/kernel/ids';
import { isTransient } from '../../src/kernel/refusal';
import { systemClock } from '../../src/kernel/system-clock';
import {
  freePort,
  install,
  kill,
  mainProgram,
  until,
  type Environment,
  type Running,
} from '../support/service-process';
import { startPostgresProxy, type PostgresProxy } from './postgres-proxy';
import { startServiceProxy, type ServiceProxy } from './service-proxy';

export interface Stage {
  /** Opened in this process, on a way to PostgreSQL that nobody cuts: for making ledgers and for verifying. */
  readonly office: Installation;
  /** What `ledger verify` finds. Connections that a fault broke are not its fault: it asks again over new ones. */
  verify(ledgerId?: string): Promise<Awaited<ReturnType<Installation['ledgering']['verify']>>>;
  /** Where PostgreSQL can be asked as its superuser, now. */
  ownerUrl(): string;
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
  isRunning(): boolean;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it where it does not run, and waits until it answers. */
  restart(): Promise<void>;
  pause(): void;
  resume(): void;
  /** What it logged on standard error, in all its lives. */
  complaints(): string;
}

export interface StagedPostgres {
  /** kill -9 of the server and of every process of it. */
  kill(): Promise<void>;
  /** kill -9 of one backend: the server throws all others out and recovers by itself; answers once it has. */
  killBackend(): Promise<boolean>;
  /** Starts the server where it does not run; answers once it takes connections. */
  restart(): Promise<void>;
  pause(): void;
  resume(): void;
}

const settings = { shared_buffers: '64MB', max_connections: '100' };
const officeConnections = 4;
const readyWithinMs = 30_000;

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
      for (const deadline = Date.now() + readyWithinMs; ;)
        try {
          return await office.ledgering.verify(ledgerId as LedgerId | undefined);
        } catch (fault) {
          if (!isTransient(fault) || Date.now() > deadline) throw fault;
        }
    },
    ownerUrl: () => server.superuserUrl,
    start: async (role, { program = mainProgram, environment: own = {} } = {}) => {
      const database = await startPostgresProxy(socketPath, server.url);
      let port = await freePort();
      const front = await startServiceProxy(() => port);
      let running: Running | undefined;
      const earlier: string[] = [];
      const service: StagedService = {
        url: front.url,
        database,
        front,
        isRunning: () => running !== undefined,
        kill: async () => {
          const dying = running;
          running = undefined;
          if (dying) earlier.push((await dying.stop('SIGKILL')).stderr);
        },
        restart: async () => {
          if (running) return;
          const environment = { DATABASE_URL: database.url, LEDGER_ROLE: role, LOG_LEVEL: 'warn', ...own };
          for (;;) {
            port = await freePort();
            const started = (running = home.beginToServe(port, environment, program));
            // One that is killed while it starts has restarted all the same.
            const isOver = (): boolean => running !== started || isPortTaken(started);
            await until('the service answers', async () => isOver() || isReady(started, port, role));
            if (running !== started || !isPortTaken(started)) return;
          }
        },
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
      kill: async () => {
        for (const pid of [home.postmaster(), ...home.postgres()]) kill(pid);
        // At once, before it is seen dead: it would be started again.
        const stopped = server.stop();
        await until('PostgreSQL is gone', () => home.postgres().length === 0);
        await stopped;
      },
      killBackend: async () => {
        const backends = home.postgres().filter((pid) => /^postgres: ledger ledger /.test(titleOf(pid)));
        const [victim] = backends;
        if (victim === undefined) return false;
        kill(victim);
        await until('PostgreSQL has recovered', () => takesConnections(server.url));
        return true;
      },
      restart: async () => {
        if (findRunningPostgres(folder, ledgerNames) === undefined) server = await startPostgres();
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

const takesConnections = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Whoever got in before the server noticed is thrown out with the others.
    await client.query('select pg_sleep(0.05)');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const titleOf = (pid: number): string => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

/** By somebody who was quicker than the service that was to listen there. */
const isPortTaken = ({ stderr }: Running): boolean => stderr().includes('EADDRINUSE');

/** A worker is not asked: what it posts from its start may be what ends it. */
const isReady = async (running: Running, port: number, role: Config['role']): Promise<boolean> => {
  if (running.stdout() === '') return false;
  if (role === 'worker') return true;
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
};

const configOf = (databaseUrl: string, dataDirectory: string): Config => ({
  port: 1,
  host: '127.0.0.1',
  databaseUrl,
  migrationUrl: undefined,
  readUrl: undefined,
  pooler: 'none',
  dataDirectory,
  role: 'all',
  logLevel: 'warn',
  redisUrl: undefined,
  fxUrl: undefined,
  deliversWebhooks: true,
  webhookAllow: [],
  trustedProxies: [],
  keyPepper: '',
  formerKeyPepper: undefined,
  backupUrl: undefined,
  settings: [],
  publicUrl: 'http://127.0.0.1:8080',
  allowUnsafeDatabase: false,
});
