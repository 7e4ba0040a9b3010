import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { ledgerNames } from '../../src/app/embedded-database';
import { findRunningPostgres, startEmbeddedPostgres } from '../../packages/embedded-postgres/src';
import { systemClock } from '../../src/kernel/running/system-clock';
import { ended, openMadeRoom, openRoom, query, socketDirectoryOf, type Room } from '../support/embedded';
import { databaseAnswers, entryAppears, kill } from '../support/outside';

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

describe('the embedded database', () => {
  test('answers on a private socket and leaves nothing running when stopped', async () => {
    const database = await room.start();
    expect(database.startedHere).toBe(true);
    expect(findRunningPostgres(room.dataDirectory, ledgerNames)).toEqual({
      url: database.url,
      superuserUrl: database.superuserUrl,
    });
    expect(await query(database.url, 'select 1')).toEqual([1]);
    expect(
      await query(database.url, 'select current_user, current_database(), datcollate from pg_database limit 1'),
    ).toEqual(['ledger', 'ledger', 'C']);
    expect(fs.statSync(socketDirectoryOf(database)).mode & 0o777).toBe(0o700);

    await database.stop();
    await database.stop();
    expect(room.processes()).toEqual([]);
    expect(fs.existsSync(socketDirectoryOf(database))).toBe(false);
    expect(findRunningPostgres(room.dataDirectory, ledgerNames)).toBeUndefined();
  });

  test('is durable by default, and accepts settings', async () => {
    room.copy(made);
    const database = await room.start({ shared_buffers: '64MB' });
    const asked = ['fsync', 'synchronous_commit', 'shared_buffers', 'max_connections', 'jit', 'listen_addresses'];
    const shown = asked.map((name) => `current_setting('${name}')`).join(', ');
    expect(await query(database.url, `select ${shown}`)).toEqual(['on', 'on', '64MB', '60', 'off', '']);
    await database.stop();
  });

  test('keeps committed data through a stop and a killed server', async () => {
    room.copy(made);
    const first = await room.start({});
    await query(first.url, 'create table kept as select 1 as value');
    await first.stop();

    const second = await room.start({});
    await query(second.url, 'insert into kept values (2)');
    const died = room.postmasterPid();
    kill(died);
    await room.postmasterFollows(died);
    await databaseAnswers(second.url);

    const third = await room.start({});
    expect(third.url).toBe(second.url);
    expect(await query(third.url, 'select value from kept order by value')).toEqual([1, 2]);
    await second.stop();
    await third.stop();
    expect(room.processes()).toEqual([]);
  });

  test('uses the names that the program gives it', async () => {
    const { dataDirectory } = room;
    const names = {
      program: 'the shop',
      database: 'goods',
      ownerRole: 'keeper',
      socketPrefix: 'shop-pg-',
      // This prefix is the same as the service's, so the database uses the copy of the binaries that the service keeps on the machine.
      binariesPrefix: ledgerNames.binariesPrefix,
      variables: { dataDirectory: 'SHOP_DIR', databaseUrl: 'SHOP_URL' },
    };
    const database = await startEmbeddedPostgres({
      dataDirectory,
      names,
      clock: systemClock,
      settings: { fsync: 'off' },
    });
    try {
      expect(await query(database.url, 'select current_user, current_database()')).toEqual(['keeper', 'goods']);
      const roles = `select rolname from pg_roles where rolname !~ '^pg_' order by rolname`;
      expect(await query(database.superuserUrl, roles)).toEqual(['keeper', 'postgres']);
      expect(path.basename(socketDirectoryOf(database))).toMatch(/^shop-pg-/);
      expect(findRunningPostgres(dataDirectory, names)?.url).toBe(database.url);
      expect(fs.readFileSync(path.join(room.cluster, 'pg_hba.conf'), 'utf8')).toMatch(/^# Written by the shop\./);
    } finally {
      await database.stop();
    }
    expect(room.processes()).toEqual([]);
  });

  test('runs below a private home that only its user can enter', async () => {
    fs.chmodSync(path.dirname(room.dataDirectory), 0o700);
    const database = await room.start();
    expect(await query(database.url, 'select 1')).toEqual([1]);
    await database.stop();
    expect(room.processes()).toEqual([]);
  });

  test('refuses settings that PostgreSQL does not know, with the reason from its log', async () => {
    room.copy(made);
    await expect(room.start({ no_such_setting: '1' })).rejects.toThrow(/unrecognized configuration parameter/);
    expect(room.processes()).toEqual([]);
  });
});

describe('sharing one data directory', () => {
  test('a second start joins the running server and its stop leaves it running', async () => {
    room.copy(made);
    const first = await room.start();
    const second = await room.start();
    expect(second.startedHere).toBe(false);
    expect(second.url).toBe(first.url);

    await second.stop();
    expect(await query(first.url, 'select 1')).toEqual([1]);
    await first.stop();
    expect(room.processes()).toEqual([]);
  });

  test('a start removes the socket folder of an earlier start that was killed before it registered', async () => {
    room.copy(made);
    const first = await room.start();
    const inUse = socketDirectoryOf(first);
    await first.stop();
    const forsaken = fs.mkdtempSync(inUse.slice(0, -6));
    const second = await room.start();
    expect([fs.existsSync(forsaken), fs.existsSync(socketDirectoryOf(second))]).toEqual([false, true]);
    await second.stop();
  });

  test('the last user stops the server, even if it did not start it', async () => {
    room.copy(made);
    const first = await room.start();
    const second = await room.start();
    await first.stop();
    expect(await query(second.url, 'select 1')).toEqual([1]);
    await second.stop();
    expect(room.processes()).toEqual([]);
  });

  test('processes that start at the same moment end up on one server', async () => {
    const others = [room.otherProcess(), room.otherProcess(), room.otherProcess()];
    const started = await Promise.all(others.map(async (other) => other.startedHere));
    expect(started.filter(Boolean)).toHaveLength(1);
    expect(await Promise.all(others.map(async ({ child }) => ended(child)))).toEqual([0, 0, 0]);
    expect(room.processes()).toEqual([]);
    expect(fs.readdirSync(room.dataDirectory).sort()).toEqual(['cluster', 'postgres.log', 'users']);
    expect(fs.readdirSync(path.dirname(room.dataDirectory)).sort()).toEqual(['data', 'data.password']);
  });

  test('the orphan of a killed process is adopted, and stopped at the end', async () => {
    room.copy(made);
    const other = room.otherProcess();
    await other.startedHere;
    const orphan = room.postmasterPid();
    other.child.kill('SIGKILL');
    await once(other.child, 'exit');
    expect(room.processes()).toContain(orphan);

    const database = await room.start();
    expect(database.startedHere).toBe(true);
    expect(room.postmasterPid()).toBe(orphan);
    await database.stop();
    expect(room.processes()).toEqual([]);
    expect(fs.existsSync(socketDirectoryOf(database))).toBe(false);
  });
});

describe('after a crash', () => {
  test.each([
    ['names a dead process', (text: string) => text.replace(/^\d+/, '4194000')],
    ['names a living process that is not PostgreSQL', (text: string) => text.replace(/^\d+/, String(process.pid))],
    ['is empty', () => ''],
  ])('a start survives a postmaster.pid that %s', async (_case, stale) => {
    room.copy(made);
    const first = await room.start();
    const text = fs.readFileSync(room.pidFile, 'utf8');
    await first.stop();
    fs.writeFileSync(room.pidFile, stale(text));

    expect(findRunningPostgres(room.dataDirectory, ledgerNames)).toBeUndefined();
    const second = await room.start();
    expect(second.startedHere).toBe(true);
    expect(await query(second.url, 'select 1')).toEqual([1]);
    await second.stop();
  });

  test('a cluster whose creation was killed half way is created again', async () => {
    const halfMade = (): string | undefined =>
      fs.existsSync(room.dataDirectory)
        ? fs.readdirSync(room.dataDirectory).find((entry) => entry.startsWith('unfinished-cluster.'))
        : undefined;
    const isFinished = (): boolean => fs.existsSync(room.cluster);
    // Kills another process while it creates the cluster. Tries again if that process had finished the cluster before it was killed.
    do {
      fs.rmSync(room.dataDirectory, { recursive: true, force: true });
      const other = room.otherProcess();
      await entryAppears(path.dirname(room.dataDirectory), /^data$/);
      const begun = await entryAppears(room.dataDirectory, /^(unfinished-)?cluster/);
      await entryAppears(begun, /^PG_VERSION$/).catch(() => expect(isFinished()).toBe(true));
      other.child.kill('SIGKILL');
      await once(other.child, 'exit');
      await room.killProcesses();
    } while (isFinished());
    expect(halfMade()).toBeDefined();

    const database = await room.start();
    expect(await query(database.url, 'select 1')).toEqual([1]);
    expect(halfMade()).toBeUndefined();
    await database.stop();
  });
});
