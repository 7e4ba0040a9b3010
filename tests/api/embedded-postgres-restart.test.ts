/** An embedded PostgreSQL that dies while it is in use is started again at the same address. */
import { once } from 'node:events';
import * as fs from 'node:fs';
import { ledgerNames } from '../../src/app/embedded-database';
import { findRunningPostgres } from '../../packages/embedded-postgres/src';
import { answers, ended, openMadeRoom, openRoom, query, socketDirectoryOf, type Room } from '../support/embedded';
import { databaseAnswers, processesEnded } from '../support/outside';

let made: Room;
let room: Room;

beforeAll(async () => {
  made = await openMadeRoom();
});
afterAll(() => made.clear());

beforeEach(() => {
  room = openRoom();
  room.copy(made);
});

afterEach(() => room.clear());

describe('a server that dies while in use', () => {
  test.each<NodeJS.Signals>(['SIGKILL', 'SIGQUIT', 'SIGINT'])(
    'is started again after %s on the same socket folder, and keeps committed data',
    async (signal) => {
      const database = await room.start({});
      await query(database.url, 'create table kept as select 1 as value');
      const died = room.postmasterPid();
      process.kill(died, signal);
      await room.postmasterFollows(died);
      await databaseAnswers(database.url);
      expect(await query(database.url, 'select value from kept')).toEqual([1]);
      expect(findRunningPostgres(room.dataDirectory, ledgerNames)?.url).toBe(database.url);

      await database.stop();
      expect(room.processes()).toEqual([]);
      expect(fs.existsSync(socketDirectoryOf(database))).toBe(false);
    },
  );

  test('is started again by a process that joined, if the one that started it is gone', async () => {
    const other = room.otherProcess();
    await other.startedHere;
    const database = await room.start();
    expect(database.startedHere).toBe(false);
    const died = room.postmasterPid();
    other.child.kill('SIGKILL');
    await once(other.child, 'exit');
    process.kill(died, 'SIGKILL');
    await room.postmasterFollows(died);
    await databaseAnswers(database.url);
    await database.stop();
    expect(room.processes()).toEqual([]);
  });

  test('is started again only once, and a process that joins meanwhile finds it at the same address', async () => {
    const others = [room.otherProcess(), room.otherProcess()];
    await Promise.all(others.map(({ startedHere }) => startedHere));
    const database = await room.start();
    process.kill(room.postmasterPid(), 'SIGKILL');
    const late = await room.start();
    expect(late.url).toBe(database.url);
    expect(await query(database.superuserUrl, `select current_setting('unix_socket_directories')`)).toEqual([
      `"${socketDirectoryOf(database)}"`,
    ]);
    await late.stop();
    expect(await answers(database.url)).toBe(true);
    await database.stop();
    expect(await Promise.all(others.map(({ child }) => ended(child)))).toEqual([0, 0]);
    expect(room.processes()).toEqual([]);
    expect(fs.existsSync(socketDirectoryOf(database))).toBe(false);
  });

  test('is not started again by a process that stops using it at that moment', async () => {
    const database = await room.start();
    const died = room.postmasterPid();
    process.kill(died, 'SIGKILL');
    await database.stop();
    await processesEnded(room.dataDirectory);
    expect(room.postmasterPid()).toBe(died);
    expect(fs.existsSync(socketDirectoryOf(database))).toBe(false);
    expect(fs.readdirSync(`${room.dataDirectory}/users`)).toEqual([]);
  });

  test('is not left running by a process that stops while starting it again', async () => {
    const database = await room.start();
    const died = room.postmasterPid();
    process.kill(died, 'SIGKILL');
    await room.postmasterFollows(died);
    await database.stop();
    expect(room.processes()).toEqual([]);
    expect(fs.existsSync(socketDirectoryOf(database))).toBe(false);
  });
});
