/** The migration of a database to the present version, by any number of processes, and its refusals. */
import { migrate, migrationFiles } from '../../src/kernel/postgres/migrate';
import { applicationRole, serviceSettings } from '../../src/kernel/postgres/session';
import { asOwner, emptyDatabase, freshDatabase, type TestDatabase } from '../support/database';
import { ask } from '../support/own-server';

const names = migrationFiles().map(({ name }) => name);
const [first = '', second = ''] = names;
let databases: TestDatabase[] = [];

afterEach(async () => {
  for (const { drop } of databases) await drop();
  databases = [];
});

const kept = async (making: Promise<TestDatabase>): Promise<string> => {
  const database = await making;
  databases.push(database);
  return database.url;
};
const migrated = (): Promise<string> => kept(freshDatabase());
const empty = (): Promise<string> => kept(emptyDatabase());

test('each file is run by only one of several processes that start together', async () => {
  const url = await empty();
  const reports = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(reports.flatMap(({ applied }) => applied).sort()).toEqual(names);
  expect(await migrate(url)).toEqual({ applied: [] });
});

describe('another process that migrates', () => {
  const lock = 'select pg_advisory_lock(20010101)';

  test('is awaited up to a limit, and then the start fails with an explanation', async () => {
    const url = await empty();
    await asOwner(url, async (other) => {
      await other.query(lock);
      await expect(migrate(url, { maxWaitMs: 200 })).rejects.toThrow(
        'another process has been migrating this database for 0.2 s; start again when it is done',
      );
    });
    expect((await migrate(url)).applied).toEqual(names);
  });

  test('does not delay a database that is up to date', async () => {
    const url = await migrated();
    await asOwner(url, async (other) => {
      await other.query(lock);
      expect(await migrate(url, { maxWaitMs: 200 })).toEqual({ applied: [] });
    });
  });
});

test('a file with a known former checksum counts as the file that ran', async () => {
  const url = await migrated();
  const former = '5981af32c443d8be14c32bbf7a06af6d633f4306e98acf28ace052eef0580549';
  await asOwner(url, (owner) =>
    owner.query(`update schema_migrations set checksum = '${former}' where name = '${first}'`),
  );
  expect(await migrate(url)).toEqual({ applied: [] });
});

test('a migration waits for a locked table up to a limit, and then changes nothing', async () => {
  const url = await empty();
  await asOwner(url, async (holder) => {
    await holder.query('begin; create table tenants (id uuid)');
    await expect(migrate(url, { maxWaitMs: 200 })).rejects.toThrow(`migration ${second} waited 0.2 s for a table`);
  });
  expect((await migrate(url)).applied).toEqual(names.slice(1));
});

describe('a database is refused', () => {
  test.each([
    [
      'that a newer version migrated',
      `insert into schema_migrations (name, checksum) values ('9999-later.sql', '')`,
      'the database was migrated by a newer version, which ran 9999-later.sql',
    ],
    [
      'that lacks a file before those that ran',
      `delete from schema_migrations where name = '${second}'`,
      `migration ${second} has not run, although ${names.slice(2).join(', ')} came after it`,
    ],
    [
      'whose file was changed after it ran',
      `update schema_migrations set checksum = '' where name = '${first}'`,
      `migration ${first} was changed after it ran`,
    ],
  ])('%s', async (_, tampering, sentence) => {
    const url = await migrated();
    await asOwner(url, (owner) => owner.query(tampering));
    await expect(migrate(url)).rejects.toThrow(sentence);
  });
});

test('the role of the service may log in and has exactly the settings that the service asks for', async () => {
  const [role] = await ask<{ rolcanlogin: boolean; rolconfig: string[] }>(
    await migrated(),
    `select rolcanlogin, rolconfig from pg_roles where rolname = '${applicationRole}'`,
  );
  const wanted = Object.entries(serviceSettings).map(([name, value]) => `${name}=${value}`);
  expect({ ...role, rolconfig: role?.rolconfig.toSorted() }).toEqual({
    rolcanlogin: true,
    rolconfig: wanted.sort(),
  });
});
