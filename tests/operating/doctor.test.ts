/** `ledger doctor`: each test makes a mistake in the configuration of a PostgreSQL server, expects that it is found, and corrects it. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { runHere } from '../support/command-line';
import { connected, freshDatabase, onDatabase } from '../support/database';
import { installLedger } from '../support/installed-ledger';
import { describeWithPrograms, startInstalledServer, type InstalledServer } from '../support/installed-postgres';
import { isPgbouncerInstalled, startPgbouncer } from '../support/pgbouncer';
import { cosignerNamed } from '../support/witness';
import { urlAs } from '../support/own-server';
import { freePort } from '../support/service-process';

interface Told {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly seen: string;
  readonly advice: string | null;
}

describeWithPrograms('ledger doctor', () => {
  let server: InstalledServer;
  let superuserUrl: string;
  let sound: Readonly<Record<string, string>>;

  const doctor = async (changed: Readonly<Record<string, string>> = {}) => {
    const { code, stdout, stderr } = await runHere(['doctor', '--json'], { ...sound, ...changed });
    expect(stderr).toBe('');
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: readonly Told[] };
    expect([ok, code]).toEqual([!checks.some(({ status }) => status === 'fail'), ok ? 0 : 1]);
    return checks;
  };
  const complaints = async (changed?: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    (await doctor(changed)).filter(({ status }) => status !== 'ok').map(({ name, status }) => `${status} ${name}`);
  const run = (...statements: readonly string[]) =>
    connected(superuserUrl, async (superuser) => {
      for (const statement of statements) await superuser.query(statement);
    });

  beforeAll(async () => {
    server = await startInstalledServer();
    const { as, ...installed } = await installLedger(server);
    ({ superuserUrl } = installed);
    sound = {
      ...{
        DATABASE_URL: as('ledger_app'),
        LEDGER_MIGRATION_URL: as('ledger_owner'),
        LEDGER_BACKUP_URL: as('ledger_backup'),
      },
      ...{ LEDGER_KEY_PEPPER: 'n0Tv2w9XqfR4mJ8sLk1e', LEDGER_PUBLIC_URL: 'https://ledger.example', LOG_LEVEL: 'error' },
    };
  });
  afterAll(() => server?.stop());

  test('finds nothing to correct in a sound installation, and prints a table', async () => {
    expect((await complaints()).filter((one) => one !== 'warn node-version')).toEqual([]);
    const { code, stdout } = await runHere(['doctor'], sound);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^STATUS {2}CHECK +SEEN\n/);
    expect(stdout).toMatch(/\nok {6}durability +fsync, full_page_writes and synchronous_commit are on\n/);
    expect(stdout).toMatch(/\n\d+ checks: \d+ ok, \d to look at, 0 to correct\.\n$/);
    expect(stdout).not.toContain('of-ledger');
  });

  const asOwner = 'alter table entries';
  test.each<[string, readonly string[], readonly string[], readonly string[]]>([
    [
      'a role that bypasses row-level security',
      ['alter role ledger_app bypassrls'],
      ['alter role ledger_app nobypassrls'],
      ['fail role-rights'],
    ],
    [
      'a role that is a superuser',
      ['alter role ledger_app superuser'],
      ['alter role ledger_app nosuperuser'],
      ['warn service-role', 'fail role-rights'],
    ],
    [
      'a table whose owner bypasses row-level security',
      [`${asOwner} no force row level security`],
      [`${asOwner} force row level security`],
      ['fail row-level-security'],
    ],
    [
      'a table without row-level security',
      [`${asOwner} disable row level security`],
      [`${asOwner} enable row level security`],
      ['fail row-level-security'],
    ],
    [
      'a missing setting of the role',
      ['alter role ledger_app reset statement_timeout'],
      [`alter role ledger_app set statement_timeout = '10000'`],
      ['fail session-settings'],
    ],
    [
      'asynchronous commits',
      [`alter role ledger_app set synchronous_commit = off`],
      ['alter role ledger_app reset synchronous_commit'],
      ['fail durability'],
    ],
    [
      'an owner with a statement timeout',
      [`alter role ledger_owner set statement_timeout = '5s'`],
      ['alter role ledger_owner reset statement_timeout'],
      ['warn owner'],
    ],
    [
      'an owner who is a superuser',
      ['alter role ledger_owner superuser'],
      ['alter role ledger_owner nosuperuser'],
      ['warn owner'],
    ],
    [
      'a backup role that row-level security restricts',
      ['alter role ledger_backup nobypassrls'],
      ['alter role ledger_backup bypassrls'],
      ['fail backup-role'],
    ],
    [
      'fewer connections than a process needs',
      ['alter role ledger_app connection limit 5'],
      ['alter role ledger_app connection limit -1'],
      ['fail connections'],
    ],
    ['a missing migration', [`delete from schema_migrations where name ~ '^0013'`], [], ['fail migrations']],
    [
      'a migration of a later version',
      [`insert into schema_migrations (name, checksum) values ('9999-later.sql', '')`],
      [`delete from schema_migrations where name ~ '^9999'`],
      ['fail migrations'],
    ],
  ])('finds %s', async (_, make, undo, expected) => {
    const rows = await connected(
      superuserUrl,
      async (superuser) =>
        (await superuser.query('select * from schema_migrations')).rows as { name: string; checksum: string }[],
    );
    await run(...make);
    const found = await complaints();
    await run(...undo);
    await connected(superuserUrl, async (superuser) => {
      for (const { name, checksum } of rows)
        await superuser.query('insert into schema_migrations (name, checksum) values ($1, $2) on conflict do nothing', [
          name,
          checksum,
        ]);
    });
    expect(found.filter((one) => one !== 'warn node-version')).toEqual(expected);
  });

  test('finds keys of a demo, and a backlog of postings', async () => {
    const { code } = await runHere(['demo'], { ...sound });
    expect(code).toBe(0);
    await run(
      'set session_replication_role = replica',
      `insert into posting_queue (ledger_id, transaction_id, draft)
       values (gen_random_uuid(), '01900000-0000-7000-8000-000000000000', '{}')`,
    );
    const found = (await doctor()).filter(({ status }) => status !== 'ok');
    await run(
      'set session_replication_role = replica',
      'delete from posting_queue',
      `update api_keys set is_active = false`,
    );
    expect(found.map(({ name, status }) => `${status} ${name}`)).toEqual(
      expect.arrayContaining(['fail backlog', 'warn demo']),
    );
  });

  test('finds a receiver that lacks checkpoints', async () => {
    const receiver = { LEDGER_CHECKPOINT_URL: 'https://receiver.example/' };
    const told = async () => (await doctor(receiver)).find(({ name }) => name === 'checkpoint-receiver');
    expect(await complaints()).not.toContain('warn checkpoint-receiver');
    expect(await told()).toMatchObject({ status: 'ok', seen: 'the receiver has the last checkpoint of every log' });
    const signed = (age: string, size: number): string =>
      `insert into log_checkpoints (ledger_id, size, signed_at, note) select ledger_id, ${size}, now() - interval '${age}', 'a note' from log_trees`;
    await run(`insert into log_trees (ledger_id, size) values (gen_random_uuid(), 9)`, signed('1 minute', 3));
    expect(await told()).toMatchObject({ status: 'ok', seen: expect.stringMatching(/^the receiver .* 1 log;/) });
    await run(signed('30 minutes', 2), signed('0 minutes', 9));
    expect(await told()).toMatchObject({ status: 'warn', seen: expect.stringMatching(/was signed 30 min ago$/) });
    await run('update log_trees set sent_size = 9');
    expect(await told()).toMatchObject({ status: 'ok', seen: 'the receiver has the last checkpoint of every log' });
  });

  test('reports how far each witness is behind, and warns of one that is late', async () => {
    const [west, east] = [cosignerNamed('west.example/w1', 1).key, cosignerNamed('east.example/w2', 2).key];
    const told = async (LEDGER_WITNESSES: string) => {
      const found = (await doctor({ LEDGER_WITNESSES })).find(({ name }) => name === 'witnesses');
      return [found?.status, ...(found?.seen.split(/: |; /) ?? [])];
    };
    const both = `${west} https://west.example, ${east} https://east.example`;
    const signed = (log: number, size: number, minutes: number): string =>
      `insert into log_checkpoints (ledger_id, size, signed_at, note) select ledger_id, ${size}, now() - interval '${minutes} minutes', 'a note' from log_trees where size = ${log}`;
    const cosigned = (log: number, size: number, key: string): string =>
      `insert into log_cosignatures (ledger_id, size, witness, cosignature) select ledger_id, ${size}, '${key}', 'a line' from log_trees where size = ${log}`;
    await run(
      'set session_replication_role = replica',
      ...['log_cosignatures', 'log_checkpoints', 'log_trees'].map((name) => `delete from ${name}`),
    );
    expect(await told('')).toEqual(['ok', 'none', 'LEDGER_WITNESSES is not set']);
    const none = ['west.example/w1', 'east.example/w2'].map((name) => `${name} has nothing to co-sign yet`);
    expect(await told(both)).toEqual(['ok', '2 listed', ...none]);
    await run('insert into log_trees (ledger_id, size) select gen_random_uuid(), unnest(array[9, 20])');
    await run(...[signed(9, 9, 40), signed(20, 7, 30), signed(20, 20, 1), cosigned(9, 9, west), cosigned(20, 7, west)]);
    const behind = (rest: string) =>
      expect.stringMatching(new RegExp(`^\\S+ ${rest}( the checkpoint of [-0-9]+T[0-9:.]+Z)?$`));
    expect(await told(both)).toEqual([
      ...['warn', '2 listed'],
      behind(`has not co-signed .* of 1 of 2 logs, is up to 13 events and \\d min behind, and last co-signed`),
      behind(`has not co-signed .* 2 of 2 logs, is up to 20 events and 4\\d min behind, and has not co-signed .* yet`),
    ]);
    expect((await told(`${west} https://west.example`)).slice(0, 2)).toEqual(['ok', '1 listed']);
    await run(cosigned(20, 20, west));
    expect((await told(both))[2]).toEqual(behind('has co-signed the last checkpoint of every log, and last co-signed'));
    expect(await doctor({ LEDGER_WITNESSES: `${both} x` })).toEqual([
      expect.objectContaining({
        name: 'configuration',
        status: 'fail',
        seen: expect.stringContaining('LEDGER_WITNESSES'),
      }),
    ]);
  });

  test('finds unreachable servers and wrong settings', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    const found = await complaints({ REDIS_URL: `redis://${nobody}`, LEDGER_READ_URL: sound['DATABASE_URL'] ?? '' });
    expect(found).toEqual(expect.arrayContaining(['warn redis', 'fail replica']));
    const gone = { DATABASE_URL: `postgresql://ledger_app:x@${nobody}/ledger`, LEDGER_MIGRATION_URL: '' };
    const away = await doctor({ ...gone, LEDGER_BACKUP_URL: '' });
    const { status, seen } = away.find(({ name }) => name === 'database') as Told;
    expect([status, seen]).toEqual(['fail', expect.stringContaining('ECONNREFUSED')]);
    const wrong = await doctor({ DATABASE_URL: urlAs(superuserUrl, 'ledger_app', 'hunter2') });
    expect(wrong.find(({ name }) => name === 'database')?.seen).toMatch(/password authentication failed/);
    expect(JSON.stringify(wrong)).not.toContain('hunter2');
    const told = async (LEDGER_BACKUP_URL: string) =>
      (await doctor({ LEDGER_BACKUP_URL })).find(({ name }) => name === 'backup-role')?.seen;
    const elsewhere = onDatabase(sound['LEDGER_BACKUP_URL'] as string, 'nowhere');
    expect(await told(elsewhere)).toBe('LEDGER_BACKUP_URL refuses: database "nowhere" does not exist');
    expect(await told(`postgresql://${nobody}/x`)).toMatch(/^LEDGER_BACKUP_URL does not answer: connect ECONNREFUSED/);
    expect(await doctor({ LEDGER_POOLER: 'session' })).toEqual([
      expect.objectContaining({ name: 'configuration', status: 'fail' }),
    ]);
  });

  test('finds that only a superuser can take a complete backup', async () => {
    await run('revoke pg_read_all_data from ledger_backup');
    const found = await complaints({ LEDGER_BACKUP_URL: '' });
    await run('grant pg_read_all_data to ledger_backup');
    expect(found).toContain('warn backup-role');
    expect(await complaints({ LEDGER_BACKUP_URL: '' })).not.toContain('warn backup-role');
  });

  test('finds a server that asks for no password', async () => {
    const hba = path.join(server.cluster, 'pg_hba.conf');
    const before = fs.readFileSync(hba, 'utf8');
    fs.writeFileSync(hba, before.replaceAll('scram-sha-256', 'trust'));
    // Restarts the server instead of reloading its configuration, because no signal shows when a reload has taken effect.
    await server.restart({});
    const found = await complaints();
    fs.writeFileSync(hba, before);
    await server.restart({});
    expect(found).toContain('fail authentication');
  });

  test('finds a server that may lose confirmed writes', async () => {
    await server.restart({ fsync: 'off', full_page_writes: 'off' });
    const [durability] = (await doctor()).filter(({ name }) => name === 'durability');
    await server.restart({});
    expect(durability).toMatchObject({
      status: 'fail',
      seen: 'off: fsync, full_page_writes; the database may lose confirmed writes',
    });
  });

  const withPgbouncer = isPgbouncerInstalled ? test : test.skip;
  if (!isPgbouncerInstalled)
    process.stdout.write('skipped: pgbouncer is not installed, so doctor was not tried behind one\n');
  withPgbouncer.each([
    ['transaction', 'ok'],
    ['statement', 'fail'],
  ])('judges pgbouncer in %s mode: %s', async (pool_mode, expected) => {
    const database = await freshDatabase();
    const pooler = await startPgbouncer(database.url, { pool_mode });
    try {
      const checks = await doctor({
        ...{
          DATABASE_URL: onDatabase(pooler.url, new URL(database.url).pathname.slice(1)),
          LEDGER_POOLER: 'transaction',
        },
        ...{ LEDGER_MIGRATION_URL: database.url, LEDGER_BACKUP_URL: '' },
      });
      expect(checks.find(({ name }) => name === 'pooler')?.status).toBe(expected);
    } finally {
      await pooler.stop();
      await database.drop();
    }
  });
});
