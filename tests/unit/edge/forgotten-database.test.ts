/** A forgotten DATABASE_URL is reported by name, and no other database is created instead. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { runHere } from '../../support/command-line';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-forgotten-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const inProduction =
  'DATABASE_URL is not set, and NODE_ENV is "production": the embedded database is not for production. Set DATABASE_URL to your database, or leave out NODE_ENV.\n';
const withoutMigrations =
  /^DATABASE_URL is not set, and --no-migrate is for a database that is migrated elsewhere\. Set DATABASE_URL to your database, or leave out --no-migrate to use the embedded database in .*data\.\n$/;

test.each<[readonly string[], Readonly<Record<string, string>>, string | RegExp]>([
  [['serve'], { NODE_ENV: 'production' }, inProduction],
  [['serve', '--no-migrate'], { NODE_ENV: 'production' }, inProduction],
  [['migrate'], { NODE_ENV: 'production' }, inProduction],
  [['demo'], { NODE_ENV: 'production' }, inProduction],
  [['tenants', 'list'], { NODE_ENV: 'production', DATABASE_URL: '' }, inProduction],
  [['serve', '--no-migrate'], {}, withoutMigrations],
  [['serve', '--no-migrate'], { NODE_ENV: 'development' }, withoutMigrations],
])('%j with %j names DATABASE_URL and creates nothing', async (words, environment, complaint) => {
  const data = path.join(folder, 'data');
  const { code, stdout, stderr } = await runHere(words, { LEDGER_DATA_DIR: data, PORT: '1', ...environment });
  expect({ code, stdout, isCreated: fs.existsSync(data) }).toEqual({ code: 1, stdout: '', isCreated: false });
  expect(stderr).toMatch(complaint);
});

test('doctor names DATABASE_URL too', async () => {
  const environment = { LEDGER_DATA_DIR: path.join(folder, 'data'), NODE_ENV: 'production' };
  const { code, stdout } = await runHere(['doctor', '--json'], environment);
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly Readonly<Record<string, string>>[] };
  expect({ code, check: checks.find(({ seen }) => seen?.startsWith('DATABASE_URL')) }).toEqual({
    code: 1,
    check: expect.objectContaining({ seen: inProduction.trim(), advice: 'set DATABASE_URL' }),
  });
});
