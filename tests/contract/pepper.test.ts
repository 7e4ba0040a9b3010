/**
 * Every part of the service that hashes keys refuses to work with a wrong or missing pepper: valid keys would be refused, and new keys
 * would be useless. Commands that only read work without a pepper.
 */
import { appliedMigrations } from '../../src/kernel/postgres/migrate';
import { openPool, type ConnectionPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { createPepperCheck } from '../../src/app/pepper';
import { createReadiness } from '../../src/app/readiness';
import { memoryStanding } from '../../src/app/in-memory';
import { runHere } from '../support/command-line';
import { connected, freshDatabase, serviceAccess, serviceEnvironment, type TestDatabase } from '../support/database';

const [right, wrong] = ['n0Tv2w9XqfR4mJ8sLk1e', 'another pepper, as long'];
let database: TestDatabase;
let pool: ConnectionPool;
let unitOfWork: PostgresUnitOfWork;

beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool({ ...serviceAccess(database.url), maxConnections: 4 });
  unitOfWork = new PostgresUnitOfWork(pool);
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const secretOf = (): Promise<Buffer> =>
  connected(database.url, async (client) => (await client.query('select secret from installation')).rows[0].secret);
const checkOf = async (pepper: string, formerPepper?: string) =>
  createPepperCheck(unitOfWork, { installationSecret: await secretOf(), pepper, formerPepper });
const forget = () => connected(database.url, (client) => client.query('update installation set pepper_check = null'));

describe('the pepper', () => {
  beforeEach(async () => {
    await forget();
    expect(await (await checkOf(right)).settle()).toBeUndefined();
  });

  test('is set by the first process; another one is refused with cause and cure', async () => {
    for (const [pepper, cause] of [
      [wrong, 'LEDGER_KEY_PEPPER is not the pepper of this installation'],
      ['', 'LEDGER_KEY_PEPPER is not set, but this installation has a pepper'],
    ] as const) {
      const check = await checkOf(pepper);
      const complaint = expect.stringMatching(new RegExp(`^${cause}.*Set the pepper that the other processes have`));
      expect([await check.complaint(), await check.settle()]).toEqual([complaint, complaint]);
    }
    expect(await (await checkOf(right)).complaint()).toBeUndefined();
  });

  test('can be rotated while processes that know both peppers accept either', async () => {
    expect(await (await checkOf(right, wrong)).settle()).toBeUndefined();
    expect(await (await checkOf(wrong, right)).settle()).toBeUndefined();
    expect(await (await checkOf(right, wrong)).complaint()).toBeUndefined();
    expect(await (await checkOf(wrong)).complaint()).toBeUndefined();
    expect(await (await checkOf(right)).complaint()).toMatch(/is not the pepper/);
  });

  test('can be introduced later with LEDGER_KEY_PEPPER_PREVIOUS=none', async () => {
    await forget();
    expect(await (await checkOf('')).settle()).toBeUndefined();
    expect(await (await checkOf(right)).settle()).toMatch(/has no pepper so far.*LEDGER_KEY_PEPPER_PREVIOUS=none/);
    expect(await (await checkOf(right, '')).settle()).toBeUndefined();
    expect(await (await checkOf(right)).settle()).toBeUndefined();
  });

  test('is accepted from only one of two concurrent first processes', async () => {
    await forget();
    const checks = [await checkOf(right), await checkOf(wrong)];
    const complaints = await Promise.all(checks.map((check) => check.settle()));
    expect(complaints.filter((complaint) => complaint === undefined)).toHaveLength(1);
  });

  test('makes a process with another pepper not ready', async () => {
    const ledgering = { backlog: async () => ({ waiting: 0, oldestAcceptedAt: null, oldestId: null, nodes: [] }) };
    const readiness = async (pepper: string) =>
      createReadiness({
        ...{ ledgering, appliedMigrations: () => appliedMigrations(unitOfWork), writes: memoryStanding.writes },
        pepper: await checkOf(pepper),
      })();
    expect(await readiness(right)).toMatchObject({ status: 'ready', checks: { pepper: 'ok' } });
    expect(await readiness(wrong)).toMatchObject({
      ...{ status: 'not ready', checks: { pepper: expect.stringMatching(/is not the pepper/) } },
    });
  });
});

describe('with another pepper', () => {
  const run = (command: string, pepper: string) => {
    const environment = { ...serviceEnvironment(database.url), LOG_LEVEL: 'silent', LEDGER_KEY_PEPPER: pepper };
    return runHere(command.split(' '), environment);
  };

  beforeAll(async () => {
    await forget();
    for (const command of [
      'tenants create --name Acme',
      'ledgers create --tenant Acme --code MAIN --name M --currency EUR',
    ])
      expect(await run(command, right)).toMatchObject({ code: 0 });
    expect(await run('keys create --ledger MAIN', right)).toMatchObject({ code: 0 });
  });

  const hashing = [
    'keys create --ledger MAIN',
    'keys rotate --key nobodyhasit1',
    'admin-keys create --name x --all-tenants',
    'operators invite --email a@example.com --name A --role viewer --all-tenants',
    'webhooks reseal',
    'demo',
  ];
  test.each(hashing)('ledger %s is refused, and does nothing', async (command) => {
    for (const pepper of [wrong, '']) {
      const { code, stdout, stderr } = await run(command, pepper);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/LEDGER_KEY_PEPPER is not .*docs\/operate\/rotation\.md/);
    }
  });

  test.each(['tenants list', 'ledgers list', 'keys list --ledger MAIN', 'operators list', 'verify'])(
    'ledger %s works',
    async (command) => {
      expect(await run(command, '')).toMatchObject({ code: 0 });
    },
  );

  test('ledger doctor reports the wrong pepper', async () => {
    const { stdout } = await run('doctor --json', wrong);
    const { checks } = JSON.parse(stdout) as { readonly checks: readonly { name: string; status: string }[] };
    expect(checks.find(({ name }) => name === 'installation-pepper')).toMatchObject({ status: 'fail' });
  });

  test('no service starts', async () => {
    const { code, stderr } = await run('serve', wrong);
    expect(code).toBe(1);
    expect(stderr).toMatch(/LEDGER_KEY_PEPPER is not the pepper of this installation/);
  });
});
