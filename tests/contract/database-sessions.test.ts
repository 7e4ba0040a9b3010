/** At its start, a service checks its database role and the settings of its sessions, however it connects. */
import { inspectDatabase } from '../../src/app/inspect-database';
import type { LedgerTime } from '../../src/kernel/clock';
import { migrate } from '../../src/kernel/postgres/migrate';
import { openPool } from '../../src/kernel/postgres/pool';
import { applicationRole, serviceSettings, type Pooler } from '../../src/kernel/postgres/session';
import { systemClock } from '../../src/kernel/running/system-clock';
import { flowingClock } from '../support/hand-clock';
import { ask, startOwnServer, urlAs, type OwnServer } from '../support/own-server';

let server: OwnServer;
let ownerUrl: string;
let serviceUrl: string;
let strangerUrl: string;

beforeAll(async () => {
  server = await startOwnServer();
  ownerUrl = server.ownerUrl;
  await migrate(ownerUrl);
  const password = 'of-the-service';
  await server.asSuperuser(`alter role ${applicationRole} password '${password}'`, 'grant pg_monitor to ledger');
  serviceUrl = urlAs(ownerUrl, applicationRole, password);
  strangerUrl = await server.newRole('stranger', '', 'ledger');
});
afterAll(() => server.stop());

interface Inspection {
  readonly asApplication?: boolean;
  readonly pooler?: Pooler;
  readonly allowUnsafeDatabase?: boolean;
  readonly clock?: LedgerTime;
}

/** The result of the checks at the start: the warnings, or the error that ends the start. */
const inspect = async (
  url: string,
  { asApplication = true, pooler = 'none', allowUnsafeDatabase = false, clock = systemClock }: Inspection = {},
): Promise<readonly string[] | string> => {
  const warnings: string[] = [];
  const warn = (fields: object, message: string): void => void warnings.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: () => undefined, warn, error: () => undefined };
  const pool = openPool({ url, maxConnections: 1, asApplication, pooler });
  try {
    const { secret, topology } = await inspectDatabase(pool, url, { pooler, allowUnsafeDatabase }, log, clock);
    expect([secret.length, topology]).toEqual([32, 'one node']);
    return warnings;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await pool.close();
  }
};

const withOptions = (url: string, options: string): string => `${url}&options=${encodeURIComponent(options)}`;

describe('the service works as its own role, with its own settings', () => {
  const named = Object.keys(serviceSettings)
    .map((name) => `'${name}', current_setting('${name}')`)
    .join(', ');
  const session = `select current_user as role, current_setting('search_path') as path, json_build_object(${named}) as settings`;
  const settings = { ...serviceSettings, statement_timeout: '10s', lock_timeout: '2s' };
  const asPrinted = { ...settings, idle_in_transaction_session_timeout: '20s', DateStyle: 'ISO, MDY' };
  const sessionOf = async (url: string): Promise<object | undefined> => {
    const pool = openPool({ url, maxConnections: 1 });
    const { client, release } = await pool.lend();
    const { rows } = await client.query<object>(session);
    release(false);
    await pool.close();
    return rows[0];
  };

  test.each([
    ['if the owner logs in', () => ownerUrl, '"$user", public'],
    ['if the URL has its own options', () => withOptions(ownerUrl, '-c search_path=public'), 'public'],
    [
      'if the URL asks for another role and for no timeout',
      () => withOptions(ownerUrl, '-c role=pg_monitor -c statement_timeout=0 -c jit=on'),
      '"$user", public',
    ],
    ['if its own role logs in', () => serviceUrl, '"$user", public'],
  ])('%s', async (_, url, path) => {
    expect(await sessionOf(url())).toEqual({ role: applicationRole, path, settings: asPrinted });
    expect(await inspect(url())).toEqual([]);
  });
});

describe('the service does not start', () => {
  test('as any role except its own', async () => {
    const owner = (await ask<{ name: string }>(ownerUrl, 'select current_user as name'))[0]?.name ?? '';
    const instead = `the service uses the role ${owner} instead of ${applicationRole}: `;
    expect(await inspect(ownerUrl, { asApplication: false })).toBe(
      `${instead}something between the service and the database, such as a pooler, drops the start options of a connection; set LEDGER_POOLER=transaction, change DATABASE_URL to log in as ledger_app, and set LEDGER_MIGRATION_URL to the owner's URL`,
    );
    expect(await inspect(ownerUrl, { pooler: 'transaction' })).toBe(
      `${instead}change DATABASE_URL to log in as ledger_app, and configure the pooler to pass this name on`,
    );
  });

  test('if the login may not become its role', async () => {
    expect(await inspect(strangerUrl)).toBe(
      'permission denied to set role "ledger_app": have a superuser run: grant ledger_app to "stranger";',
    );
  });

  test.each([
    ['reset statement_timeout', 'statement_timeout is 0 instead of 10000'],
    ['set jit = on', 'jit is on instead of off'],
    [`set DateStyle = 'German'`, 'DateStyle is German, DMY instead of ISO'],
    [`set TimeZone = 'Europe/Paris'`, 'TimeZone is Europe/Paris instead of UTC'],
  ])('if its role lost a setting: %s', async (change, differing) => {
    await server.asSuperuser(`alter role ${applicationRole} ${change}`);
    const said = await inspect(serviceUrl);
    const cure = /Have a superuser run: (.*;)$/.exec(said as string)?.[1] ?? '';
    await server.asSuperuser(cure);
    expect(said).toMatch(
      `the service's sessions do not have the settings that they need: ${differing}. Have a superuser run: `,
    );
    expect(await inspect(serviceUrl)).toEqual([]);
  });

  test.each([
    ['superuser', 'nosuperuser'],
    ['bypassrls', 'nobypassrls'],
  ])('if its role is %s, unless the settings allow it', async (unsafe, safe) => {
    await server.asSuperuser(`alter role ${applicationRole} ${unsafe}`);
    const [refused, warned] = [await inspect(ownerUrl), await inspect(ownerUrl, { allowUnsafeDatabase: true })];
    await server.asSuperuser(`alter role ${applicationRole} ${safe}`);
    const reason = 'the role ledger_app is a superuser or bypasses row-level security, so nothing keeps ledgers apart';
    expect(refused).toBe(`${reason}. Change it, or set LEDGER_ALLOW_UNSAFE_DATABASE=yes`);
    expect(warned).toEqual([`the database is unsafe ${JSON.stringify({ unsafe: [reason] })}`]);
  });

  test('if its role may not log in, or the database is not migrated', async () => {
    await server.asSuperuser(`alter role ${applicationRole} nologin`);
    expect(await inspect(serviceUrl)).toBe(
      'role "ledger_app" is not permitted to log in: have a superuser run: alter role ledger_app login;',
    );
    await server.asSuperuser(`alter role ${applicationRole} login`);
    expect(await inspect(ownerUrl.replace('/ledger?', '/postgres?'))).toBe(
      'the database has not been migrated yet. Run: npx ledger migrate',
    );
  });
});

test.each([
  ['behind', -1],
  ['ahead', 1],
])('the service warns of a database clock that is %s by minutes', async (how, sign) => {
  const clock = flowingClock();
  clock.advance(-sign * 600_000);
  const warnings = await inspect(ownerUrl, { clock });
  const sentence = /^the database's clock differs from this machine's by \d+ s: synchronize both with NTP /;
  expect(warnings).toEqual([expect.stringMatching(sentence)]);
  expect(warnings[0]).toContain(`"database":"${how}"`);
});
