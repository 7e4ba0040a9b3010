/** The lists that the command line prints, and the arguments that it accepts: the id or code of a ledger, the id or name of a tenant. */
import { KEY_STORE, type KeyStore } from '../../src/modules/access/application/ports';
import { steering } from '../../src/kernel/wording';
import { client } from '../support/client';
import { asOwner, serviceEnvironment } from '../support/database';
import { runHere } from '../support/command-line';
import { startLedger, type TestLedger } from '../support/ledger';

let ledger: TestLedger;
let north: { readonly id: string };
let south: { readonly id: string };

const environment = () => ({
  ...serviceEnvironment(ledger.databaseUrl),
  LOG_LEVEL: 'silent',
});
const run = (command: string) => runHere(command.split(' '), environment());
const json = async (command: string) => {
  const { code, stdout, stderr } = await run(`${command} --json`);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expect.stringMatching(/^\{.*\}\n$/), stderr: '' });
  return JSON.parse(stdout);
};
const lines = async (command: string): Promise<readonly string[]> => {
  const { code, stdout } = await run(command);
  expect(code).toBe(0);
  return stdout.trimEnd().split('\n');
};
const codesIn = ({ ledgers }: { ledgers: readonly { code: string }[] }) => ledgers.map(({ code }) => code);

beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  north = await json('tenants create --name North');
  south = await json('tenants create --name South');
  for (const [tenant, code] of [
    ['North', 'MAIN'],
    ['North', 'SIDE'],
    ['South', 'MAIN'],
  ])
    await json(`ledgers create --tenant ${tenant} --code ${code} --name ${code} --currency EUR`);
});
afterAll(() => ledger.close());

test('tenants are listed, oldest first, in columns below a header', async () => {
  const { tenants, has_more } = await json('tenants list');
  expect(tenants.map(({ name }: { name: string }) => name)).toEqual(['North', 'South']);
  expect([tenants[0].id, has_more]).toEqual([north.id, false]);
  const [header = '', ...rows] = await lines('tenants list');
  expect(header).toMatch(/^ID +NAME +CREATED$/);
  expect(rows.map((row) => row.indexOf('h ') > 0 && row.slice(header.indexOf('NAME')).split(' ')[0])).toEqual([
    'North',
    'South',
  ]);
});

test('ledgers are listed by code, of all tenants or of one by its name or id', async () => {
  expect(codesIn(await json('ledgers list'))).toEqual(['MAIN', 'MAIN', 'SIDE']);
  expect(codesIn(await json('ledgers list --tenant North'))).toEqual(['MAIN', 'SIDE']);
  expect(codesIn(await json(`ledgers list --tenant ${south.id}`))).toEqual(['MAIN']);
  const [header, ...rows] = await lines('ledgers list');
  expect(header).toMatch(/^CODE +ID +CURRENCY +NAME +TENANT$/);
  expect(rows.map((row) => row.split(' ').at(-1)).sort()).toEqual(['North', 'North', 'South']);
});

test('a ledger is named by its code, and by its tenant too if several tenants use the code', async () => {
  expect(await json('keys create --ledger SIDE --name by-code')).toMatchObject({ rate_limit_per_second: 10 });
  expect((await json('keys list --ledger SIDE')).keys).toEqual([expect.objectContaining({ name: 'by-code' })]);
  expect(await json('verify --ledger SIDE')).toMatchObject({ ok: true, ledgers: 1 });
  expect((await run('verify --since 1')).stderr).toMatch(/--since counts events of one ledger: name it with --ledger/);
  const { code, stderr } = await run('keys list --ledger MAIN');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Several tenants have a ledger MAIN: .*--tenant\.\n$/)]);
  for (const tenant of [`North (${north.id})`, `South (${south.id})`]) expect(stderr).toContain(tenant);
  expect((await json(`keys create --ledger MAIN --tenant South`)).ledger_id).toBe(
    (await json('ledgers list --tenant South')).ledgers[0].id,
  );
  expect(await json(`verify --ledger MAIN --tenant ${north.id}`)).toMatchObject({ ok: true, ledgers: 1 });
});

test('a name that several tenants have is refused, and the message lists their ids', async () => {
  expect((await run('tenants create --name Twin')).stdout).toMatch(/^Tenant Twin: \S+\n$/);
  expect((await run('tenants create --name Twin')).stdout).toMatch(
    /^Tenant Twin: \S+\nAnother tenant has the same name: name either of them by its id\.\n$/,
  );
  const { tenants } = await json('tenants list');
  const twins = (tenants as { id: string; name: string }[]).filter(({ name }) => name === 'Twin');
  const { code, stderr } = await run('ledgers list --tenant Twin');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Several tenants are called Twin: .* by its id\.\n$/)]);
  for (const { id } of twins) expect(stderr).toContain(id);
});

test('keys are listed with a header, their state, expiry and last use', async () => {
  await json('ledgers create --tenant South --code KEYS --name KEYS --currency EUR');
  const created = await json('keys create --ledger KEYS --name used --expires-at 2099-12-31');
  expect(created.expires_at).toBe('2099-12-31T00:00:00.000Z');
  await json('keys create --ledger KEYS --name idle --rate-limit 7');
  const revoked = await json('keys create --ledger KEYS --name ended');
  await run(`keys revoke --key ${revoked.prefix}`);
  // The service writes a key's last use after it has answered, so the test waits for that write.
  const keys = ledger.app.container.get<KeyStore>(KEY_STORE);
  const markUsed = keys.markUsed.bind(keys);
  const noted = new Promise<void>((resolve) => {
    keys.markUsed = (...used) => markUsed(...used).finally(resolve);
  });
  const answer = await fetch(`${ledger.baseUrl}/api/v1/ledger`, {
    headers: { Authorization: `Bearer ${created.key}` },
  });
  expect(answer.status).toBe(200);
  await noted;
  const rows = await lines('keys list --ledger KEYS');
  expect(rows[0]).toMatch(/^PREFIX +STATE +LAST USED +EXPIRES +REQUESTS\/S +NAME +SCOPES +CAPABILITIES +NETWORKS$/);
  expect(rows[1]).toMatch(
    /^\S{12} +active +\d{4}-\d\d-\d\d \d\d:\d\d UTC +2099-12-31 00:00 UTC +10 +used +read post undo chart +all$/,
  );
  expect(rows[2]).toMatch(/^\S{12} +active +never +never +7 +idle +read post undo chart +all$/);
  expect(rows[3]).toMatch(/^\S{12} +revoked +never +never +10 +ended +read post undo chart +all$/);
});

test('strings are listed with their ledgers, and rates with the time of their setting', async () => {
  expect(await lines('strings list')).toEqual(['There are no strings.']);
  const administration = ledger.app.strings.administration;
  const draft = { code: 'GLOBAL', name: 'Global', description: null, isActive: true };
  await administration.found(north.id as never, draft);
  for (const code of ['SIDE', 'MAIN'])
    await json(`strings members add --tenant North --string GLOBAL --ledger ${code}`);
  const { strings } = await json('strings list --tenant North');
  expect(strings).toEqual([
    expect.objectContaining({
      tenant_id: north.id,
      code: 'GLOBAL',
      is_active: true,
      ledgers: [expect.objectContaining({ code: 'MAIN' }), expect.objectContaining({ code: 'SIDE' })],
    }),
  ]);
  expect((await json('strings list --tenant South')).strings).toEqual([]);
  expect(await lines('strings list')).toEqual([
    expect.stringMatching(/^CODE +STATE +LEDGERS +NAME +TENANT$/),
    expect.stringMatching(/^GLOBAL +active +MAIN SIDE +Global +/),
  ]);
  await json('rates set --base USD --quote EUR --rate 0.91');
  await json('rates set --base EUR --quote USD --rate 1.10');
  expect((await json('rates list')).rates).toEqual([
    { base: 'EUR', quote: 'USD', rate: '1.10', set_at: expect.stringMatching(/Z$/) },
    { base: 'USD', quote: 'EUR', rate: '0.91', set_at: expect.stringMatching(/Z$/) },
  ]);
  expect((await lines('rates list'))[0]).toMatch(/^BASE +QUOTE +RATE +SET$/);
});

test('a ledger gets another time zone, and its keys use it', async () => {
  await json('ledgers create --tenant South --code ZONED --name Zoned --currency EUR --time-zone Asia/Tokyo');
  const { key } = await json('keys create --ledger ZONED --rate-limit 1000');
  expect(await json('ledgers set-time-zone --ledger ZONED --time-zone europe/zurich')).toMatchObject({
    code: 'ZONED',
    time_zone: 'Europe/Zurich',
  });
  expect((await client(ledger.baseUrl, key).get('/ledger')).body.data).toMatchObject({ time_zone: 'Europe/Zurich' });
  const { code, stderr } = await run('ledgers set-time-zone --ledger ZONED --time-zone Mars');
  expect([code, stderr]).toEqual([1, expect.stringContaining('must be the name of a time zone of the IANA database')]);
});

test('the fiscal year of a ledger begins on the day that was set', async () => {
  await json('ledgers create --tenant South --code FISCAL --name Fiscal --currency EUR --fiscal-year-start 07-01');
  const { key } = await json('keys create --ledger FISCAL --rate-limit 1000');
  const startNow = async () => (await client(ledger.baseUrl, key).get('/ledger')).body.data.fiscal_year_start;
  expect(await startNow()).toBe('07-01');
  expect(await json('ledgers set-fiscal-year --ledger FISCAL --start 04-06')).toMatchObject({
    ...{ code: 'FISCAL', fiscal_year_start: '04-06', time_zone: 'UTC' },
  });
  expect(await startNow()).toBe('04-06');
  const { code, stderr } = await run('ledgers set-fiscal-year --ledger FISCAL --start 02-29');
  expect([code, stderr]).toEqual([1, expect.stringContaining('must be a month and a day that every year has')]);
});

test('a currency can be corrected before the first transaction, and not after it', async () => {
  await json('ledgers create --tenant South --code TYPO --name TYPO --currency EUR');
  const { key } = await json('keys create --ledger TYPO --rate-limit 1000');
  const corrected = { code: 'TYPO', currency: 'JPY', storage_decimals: 0, display_decimals: 0 };
  expect(await json('ledgers correct-currency --ledger TYPO --currency JPY')).toMatchObject(corrected);
  const api = client(ledger.baseUrl, key);
  expect((await api.get('/ledger')).body.data).toMatchObject({ currency: 'JPY', storage_decimals: 0 });
  for (const [code, type] of Object.entries({ CASH: 'asset', SALES: 'revenue' }))
    expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
  const sale = {
    effective_date: '2026-01-15',
    description: 'Cash sale',
    idempotency_key: 'sale-1',
    entries: [
      { account_code: 'CASH', type: 'debit', amount: '7' },
      { account_code: 'SALES', type: 'credit', amount: '7' },
    ],
  };
  expect((await api.post('/transactions', sale, { Prefer: 'wait=20' })).body.data.status).toBe('posted');
  const { code, stderr } = await run('ledgers correct-currency --ledger TYPO --currency EUR');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The currency of the ledger cannot change: it has transactions\. /),
  ]);
  const unknown = await run('ledgers create --tenant South --code X --name X --currency XYZ');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('must be a currency of ISO 4217')]);
});

const hostile = '\u001b[2J\u001b]0;pwned\u0007\u009b31m\u202eWiped';

test.each(['tenant', 'key', 'operator'])('a new %s cannot have a name with control characters', async (kind) => {
  const { access, ledgering } = ledger.app;
  const [books] = await ledgering.findLedgers({ code: 'MAIN', limit: 1 });
  const made = {
    tenant: () => access.createTenant(hostile),
    key: () => access.issueKey({ ledger: books!, name: hostile, capabilities: [] }),
    operator: () =>
      access.operators.invite({ email: 'a@b.example', name: hostile, role: 'viewer', tenantId: null }, 'command line'),
  }[kind]!;
  expect(await made()).toMatchObject({ left: { errors: { name: [expect.stringMatching(/control characters/)] } } });
});

test('no command prints the control characters of an older name', async () => {
  const tenant = await json('tenants create --name Older');
  await json('ledgers create --tenant Older --code OLDER --name Older --currency EUR');
  const key = await json('keys create --ledger OLDER --name Older');
  const adminKey = await json(`admin-keys create --name Older --tenant ${tenant.id}`);
  const person = await json(
    `operators invite --email old@example.com --name Older --role viewer --tenant ${tenant.id}`,
  );
  await asOwner(ledger.databaseUrl, async (owner) => {
    for (const table of ['tenants', 'ledgers', 'api_keys', 'admin_keys', 'operators'])
      await owner.query(`update ${table} set name = $1 where name = 'Older'`, [hostile]);
  });
  for (const command of [
    ...['tenants list', `tenants quota --tenant ${tenant.id}`, 'ledgers list', 'operators list', 'admin-keys list'],
    ...[`keys list --ledger OLDER`, `keys change --key ${key.prefix} --rate-limit 7`],
    ...[`operators invite --email old@example.com`, `operators change --operator ${person.id} --role bookkeeper`],
    ...[`operators deactivate --operator ${person.id}`, `admin-keys revoke --key ${adminKey.prefix}`],
    ...[
      `keys create --ledger OLDER --tenant Nobody`,
      `ledgers create --tenant ${tenant.id} --code OLDER --name X --currency EUR`,
    ],
  ])
    for (const more of ['', ' --json']) {
      const { stdout, stderr } = await run(command + more);
      expect([command + more, (stdout + stderr).replaceAll('\n', '').search(steering)]).toEqual([command + more, -1]);
    }
  expect((await run('tenants list')).stdout).toContain('\uFFFD[2J\uFFFD]0;pwned');
});

test('a database that refuses every connection is reported in one line', async () => {
  const { code, stderr } = await runHere(['verify'], { DATABASE_URL: 'postgresql://localhost:1/ledger' });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^.*ECONNREFUSED.*: start PostgreSQL there, or correct DATABASE_URL\n$/),
  ]);
});

test('concurrent commands have their own output, environment and exit code', async () => {
  const [listed, refused, explained] = await Promise.all([
    run('ledgers list --tenant North --json'),
    runHere(['tenants', 'list'], { PORT: 'abc' }),
    run('keys list'),
  ]);
  expect([listed.code, codesIn(JSON.parse(listed.stdout))]).toEqual([0, ['MAIN', 'SIDE']]);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^PORT must be .*\n$/) });
  const complaint = expect.stringMatching(/^error: required option '--ledger .*' not specified\n\(--help /);
  expect(explained).toEqual({ code: 1, stdout: '', stderr: complaint });
});
