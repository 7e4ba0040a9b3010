/**
 * A service does not start on a database with weakened guards, unless its settings allow it; then it logs a warning each time it starts.
 */
import { readConfig } from '../../src/app/config';
import { startService } from '../../src/app/serve';
import { refused } from '../../src/kernel/refusal';
import { asOwner, freshDatabase, serviceEnvironment, type TestDatabase } from '../support/database';
import { freePort } from '../support/service-process';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

/** Starts and stops a service. Returns its warnings: message → fields. */
const start = async (settings: Readonly<Record<string, string>> = {}): Promise<ReadonlyMap<string, object>> => {
  const environment = { ...serviceEnvironment(database.url), PORT: String(await freePort()), ...settings };
  const config = readConfig(environment);
  if (refused(config)) throw new Error(config.left);
  const lines: string[] = [];
  const service = await startService(config.right, {
    migrate: false,
    destination: { write: (line: string) => void lines.push(line) },
  });
  await service.stop('the test');
  const written = lines.map((line) => JSON.parse(line) as { level: number | string; msg: string });
  return new Map(written.filter(({ level }) => level === 'warn' || level === 40).map((line) => [line.msg, line]));
};

const differ = 'the guards of the database differ from those that the migrations create, so it may accept invalid data';

const weaken = (statement: string) => asOwner(database.superuserUrl, (owner) => owner.query(statement));

test('a service starts without a warning if all guards are intact', async () => {
  expect([...(await start()).keys()]).not.toContain(differ);
});

test('a weakened guard prevents the start, with the first differences, their number and the cure', async () => {
  await weaken(`drop trigger entries_balance on entries; alter table accounts disable row level security;
    drop index transactions_due; alter table entries alter column amount drop not null`);
  const refused = await start().catch((error: Error) => error.message);
  expect(refused).toMatch(/^the guards of the database differ from those that the migrations of this version create/);
  expect(refused).toContain(
    '- table accounts row-level security: forced, and disabled instead of forced on its owner too; cure, as the owner of the tables: alter table accounts force row level security, enable row level security;',
  );
  expect(refused).toContain('- and 1 more, which npx ledger verify lists');
  expect(refused).toMatch(/or set LEDGER_GUARDS=warn to start despite them\.$/);
});

test('a start with LEDGER_GUARDS=warn continues, and warns of the differences each time', async () => {
  await weaken('drop trigger entries_balance on entries');
  for (const _ of [1, 2])
    expect((await start({ LEDGER_GUARDS: 'warn' })).get(differ)).toMatchObject({
      count: 1,
      differences: [expect.stringMatching(/^trigger entries.entries_balance is missing; cure/)],
    });
});

test('a start does not check the guards of a database that lacks migrations', async () => {
  await weaken(`drop trigger entries_balance on entries;
    delete from schema_migrations where name = (select max(name) from schema_migrations)`);
  expect([...(await start()).keys()]).not.toContain(differ);
});

test.each(['refuse', 'warn'])(
  'a service never starts on a database of a newer version (LEDGER_GUARDS=%s)',
  async (guards) => {
    await weaken(`insert into schema_migrations values ('9999-later.sql', '')`);
    await expect(start({ LEDGER_GUARDS: guards })).rejects.toThrow(
      'The database was migrated by a newer version, which ran 9999-later.sql. Use that version, or a later one.',
    );
  },
);
