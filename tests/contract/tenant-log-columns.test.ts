/** The columns that the tenants' log records: none of them may contain a secret. */
import { Client } from 'pg';
import { freshDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let owner: Client;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new Client({ connectionString: database.superuserUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** The columns that the tenant's log leaves out. A new column is logged unless it is added here. */
const leftOut = [
  ...['secret_hash', 'password_hash', 'token_hash', 'last_used_at', 'last_seen_at', 'seen_at', 'address', 'agent'],
];

test.each([
  'tenants',
  'tenant_quotas',
  'ledgers',
  'api_keys',
  'admin_keys',
  'operators',
  'invitations',
  'sessions',
  'strings',
  'string_members',
  'fx_rates',
])('no logged column of %s has the name of a secret', async (table) => {
  const { rows } = await owner.query<{ column_name: string }>(
    'select column_name from information_schema.columns where table_name = $1',
    [table],
  );
  const told = rows.map(({ column_name: name }) => name).filter((name) => !leftOut.includes(name));
  expect(told.length).toBeGreaterThan(2);
  expect(told.filter((name) => /secret|password|hash|token|pepper/.test(name))).toEqual([]);
});
