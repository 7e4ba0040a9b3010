/**
 * A PostgreSQL server of its own for a test file that creates or changes roles. All databases of a server share its roles, so the server of
 * the run cannot be used.
 */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Client } from 'pg';
import { ledgerNames } from '../../src/app/embedded-database';
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src';
import { systemClock } from '../../src/kernel/running/system-clock';
import { connected, onDatabase } from './database';
import { makeServerFolder } from './server-folder';

export interface OwnServer {
  /** Connects as the owner of the database `ledger`, who is not a superuser. */
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  /** The data directory of the cluster. */
  readonly cluster: string;
  /** Creates a role with these attributes and memberships, and returns the URL with which it connects to `database`. */
  newRole(name: string, attributes: string, database: string): Promise<string>;
  asSuperuser(...statements: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export const startOwnServer = async (): Promise<OwnServer> => {
  const folder = makeServerFolder('ledger-own-server-');
  // Other users need access to the folder, because PostgreSQL does not run as root.
  fs.chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDirectory: path.join(folder, 'postgres'),
    names: ledgerNames,
    clock: systemClock,
    settings: { shared_buffers: '64MB' },
  });
  const { url: ownerUrl, superuserUrl } = postgres;
  const asSuperuser: OwnServer['asSuperuser'] = (...statements) =>
    connected(superuserUrl, async (superuser) => {
      for (const statement of statements) await superuser.query(statement);
    });
  return {
    ownerUrl,
    superuserUrl,
    cluster: path.join(folder, 'postgres/cluster'),
    asSuperuser,
    newRole: async (name, attributes, database) => {
      const password = randomBytes(9).toString('hex');
      await asSuperuser(`create role ${name} login ${attributes} password '${password}'`);
      return urlAs(onDatabase(superuserUrl, database), name, password);
    },
    stop: async () => {
      await postgres.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The URL of the same server and database for another user. */
export const urlAs = (url: string, user: string, password: string): string =>
  url.replace(/\/\/[^@]*@/, `//${user}:${password}@`);

/** Returns the rows of one statement, run as the user of the URL. */
export const ask = async <Row extends object>(url: string, text: string): Promise<readonly Row[]> =>
  connected(url, async (client: Client) => (await client.query<Row>(text)).rows);
