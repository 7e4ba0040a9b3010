/** The messages to an operator if the machine or the database refuses something that a start needs: cause, setting and remedy. */
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { startEmbeddedPostgres } from '../../../packages/embedded-postgres/src';
import { unreachedDatabase } from '../../../src/app/database-advice';
import { ledgerNames } from '../../../src/app/embedded-database';
import { listen } from '../../../src/app/listen';
import { systemClock } from '../../../src/kernel/running/system-clock';

const messageOf = async (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'no error',
    (error: Error) => error.message,
  );

test('a port that is taken is named, with PORT as the remedy', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const message = await messageOf(listen(() => undefined, port, '127.0.0.1'));
  expect(message).toBe(
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}: stop the process that listens there, or set PORT to a free port`,
  );
  other.close();
});

test.each(['not a host', '192.0.2.1'])(
  'the address %s, which is not of this machine, is named with HOST',
  async (host) => {
    expect(await messageOf(listen(() => undefined, 0, host))).toMatch(/^.*: set HOST to an address of this machine, /);
  },
);

describe('a database that cannot be reached', () => {
  const [databaseUrl, migrationUrl] = ['postgresql://ledger_app:hunter2@db/ledger', 'postgresql://owner@db/ledger'];
  const faultOf = (code: string): Error => Object.assign(new Error('connect failed'), { code });

  test.each([
    ['ECONNREFUSED', 'start PostgreSQL there, or correct DATABASE_URL'],
    ['ENOTFOUND', 'correct DATABASE_URL'],
    ['28P01', 'correct DATABASE_URL'],
    ['3D000', 'create the database, or correct DATABASE_URL'],
  ])('with %s is reported with the variable that names it', (code, cure) => {
    const own = unreachedDatabase(faultOf(code), { databaseUrl, migrationUrl: undefined }) as Error;
    expect(own.message).toBe(`connect failed: ${cure}`);
    const two = unreachedDatabase(faultOf(code), { databaseUrl, migrationUrl }) as Error;
    expect(two.message).toBe(`connect failed: ${cure} or LEDGER_MIGRATION_URL`);
  });

  test('at several addresses of one host is reported once', () => {
    const both = Object.assign(new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')]), {
      code: 'ECONNREFUSED',
    });
    expect((unreachedDatabase(both, { databaseUrl, migrationUrl: undefined }) as Error).message).toBe(
      'connect ::1; connect 127.0.0.1: start PostgreSQL there, or correct DATABASE_URL',
    );
  });

  test('leaves any other fault, and any fault of the embedded database, as it is', () => {
    const [other, embedded] = [faultOf('42P01'), faultOf('ECONNREFUSED')];
    expect(unreachedDatabase(other, { databaseUrl, migrationUrl })).toBe(other);
    expect(unreachedDatabase(embedded, { databaseUrl: undefined, migrationUrl: undefined })).toBe(embedded);
  });
});

test('a data folder that cannot be created is named, with LEDGER_DATA_DIR as the remedy', async () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-start-'));
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, '');
  const dataDirectory = path.join(file, 'postgres');
  expect(await messageOf(startEmbeddedPostgres({ dataDirectory, names: ledgerNames, clock: systemClock }))).toBe(
    `${dataDirectory} cannot be created or written to (ENOTDIR): set LEDGER_DATA_DIR to a folder that this process may write to.`,
  );
  fs.rmSync(folder, { recursive: true });
});
