/**
 * The roles that deploy/compose.yaml creates: they suffice to migrate, serve and operate, and the service never has the owner's password.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { runHere } from '../support/command-line';
import { onDatabase } from '../support/database';
import { deployFolder, read } from '../support/deploy';
import { ask, startOwnServer, urlAs, type OwnServer } from '../support/own-server';
import { newFolder } from '../support/packed';
import { install, ledgerProgram, type Installed } from '../support/service-process';

let server: OwnServer;
let home: Installed;
let secrets: string;

/**
 * Connects as the role to the database that postgres/roles.sql creates. The test gives this database a different name, because the server
 * already has a database `ledger`.
 */
const urlOf = (role: 'ledger_app' | 'ledger_owner'): string =>
  urlAs(
    onDatabase(server.superuserUrl, 'books'),
    role,
    fs.readFileSync(path.join(secrets, `${role}_password`), 'utf8'),
  );

beforeAll(async () => {
  home = install();
  secrets = newFolder();
  execFileSync(path.join(deployFolder, 'make-secrets'), [secrets]);
  // Other users may pass through this folder, as in a container, so that PostgreSQL can read the password files.
  fs.chmodSync(secrets, 0o711);
  server = await startOwnServer();
  const script = read('postgres/roles.sql')
    .replaceAll('/run/secrets', secrets)
    .replace('create database ledger ', 'create database books ');
  // Databases cannot be created inside a transaction, so each statement is sent by itself, as psql does.
  await server.asSuperuser(...script.split(/;\n\n|;\n$/).filter((statement) => statement.trim() !== ''));
});
afterAll(async () => {
  await home.remove();
  await server.stop();
  fs.rmSync(secrets, { recursive: true, force: true });
});

test('the owner migrates with its generated password', async () => {
  const environment = { DATABASE_URL: urlOf('ledger_app'), LEDGER_MIGRATION_URL: urlOf('ledger_owner') };
  expect(await runHere(['migrate'], environment)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Applied /),
  });
  const owners = await ask<{ owner: string }>(
    urlOf('ledger_owner'),
    `select distinct tableowner as owner from pg_tables where schemaname = 'public'`,
  );
  expect(owners).toEqual([{ owner: 'ledger_owner' }]);
});

test('the service serves and operates with its own password only', async () => {
  const environment = { DATABASE_URL: urlOf('ledger_app') };
  const service = await home.serve(environment, [...ledgerProgram, 'serve', '--no-migrate']);
  expect(await runHere(['tenants', 'create', '--name', 'Acme'], environment)).toMatchObject({ code: 0, stderr: '' });
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test.each(['nosuperuser', 'nocreaterole', 'nocreatedb', 'nobypassrls', 'noreplication'])(
  'the service is %s',
  async (without) => {
    const column = `rol${without.slice(2)}`.replace('superuser', 'super');
    const [role] = await ask<{ may: boolean }>(
      server.superuserUrl,
      `select ${column} as may from pg_roles where rolname = 'ledger_app'`,
    );
    expect(role).toEqual({ may: false });
  },
);
