/** Only a user who can read the password file can reach the embedded database. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { ledgerNames } from '../../src/app/embedded-database';
import { runnableBinaries } from '../../packages/embedded-postgres/src/binaries';
import { accountFor, openPlace, runIn } from '../../packages/embedded-postgres/src/place';
import { newSocketDirectory } from '../../packages/embedded-postgres/src/postmaster';
import type { EmbeddedPostgres } from '../../packages/embedded-postgres/src';
import { migrate } from '../../src/kernel/postgres/migrate';
import { answers, openMadeRoom, openRoom, query, socketDirectoryOf, type Room } from '../support/embedded';
import { databaseAnswers, entryAppears, toldOf } from '../support/outside';

let made: Room;
let room: Room;

beforeAll(async () => {
  made = await openMadeRoom();
});
afterAll(() => made.clear());

beforeEach(() => {
  room = openRoom();
});
afterEach(() => room.clear());

const who = `select current_user, rolsuper, rolbypassrls, rolreplication, rolcreaterole, rolcreatedb, datdba = r.oid
  from pg_roles r, pg_database where rolname = current_user and datname = current_database()`;
const [owner, superuser] = [
  ['ledger', false, false, false, true, true, true],
  ['postgres', true, true, true, true, true, false],
];

const withoutPassword = (database: EmbeddedPostgres, role: string): string =>
  `postgresql://${role}@${encodeURIComponent(socketDirectoryOf(database))}:5432/postgres?sslmode=disable`;

describe('the embedded database', () => {
  let database: EmbeddedPostgres;

  beforeAll(async () => {
    database = await made.start();
  });
  afterAll(() => database.stop());

  test('serves the ledger as a role that owns the database and is not a superuser', async () => {
    expect(await query(database.url, who)).toEqual(owner);
    expect(await query(database.superuserUrl, who)).toEqual(superuser);
  });

  test.each(['ledger', 'postgres'])('refuses connections as %s without the password', async (role) => {
    const url = withoutPassword(database, role);
    await expect(query(url, 'select 1')).rejects.toThrow(/password/);
    await expect(query(url.replace('@', ':guessed@'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('has no password on a command line, and none in its log', async () => {
    const lines = made.processes().map((pid) => toldOf(pid, 'cmdline') ?? '');
    const texts = [...lines, fs.readFileSync(path.join(made.dataDirectory, 'postgres.log'), 'utf8')].join('\n');
    expect(texts).toContain('postgres');
    for (const url of [database.url, database.superuserUrl]) expect(texts).not.toContain(new URL(url).password);
  });

  const asRoot = process.getuid?.() === 0 ? describe : describe.skip;
  asRoot('another process of the user that runs PostgreSQL for root', () => {
    /**
     * Runs a script as uid 65534 (nobody) and returns its output. Loads our modules before it switches to that user, who may not be able to
     * read them.
     */
    const asNobody = (script: string): string =>
      execFileSync(
        process.execPath,
        [
          '-e',
          `const { Client } = require('pg'); process.setgroups([]); process.setgid(65534); process.setuid(65534); ${script}`,
        ],
        { cwd: path.join(__dirname, '../..'), encoding: 'utf8' },
      ).trim();

    test.each(['ledger', 'postgres'])('is refused as %s without the password', async (role) => {
      const knock = (url: string): string =>
        // Sets a missing password to undefined explicitly. Otherwise the driver would load a module that reads a password file, and this
        // user may not be able to read that module.
        asNobody(`const client = new Client(${JSON.stringify(url)}); client.password ??= () => undefined;
        client.connect().then(() => console.log('let in'), (error) => console.log(error.message)).then(() => process.exit());`);
      const url = withoutPassword(database, role);
      expect(knock(url)).toMatch(/password must be a string/);
      expect(knock(url.replace('@', ':guessed@'))).toBe(`password authentication failed for user "${role}"`);
    });

    test('cannot read the password', async () => {
      const read = `try { console.log(require('fs').readFileSync(${JSON.stringify(made.passwordFile)}, 'utf8')); } catch (error) { console.log(error.code); }`;
      expect(asNobody(read)).toBe('EACCES');
    });
  });
});

/** Creates a cluster as earlier versions did: its superuser `ledger` owns everything, and every connection is trusted. */
const earlierCluster = async (): Promise<{
  readonly start: () => Promise<{ readonly url: string; stop(): Promise<void> }>;
}> => {
  const place = openPlace(room.dataDirectory, ledgerNames);
  const account = accountFor(place);
  const binaries = await runnableBinaries(account, ledgerNames);
  fs.mkdirSync(place.cluster, { mode: 0o700 });
  if (account !== undefined) fs.chownSync(place.cluster, account.uid, account.gid);
  const { directory, spawning } = runIn(place.cluster, account);
  const flags = ['-D', directory, '-U', 'ledger', '--auth=trust', '--no-sync', '--locale=C', '-E', 'UTF8'];
  execFileSync(path.join(binaries, 'initdb'), flags, { ...spawning, stdio: 'ignore' });
  spawnSync(path.join(binaries, 'postgres'), ['--single', '-D', directory, 'postgres'], {
    ...spawning,
    input: 'create database ledger;\n',
  });
  return {
    start: async () => {
      const folder = newSocketDirectory(place, account);
      const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off'];
      const child = spawn(
        path.join(binaries, 'postgres'),
        ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])],
        { ...spawning, stdio: 'ignore' },
      );
      const url = `postgresql://ledger@${encodeURIComponent(folder)}:5432/ledger?sslmode=disable`;
      await databaseAnswers(url);
      return {
        url,
        stop: async () => {
          child.kill('SIGINT');
          await once(child, 'exit');
          fs.rmSync(folder, { recursive: true, force: true });
        },
      };
    },
  };
};

const ledgerId = '00000000-0000-4000-8000-000000000002';

/** SQL that inserts a tenant and a waiting transaction without running any trigger or foreign key check. */
const pendingWork = `
  do $$ begin
    set local session_replication_role = replica;
    insert into tenants values (gen_random_uuid(), 'of before', now());
    insert into posting_queue (ledger_id, transaction_id, draft) values ('${ledgerId}', gen_random_uuid(), '{}');
  end $$`;

const everybodysObjects = `
  select distinct pg_get_userbyid(owner) from (
    select relowner from pg_class where oid >= 16384 and relnamespace = 'public'::regnamespace
    union all select typowner from pg_type where oid >= 16384
    union all select proowner from pg_proc where oid >= 16384
    union all select unnest(polroles) from pg_policy where polroles <> '{0}') all_of_them (owner)`;

describe('a cluster of an earlier version, which trusted every connection', () => {
  test('keeps its books, and requires the password from now on', async () => {
    const server = await (await earlierCluster()).start();
    await migrate(server.url);
    await query(server.url, pendingWork);
    expect(await query(server.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([true]);
    await server.stop();

    const database = await room.start();
    expect(await query(database.url, who)).toEqual(owner);
    expect(await query(database.superuserUrl, who)).toEqual(superuser);
    await expect(query(withoutPassword(database, 'ledger'), 'select 1')).rejects.toThrow(/password/);
    expect(await query(database.url, 'select name from tenants')).toEqual(['of before']);
    expect(await query(database.url, everybodysObjects)).toEqual(['ledger']);
    // A session can still switch to the service's role, and functions that run as the owner still see all rows.
    const asService = `${database.url}&options=${encodeURIComponent('-c role=ledger_app')}`;
    expect(await query(asService, 'select ledgers_with_pending_work(0)')).toEqual([ledgerId]);
    expect(await query(asService, 'select count(*) from posting_queue')).toEqual(['0']);
    expect((await migrate(database.url)).applied).toEqual([]);
    await database.stop();

    const again = await room.start();
    expect(await query(again.url, who)).toEqual(owner);
    await again.stop();
    expect(room.processes()).toEqual([]);
  });

  test('requires the password even if its server outlived the service', async () => {
    const server = await (await earlierCluster()).start();
    const database = await room.start();
    expect(database.startedHere).toBe(true);
    expect(await answers(server.url)).toBe(false);
    await expect(query(withoutPassword(database, 'ledger'), 'select 1')).rejects.toThrow(/password/);
    expect(await query(database.url, who)).toEqual(owner);
    await database.stop();
    expect(room.processes()).toEqual([]);
  });

  test('is converted once when several processes start at the same time', async () => {
    await earlierCluster();
    const others = [room.otherProcess(), room.otherProcess()];
    const database = await room.start();
    await Promise.all(others.map(({ startedHere }) => startedHere));
    expect(await query(database.url, who)).toEqual(owner);
    await database.stop();
  });

  test('is converted by the next start if the first was killed during the conversion', async () => {
    await earlierCluster();
    const other = room.otherProcess();
    await entryAppears(path.dirname(room.passwordFile), /\.password$/);
    other.child.kill('SIGKILL');
    await room.killProcesses();
    const database = await room.start();
    expect(await query(database.url, who)).toEqual(owner);
    await database.stop();
  });
});

describe('a password file', () => {
  test('is created readable by its own user only, and is kept at the next start', async () => {
    const first = await room.start();
    expect(fs.statSync(room.passwordFile).mode & 0o777).toBe(0o600);
    expect(first.superuserUrl).toContain(fs.readFileSync(room.passwordFile, 'utf8').trim());
    await first.stop();
    const { ino } = fs.statSync(path.join(room.cluster, 'pg_hba.conf'));
    const second = await room.start();
    expect(second.superuserUrl.split('@')[0]).toBe(first.superuserUrl.split('@')[0]);
    // The second start does not rewrite pg_hba.conf.
    expect(fs.statSync(path.join(room.cluster, 'pg_hba.conf')).ino).toBe(ino);
    await second.stop();
  });

  test('is created again, with a new password, after it was lost', async () => {
    room.copy(made);
    const first = await room.start();
    await query(first.url, 'create table kept as select 1 as value');
    await first.stop();
    fs.rmSync(room.passwordFile);

    const second = await room.start();
    expect(second.superuserUrl.split('@')[0]).not.toBe(first.superuserUrl.split('@')[0]);
    expect(await query(second.url, 'select value from kept')).toEqual([1]);
    await second.stop();
  });

  test('that is lost while the database is in use stops only new processes, and they say why', async () => {
    room.copy(made);
    const first = await room.start();
    fs.rmSync(room.passwordFile);
    await expect(room.start()).rejects.toThrow(
      /used by a process that knows a different password than .*data\.password/,
    );
    expect(await answers(first.url)).toBe(true);
    await first.stop();
    expect(room.processes()).toEqual([]);
  });

  test('that holds no password stops the start with a message', async () => {
    fs.writeFileSync(room.passwordFile, 'hunter2\n');
    await expect(room.start()).rejects.toThrow(/data\.password contains no password: remove it/);
  });
});
