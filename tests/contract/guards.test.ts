/**
 * The committed list of guards equals the guards that the migrations create, and `verify` finds each way of weakening one and names its
 * place.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Client } from 'pg';
import { expectedGuards, guardsFile, ledgerPlane, type Guard } from '../../src/kernel/postgres/guard-list';
import { differencesOfGuards, readGuards, type Ask } from '../../src/kernel/postgres/guards';
import { freshDatabase, type TestDatabase } from '../support/database';
import { rowsOfToday } from '../support/rows-of-today';
import { noCure, weakenedTables, weakenedTriggers } from '../support/weakened-guards';
import { weakenedRights } from '../support/weakened-rights';

let database: TestDatabase;
let superuser: Client;
beforeAll(async () => {
  database = await freshDatabase();
  superuser = new Client({ connectionString: database.superuserUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await database.drop();
});

const askOf =
  (client: Client): Ask =>
  async (text, values) =>
    (await client.query(text, [...values])).rows as object[];

/** The text of the list in the repository, with one object per line. */
const printed = (guards: readonly Guard[]): string =>
  `[\n${guards.map((guard) => JSON.stringify(guard)).join(',\n')}\n]\n`;

/** Weakens a guard as the superuser, in a transaction that is rolled back. */
const weakened = async <A>(statement: string, work: (ask: Ask) => Promise<A>): Promise<A> => {
  await superuser.query('begin');
  try {
    await superuser.query(statement);
    return await work(askOf(superuser));
  } finally {
    await superuser.query('rollback');
  }
};

test('the list in the repository equals the guards that the migrations create', async () => {
  const made = await weakened('select', (ask) => readGuards(ask, []));
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(guardsFile, printed(made));
  // After a new migration, run `make guards`.
  expect(readFileSync(guardsFile, 'utf8')).toBe(printed(made));
});

test('no foreign key leads from one ledger to another', () => {
  const plane = ledgerPlane();
  const keys = expectedGuards().filter(
    ({ kind, object, facts }) =>
      kind === 'constraint' && facts['type'] === 'foreign key' && plane.includes(object.replace(/\..*/, '')),
  );
  expect(keys.length).toBeGreaterThan(5);
  for (const { facts } of keys) {
    expect(facts['columns']).toMatch(/^ledger_id\b/);
    expect(facts['refers to']).toMatch(/\(ledger_id\b|^ledgers \(id\)$/);
  }
});

test('an untouched database has no differences', async () => {
  expect(await weakened('select', differencesOfGuards)).toEqual([]);
});

/** The statements in the advice: those between "cure, as …:" and the last semicolon. */
const cureIn = (detail: string): string => {
  const [, statements = ''] = /cure, as [\w ]+: (.*)$/s.exec(detail) ?? [];
  const written = statements.replace(
    /then the "definition" of (.*) in migrations\/guards\.json$/,
    (_, object) => expectedGuards().find((guard) => guard.object === object)?.definition ?? '',
  );
  const [owner, name] = [new URL(database.url).username, new URL(database.url).pathname.slice(1)];
  return written.replaceAll('<the owner of schema_migrations>', owner).replaceAll('<this one>', name);
};

describe('a weakened guard is found with its place and a cure that works:', () => {
  test.each(rowsOfToday([...weakenedTriggers, ...weakenedTables, ...weakenedRights]))(
    '%s',
    async (_, statement, where, detail) => {
      await weakened(statement, async (ask) => {
        const differences = await differencesOfGuards(ask);
        expect(differences.map((difference) => difference.where)).toEqual(where);
        expect(differences.map((difference) => difference.detail).join('\n')).toContain(detail);
        if (detail === noCure) return;
        const cures = differences.map((difference) => cureIn(difference.detail));
        if (!differences.some(({ kind }) => kind === 'shadow')) for (const cure of cures) await superuser.query(cure);
        else await superuser.query('drop table ahead.entries');
        expect(await differencesOfGuards(ask)).toEqual([]);
      });
    },
  );
});
