/** A command does only what its name says: it does not create or migrate a database. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { commands, leavesOf, runHere } from '../support/command-line';
import { asOwner, emptyDatabase, freshDatabase, serviceEnvironment, type TestDatabase } from '../support/database';

let folder: string;
let file: string;
const databases: TestDatabase[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-missing-'));
  file = join(folder, 'journal.csv');
  writeFileSync(file, 'date,amount\n');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(databases.map((database) => database.drop()));
});

/** The tests leave out these commands, because they start, create or restore a database, or need none. */
const others = new Set([
  'serve',
  'migrate',
  'restore',
  'roles',
  'mcp',
  'doctor',
  'bench',
  'webhooks verify',
  'import explain',
]);

const asking = leavesOf(commands()).filter(([name]) => !others.has(name));

const values: Readonly<Record<string, () => string>> = {
  '--rate': () => '1.5',
  '--base': () => 'EUR',
  '--quote': () => 'USD',
  '--currency': () => 'EUR',
  '--email': () => 'anna@example.com',
  '--forward': () => 'http://127.0.0.1:9/',
  '--to-node': () => 'localhost:5432',
  '--to': () => join(folder, 'copy'),
  '--by': () => 'P1D',
  '--advance': () => 'P1D',
};
const valueOf = ({ long, argChoices }: Option): string => argChoices?.[0] ?? values[long ?? '']?.() ?? 'X';
const wordsFor = (name: string, command: Command): readonly string[] => [
  ...name.split(' '),
  ...command.registeredArguments.map(() => file),
  ...command.options.filter(({ mandatory }) => mandatory).flatMap((option) => [option.long ?? '', valueOf(option)]),
  ...(command.options.some(({ long }) => long === '--all-tenants') ? ['--all-tenants'] : []),
  ...(name === 'import' ? ['--ledger', 'X'] : []),
  ...(name === 'operators change' || name === 'keys change' ? ['--name', 'X'] : []),
];

test('most commands need a database', () => expect(asking.length).toBeGreaterThan(25));

test.each(asking)('%s creates no database if there is none, and says what is missing', async (name, command) => {
  const data = join(folder, 'data');
  const { code, stdout, stderr } = await runHere(wordsFor(name, command), { LEDGER_DATA_DIR: data });
  expect({ code, stdout, made: existsSync(data) }).toEqual({ code: 1, stdout: '', made: false });
  expect(stderr).toMatch(
    /^There is no DATABASE_URL, and no database in .*data\. Set DATABASE_URL .* npx ledger migrate\n$/,
  );
});

const environmentOf = ({ url }: TestDatabase) => ({ ...serviceEnvironment(url), LOG_LEVEL: 'silent' });
const migrationsOf = ({ url }: TestDatabase): Promise<readonly string[]> =>
  asOwner(url, async (owner) => {
    const { rows } = await owner.query<{ name: string }>('select name from schema_migrations order by name');
    return rows.map(({ name }) => name);
  });

test('a command migrates nothing, and reports a database that is older or newer', async () => {
  const database = await freshDatabase();
  databases.push(database);
  const before = await migrationsOf(database);
  const last = before.at(-1) ?? '';
  await asOwner(database.url, (owner) => owner.query('delete from schema_migrations where name = $1', [last]));
  const behind = await runHere(['tenants', 'list'], environmentOf(database));
  expect([behind.code, behind.stdout]).toEqual([1, '']);
  expect(behind.stderr).toMatch(
    new RegExp(`^The database lacks ${last}, which this version needs\\. .*npx ledger migrate\\n$`),
  );
  expect(await migrationsOf(database)).toEqual(before.slice(0, -1));
  await asOwner(database.url, (owner) =>
    owner.query("insert into schema_migrations (name, checksum) values ($1, 'x'), ('9999-later.sql', 'x')", [last]),
  );
  const newer = await runHere(['tenants', 'list'], environmentOf(database));
  expect([newer.code, newer.stderr]).toEqual([
    1,
    'The database was migrated by a newer version, which ran 9999-later.sql. Use that version, or a later one.\n',
  ]);
});

test('an empty database is refused with the command that migrates it', async () => {
  const database = await emptyDatabase();
  databases.push(database);
  const { code, stderr } = await runHere(['verify'], environmentOf(database));
  expect([code, stderr]).toEqual([1, expect.stringMatching(/npx ledger migrate\n$/)]);
});

test('verifying a database without ledgers fails', async () => {
  const database = await freshDatabase();
  databases.push(database);
  const metrics = join(folder, 'verify.prom');
  const { code, stdout } = await runHere(['verify', '--metrics', metrics], environmentOf(database));
  expect([code, stdout]).toEqual([1, expect.stringContaining('There is no ledger in this database')]);
  const json = await runHere(['verify', '--json'], environmentOf(database));
  expect([json.code, JSON.parse(json.stdout).ok, json.stderr]).toEqual([
    1,
    false,
    expect.stringContaining('There is no ledger in this database'),
  ]);
  expect(readFileSync(metrics, 'utf8')).toMatch(/result="failed"/);
});

test('metrics that cannot be written are refused before the verification, or reported after its result', async () => {
  const database = await freshDatabase();
  databases.push(database);
  const verify = (file: string) => runHere(['verify', '--metrics', file], environmentOf(database));
  const nowhere = join(folder, 'nowhere');
  expect(await verify(join(nowhere, 'verify.prom'))).toEqual({
    ...{ code: 1, stdout: '', stderr: `--metrics: there is no folder ${nowhere}. Create it first.\n` },
  });
  const { code, stdout, stderr } = await verify(folder);
  expect([code, stdout, stderr]).toEqual([
    1,
    expect.stringContaining('everything holds'),
    expect.stringMatching(/^--metrics: the result was not written: /),
  ]);
});
