/**
 * One installation with its embedded database, run as a user runs it, and tenants on it who know nothing of each other. The
 * supervisor opens the same installation for itself, to make tenants and to look after them.
 */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { Client } from 'pg';
import type * as ConfigFile from '../../src/app/config';
import { ledgerNames } from '../../src/app/embedded-database';
import type * as InstallationFile from '../../src/app/installation';
import { startProcess, type Process } from '../../src/bench/load/process';
import { nodeOptions } from '../../src/bench/service';
import type { PostgresNames } from '../../src/embedded-postgres';
import { refused } from '../../src/kernel/refusal';
import { leanClient, type LeanClient } from '../model/lean-client';
import { expected } from '../support/ledger';
import { install, type Running } from '../support/service-process';
import { expectStatus } from './asking';
import { withoutGuards } from './seeding';
import type { Seen, Span } from './victim';

/** A ledger with the accounts CASH and SALES. */
export interface Party {
  readonly ledgerId: string;
  readonly key: string;
}

/** The attacker's ledger, as it is made ready: by a key that is in nobody's way, and by the database's superuser. */
export interface Books extends Party {
  readonly api: LeanClient;
  readonly database: Client;
  /** What the short form does with a tenth of. */
  readonly isFull: boolean;
}

export interface Served {
  readonly url: string;
  readonly pids: readonly number[];
  readonly victim: Process<Span, Seen>;
}

export interface Neighbourhood {
  /** A tenant of its own with a ledger, and a key that may ask so often. */
  move(name: string, requestsPerSecond: number): Promise<Party & { readonly officeKey: string }>;
  /** Starts the service anew, and its steady victim with it; `api` beside a worker. */
  serve(role: 'all' | 'api', victim: Party): Promise<Served>;
  /** Connected as the superuser. */
  readonly database: Client;
  /** Leaves no process and no folder behind. */
  clear(): Promise<void>;
}

export const typescriptProcess = path.resolve(__dirname, '../support/typescript-process.js');
/** Whose `dist` is tried: this checkout's, or that of another one to compare with. */
const checkout = path.resolve(process.env['LEDGER_TEST_BUILD'] ?? path.resolve(__dirname, '../..'));
/** Checkouts of before there was an owner beside the superuser name one URL; those of before the face need no names. */
interface EmbeddedPostgresFile {
  findRunningPostgres(folder: string, names: PostgresNames): string | { readonly superuserUrl: string } | undefined;
}
const built = <File>(file: string): File => require(path.join(checkout, 'dist', file)) as File;
/** The face of the embedded database; checkouts of before it had one hold it in a folder of the app. */
const embeddedPostgres = existsSync(path.join(checkout, 'dist/embedded-postgres'))
  ? 'embedded-postgres'
  : 'app/embedded-postgres/start';
const program = [...nodeOptions, path.join(checkout, 'dist/app/main.js')];
const officeConnections = 2;
const plentyPerSecond = 1_000_000;

export const openNeighbourhood = async (): Promise<Neighbourhood> => {
  const { readConfig } = built<typeof ConfigFile>('app/config');
  const { openInstallation } = built<typeof InstallationFile>('app/installation');
  const { findRunningPostgres } = built<EmbeddedPostgresFile>(embeddedPostgres);
  const home = install();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const config = readConfig({ LEDGER_DATA_DIR: home.dataDirectory });
  if (refused(config)) throw new Error(config.left);
  const office = await openInstallation(config.right, log, { migrate: true, maxConnections: officeConnections });
  const found = findRunningPostgres(path.join(home.dataDirectory, 'postgres'), ledgerNames);
  const database = new Client({ connectionString: typeof found === 'string' ? found : found?.superuserUrl });
  await database.connect();
  let running: readonly Running[] = [];
  let observer: Served['victim'] | undefined;

  /** What an attack left behind is no burden of the next one: statements that still run, work that still waits. */
  const forget = async (): Promise<void> => {
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`,
    );
    await withoutGuards(database, () => database.query('delete from posting_queue'));
  };

  const leave = async (): Promise<void> => {
    await observer?.stop();
    await Promise.all(running.map((one) => one.stop('SIGKILL')));
    running = [];
  };

  return {
    database,
    move: async (name, requestsPerSecond) => {
      const { id: tenantId } = expected(await office.access.createTenant(name));
      const ledger = expected(await office.ledgering.openLedger({ tenantId, code: 'MAIN', name, currency: 'EUR' }));
      const keyFor = async (rateLimitPerSecond: number): Promise<string> =>
        expected(await office.access.issueKey({ ledger, rateLimitPerSecond })).key;
      return {
        ledgerId: ledger.id,
        key: await keyFor(requestsPerSecond),
        officeKey: await keyFor(plentyPerSecond),
      };
    },
    serve: async (role, { key }) => {
      await leave();
      await forget();
      const { url, ...service } = await home.serve({ LEDGER_ROLE: role }, program);
      running = [service];
      if (role === 'api') running = [service, await home.serve({ LEDGER_ROLE: 'worker' }, program)];
      observer = await startProcess<Span, Seen>(typescriptProcess, {
        file: path.join(__dirname, 'victim.ts'),
        setup: { url, key },
      });
      return { url, pids: running.map(({ pid }) => pid), victim: observer };
    },
    clear: async () => {
      await leave();
      await database.end();
      await office.close();
      await home.remove();
    },
  };
};

/** Makes the two accounts, over HTTP as everything else of a ledger. */
export const furnish = async (url: string, key: string): Promise<LeanClient> => {
  const api = leanClient(url, key);
  for (const [code, type] of [
    ['CASH', 'asset'],
    ['SALES', 'revenue'],
  ])
    expectStatus(201, await api.post('/accounts', { code, name: code, type, category: 'system' }));
  return api;
};
