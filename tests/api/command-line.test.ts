/** `ledger`, the operator's command line, while a service is running. */
import { client, type Answer } from '../support/client';
import { runHere } from '../support/command-line';
import { serviceEnvironment } from '../support/database';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';

let ledger: TestLedger;
let tenant: string;
let made = 0;
const clock = flowingClock();

beforeAll(async () => {
  ledger = await startLedger([], { alone: true, clock });
  tenant = (await json('tenants create --name', 'Äcme & Söhne')).id;
});
afterAll(() => ledger.close());

/** Runs a command, written as in a shell. Arguments that contain spaces are passed in `more`. */
const run = (command: string, ...more: readonly string[]) =>
  runHere(
    [...command.split(' '), ...more],
    { ...serviceEnvironment(ledger.databaseUrl), LOG_LEVEL: 'silent' },
    { clock },
  );

/** Runs a command with `--json`, and expects one JSON object and nothing else. */
const json = async (command: string, ...more: readonly string[]): Promise<Answer['body']> => {
  const { code, stdout, stderr } = await run(command, ...more, '--json');
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expect.stringMatching(/^\{.*\}\n$/), stderr: '' });
  return JSON.parse(stdout);
};

const newLedger = (description: string): Promise<Answer['body']> =>
  json(`ledgers create --tenant ${tenant} --code L-${(made += 1)} --name Books --currency ${description}`);

const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string;
const key = expect.stringMatching(/^sk_[A-Za-z0-9]{12}_[A-Za-z0-9]{43,}$/) as string;

describe('the command line', () => {
  test('finds nothing to migrate', async () => {
    expect(await json('migrate')).toEqual({ applied: [] });
  });

  test('creates tenants, several at once', async () => {
    const names = ['Äcme & Söhne', 'Two', 'Three'];
    const tenants = await Promise.all(names.map((name) => json('tenants create --name', name)));
    expect(tenants).toEqual(names.map((name) => ({ id, name })));
  });

  test('creates ledgers', async () => {
    const record = {
      currency: 'JPY',
      currency_type: 'fiat',
      storage_decimals: 0,
      display_decimals: 0,
      time_zone: 'UTC',
      fiscal_year_start: '01-01',
      test_clock: false,
    };
    expect(await newLedger('JPY')).toEqual({
      id,
      tenant_id: tenant,
      code: `L-${made}`,
      name: 'Books',
      ...record,
    });
  });

  test('creates, lists and revokes keys, by id and by prefix', async () => {
    const { id: ledger_id } = await newLedger('EUR');
    const plain = await json(`keys create --ledger ${ledger_id}`);
    const rich = await json(
      `keys create --ledger ${ledger_id} --name rich --capability attributes:admin --capability strings:participate:GLOBAL --rate-limit 500`,
    );
    const capabilities = ['attributes:admin', 'strings:participate:GLOBAL'];
    const usual = { scopes: ['read', 'post', 'undo', 'chart'], allowed_networks: [] };
    expect([plain, rich]).toEqual([
      { id, ledger_id, prefix: plain.key.split('_')[1], key, ...usual, capabilities: [], rate_limit_per_second: 10 },
      { id, ledger_id, prefix: rich.key.split('_')[1], key, ...usual, capabilities, rate_limit_per_second: 500 },
    ]);

    expect(await json(`keys revoke --key ${plain.id}`)).toMatchObject({ id: plain.id, prefix: plain.prefix });
    expect(await json(`keys revoke --key ${plain.prefix}`)).toMatchObject({ id: plain.id, prefix: plain.prefix });
    const { keys } = await json(`keys list --ledger ${ledger_id}`);
    const listed = keys.map(({ prefix, name, is_active }: Answer['body']) => ({ prefix, name, is_active }));
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({ prefix: plain.prefix, name: null, is_active: false });
    expect(listed).toContainEqual({ prefix: rich.prefix, name: 'rich', is_active: true });
    expect(JSON.stringify(keys)).not.toContain(rich.key.split('_')[2]);
  });

  test('verifies one ledger or all', async () => {
    const { id: ledgerId } = await newLedger('EUR');
    expect(await json(`verify --ledger ${ledgerId}`)).toMatchObject({ ok: true, ledgers: 1, findings: [] });
    const { ledgers, ...report } = await json('verify');
    expect(report).toMatchObject({ ok: true, findings: [] });
    expect(ledgers).toBeGreaterThanOrEqual(made);
  });

  test('prints a sentence without --json', async () => {
    const { code, stdout, stderr } = await run('tenants create --name Spoken');
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^Tenant Spoken: [0-9a-f-]{36}\n$/)]);
  });
});

const sale = (amount: string): object => ({
  effective_date: '2026-01-15',
  description: 'Cash sale',
  idempotency_key: 'sale',
  entries: [
    { account_code: 'CASH', type: 'debit', amount },
    { account_code: 'SALES', type: 'credit', amount },
  ],
});

describe('while the service answers', () => {
  const statusWith = async (presented: string): Promise<number> =>
    (await client(ledger.baseUrl, presented).get('/ledger')).status;

  test('a new key works at once, and a revoked one is refused within a second', async () => {
    const { id: ledgerId } = await newLedger('EUR');
    const { key: text, prefix } = await json(`keys create --ledger ${ledgerId} --rate-limit 1000`);
    expect(await statusWith(text)).toBe(200);
    await json(`keys revoke --key ${prefix}`);
    clock.advance(1_000);
    expect(await statusWith(text)).toBe(401);
  });

  const fineCoin = '--currency-type crypto --storage-decimals 18';
  test.each([
    ['USD', { currency_type: 'fiat', storage_decimals: 2, display_decimals: 2 }, '1.5', '1.505', '1.50'],
    ['JPY', { currency_type: 'fiat', storage_decimals: 0, display_decimals: 0 }, '7', '7.5', '7'],
    ['KWD', { currency_type: 'fiat', storage_decimals: 3, display_decimals: 3 }, '0.125', '0.1255', '0.125'],
    [
      'BTC --currency-type crypto',
      { currency_type: 'crypto', storage_decimals: 8, display_decimals: 8 },
      '1e-8',
      '1e-9',
      '0.00000001',
    ],
    [
      `ETH ${fineCoin}`,
      { currency_type: 'crypto', storage_decimals: 18, display_decimals: 8 },
      '1e-18',
      '1e-19',
      '0.000000000000000001',
    ],
    [`ETH ${fineCoin} --display-decimals 2`, { storage_decimals: 18, display_decimals: 2 }, '0.5', '1e-19', '0.50'],
  ])('a ledger in %s has %j and keeps amounts exactly', async (description, record, exact, tooFine, shown) => {
    const created = await newLedger(description);
    expect(created).toMatchObject(record);
    const { key: text } = await json(`keys create --ledger ${created.id}`);
    const api = client(ledger.baseUrl, text);
    expect((await api.get('/ledger')).body.data).toMatchObject(created);
    for (const [code, type] of Object.entries({ CASH: 'asset', SALES: 'revenue' }))
      expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
    const refused = await api.post('/transactions', sale(plain(tooFine)));
    expect([refused.status, refused.body.code]).toEqual([400, 'AMOUNT_PRECISION_EXCEEDED']);
    const posted = await api.post('/transactions', sale(plain(exact)), { Prefer: 'wait=5' });
    expect([posted.status, posted.body.data.status]).toEqual([202, 'posted']);
    expect((await api.get('/accounts/code/CASH/balance')).body.data.balances.settled).toBe(shown);
  });
});

/** Writes an amount such as 1e-3 without an exponent: 0.001. */
const plain = (amount: string): string => {
  const [, places] = /^1e-(\d+)$/.exec(amount) ?? [];
  return places === undefined ? amount : `0.${'1'.padStart(Number(places), '0')}`;
};

describe('wrong input', () => {
  const nobody = '01940000-0000-7000-8000-000000000000';
  let ledgerId: string;
  let taken: string;

  beforeAll(async () => {
    ({ id: ledgerId, code: taken } = await newLedger('EUR'));
  });

  test.each<[command: string, message: RegExp]>([
    ['nonsense', /unknown command 'nonsense'/],
    ['tenants create', /required option '--name <name>' not specified/],
    [`tenants create --name ${'x'.repeat(256)}`, /name must have at most 255 characters/],
    ['ledgers create --tenant abc --code X --name X --currency EUR', /^There is no tenant abc\. .*tenants list\n$/],
    [`ledgers create --tenant ${nobody} --code X --name X --currency EUR`, new RegExp(`There is no tenant ${nobody}`)],
    ['ledgers create --tenant TENANT --code a/b --name X --currency EUR', /code must be 1 to 50 of/],
    [
      'ledgers create --tenant TENANT --code TAKEN --name X --currency EUR',
      /^The tenant already has a ledger with the code L-\d+\.\n$/,
    ],
    ['ledgers create --tenant TENANT --code X --name X --currency euro', /currency must be/],
    ['ledgers create --tenant TENANT --code X --name X --currency EUR --storage-decimals 19', /from 0 to 18/],
    [
      'ledgers create --tenant TENANT --code X --name X --currency EUR --display-decimals 3',
      /display_decimals must be/,
    ],
    [
      'ledgers create --tenant TENANT --code X --name X --currency EUR --currency-type shell',
      /choices are fiat, crypto/,
    ],
    [`keys create --ledger ${nobody}`, new RegExp(`There is no ledger ${nobody}`)],
    ['keys create --ledger LEDGER --rate-limit 0', /whole number from 1 to 1000000/],
    ['keys create --ledger LEDGER --capability root', /capabilities must be .* not "root"/],
    ['keys revoke --key nosuchprefix', /^There is no key with this id or prefix\. /],
    ['keys create --ledger LEDGER --expires-at 2001-01-01', /expires_at must lie in the future/],
    ['keys create --ledger LEDGER --expires-at 2030-02-30', /must be a day such as/],
    ['keys create --ledger LEDGER --expires-at soon', /must be a day such as/],
    ['keys create --ledger TAKEN --tenant Nobody', /^There is no tenant Nobody\./],
    ['keys list --ledger NOPE --tenant TENANT', /^The tenant .* has no ledger NOPE\. .*ledgers list\n$/],
    ['verify --ledger abc', /^There is no ledger abc\. .*ledgers list\n$/],
    ['verify --tenant TENANT', /give both, or neither/],
    ['serve --port 80', /unknown option '--port'/],
  ])('%s: a message on standard error, nothing on standard output, and the code 1', async (command, message) => {
    const places: Readonly<Record<string, string>> = { TENANT: tenant, TAKEN: taken, LEDGER: ledgerId };
    const { code, stdout, stderr } = await run(command.replace(/TENANT|TAKEN|LEDGER/g, (name) => places[name] ?? name));
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(message)]);
    // The error must contain no stack trace and no JSON of internal objects.
    expect(stderr).not.toMatch(/^ +at |\{/m);
  });
});
