/** `ledger demo --profile` on the command line: its output and its refusals. */
import { dayInUtc } from '../../src/kernel/time';
import { client } from '../support/client';
import { runHere } from '../support/command-line';
import { serviceEnvironment } from '../support/database';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';

let ledger: TestLedger;
beforeAll(async () => {
  // The command names its tenant, which another file of tests may have made in the shared database.
  ledger = await startLedger([], { alone: true });
});
afterAll(() => ledger.close());

const clock = flowingClock();
const run = (typed: string) =>
  runHere(typed.split(' '), { ...serviceEnvironment(ledger.databaseUrl), LOG_LEVEL: 'silent' }, { clock });
const keyPattern = /sk_[a-z0-9]{12}_[A-Za-z0-9]{43,}/;
const made = 'demo --profile lending --months 1 --seed 7 --until 2026-02-20';

test('the command prints what it created, as text or JSON, and its keys only once', async () => {
  const first = await run(`${made} --json`);
  expect([first.code, first.stderr]).toEqual([0, '']);
  const { keys, ledgers, counts, ...terms } = JSON.parse(first.stdout);
  expect(terms).toEqual({
    ...{ tenant_id: expect.any(String), tenant: 'demo lending', profile: 'lending' },
    ...{ seed: 7, months: 1, until: '2026-02-20' },
  });
  expect(counts.postings).toEqual({ made: expect.any(Number), found: 0 });
  expect(counts.postings.made).toBeGreaterThan(20);
  const { status, body } = await client(ledger.baseUrl, keys['USD-LOANS']).get('/ledger');
  expect([status, body.data.id]).toEqual([200, ledgers['USD-LOANS']]);

  const again = await run(made);
  expect([again.code, again.stderr]).toEqual([0, '']);
  expect(again.stdout).not.toMatch(keyPattern);
  expect(again.stdout).toContain(', 1 month ending 2026-02-20, seed 7.\n');
  expect(again.stdout).toMatch(new RegExp(`^postings +0 +${counts.postings.made}$`, 'm'));
  expect(again.stdout).toContain(`npx ledger keys create --ledger ${ledgers['USD-LOANS']}`);
});

const tomorrow = dayInUtc(new Date(clock.now().getTime() + 86_400_000));

test.each([
  ['demo --months 3', 'are for --profile'],
  ['demo --until 2026-01-31', 'are for --profile'],
  ['demo --profile bank', 'Allowed choices are wallet, marketplace, lending'],
  ['demo --profile wallet --months 0', 'a whole number from 1 to 60'],
  ['demo --profile wallet --seed -1', 'a whole number from 0 to 999999999'],
  ['demo --profile wallet --until 2026-02-30', 'a day such as 2027-01-31'],
  [`demo --profile wallet --until ${tomorrow}`, 'a day from 2000-01-01 to today'],
  ['demo --profile wallet --until 1999-12-31', 'a day from 2000-01-01 to today'],
  ['demo --profile lending --seed 8', 'has the books of --months 1 --seed 7 --until 2026-02-20 already'],
])('%s is refused: %s', async (typed, why) => {
  // Creates books before each command, so that the last command in the table is refused because its books exist.
  await run(`${made} --json`);
  const { code, stdout, stderr } = await run(typed);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(why);
  const { tenants } = JSON.parse((await run('tenants list --json')).stdout);
  expect(tenants.map(({ name }: { name: string }) => name)).not.toContain('demo wallet');
});

test('a tenant of that name with a ledger of somebody else is left unchanged', async () => {
  const { access, ledgering } = ledger.app;
  const tenant = await access.createTenant('demo wallet');
  if (tenant._tag === 'Left') throw new Error('there is no tenant');
  const opened = await ledgering.openLedger({
    ...{ tenantId: tenant.right.id, code: 'USD-WALLET', name: 'Ours', currency: 'USD' },
  });
  if (opened._tag === 'Left') throw new Error('there is no ledger');
  const api = client(ledger.baseUrl, await ledger.newKey(opened.right));
  await api.post('/accounts', { code: 'ASSETS', name: 'Ours', type: 'asset', category: 'system' });
  const { code, stderr } = await run('demo --profile wallet --months 1');
  expect([code, stderr]).toEqual([1, expect.stringContaining('has books that this command did not create')]);
  expect((await api.get('/accounts')).body.data).toHaveLength(1);
});
