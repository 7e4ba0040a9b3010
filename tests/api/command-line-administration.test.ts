/** `ledger admin-keys`, the restrictions and rotation of keys in `ledger keys`, and `ledger verify` of the tenants' logs. */
import type { Clock } from '../../src/kernel/clock';
import { administering, logOf } from '../support/administration';
import { client } from '../support/client';
import { runHere } from '../support/command-line';
import { asOwner, serviceEnvironment } from '../support/database';
import { HandClock, flowingClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
const clock = flowingClock();

beforeAll(async () => {
  ledger = await startLedger([], { alone: true, clock });
  books = await ledger.newLedger();
});
afterAll(() => ledger.close());

const run = (command: string, at: Clock = clock) =>
  runHere(command.split(' '), { ...serviceEnvironment(ledger.databaseUrl), LOG_LEVEL: 'silent' }, { clock: at });
const json = async (command: string) => {
  const { code, stdout, stderr } = await run(`${command} --json`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
};
const refusal = async (command: string): Promise<string> => {
  const { code, stdout, stderr } = await run(command);
  expect([code === 0, stdout]).toEqual([false, '']);
  return stderr;
};

describe('an administrator’s key', () => {
  test('is created for all tenants or for one, listed, and revoked', async () => {
    const all = await json('admin-keys create --name everything --all-tenants');
    const one = await json(`admin-keys create --name CI --tenant ${books.ledger.tenantId}`);
    expect([all.tenant_id, one.tenant_id]).toEqual([null, books.ledger.tenantId]);
    for (const { key, prefix } of [all, one]) expect(key).toMatch(new RegExp(`^ak_${prefix}_[0-9A-Za-z]{49}$`));
    const ask = (key: string) => administering(client(ledger.baseUrl, key)).get('/tenants');
    expect(dataOf(await ask(one.key), 200)).toHaveLength(1);
    expect((await client(ledger.baseUrl, one.key).get('/ledger')).status).toBe(401);
    const { admin_keys: listed } = await json('admin-keys list');
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([all.id, one.id]);
    expect((await json(`admin-keys list --tenant ${books.ledger.tenantId}`)).admin_keys).toHaveLength(1);
    expect(JSON.stringify(listed)).not.toContain(one.key.split('_')[2]);
    const { stdout } = await run('admin-keys list');
    expect(stdout).toMatch(/^PREFIX +STATE +LAST USED +NAME +TENANT *\n\w{12} +active .*all\n\w{12} +active /);
    expect(await json(`admin-keys revoke --key ${one.prefix}`)).toMatchObject({ id: one.id, is_active: false });
    await ledger.app.access.adminKeys.revoke(all.id);
    expect((await ask(all.key)).status).toBe(401);
    const types = (await logOf(ledger, books.ledger.tenantId)).slice(-2).map(({ type, actor }) => [type, actor]);
    expect(types).toEqual([
      ['admin_key.created', 'command line'],
      ['admin_key.revoked', 'command line'],
    ]);
  });

  test('cannot be revoked if it is unknown, nor created without a name and a tenant', async () => {
    expect(await refusal('admin-keys revoke --key nobodyhasit1')).toMatch(
      /^There is no key with this id or prefix among the administrators' keys\. .*: npx ledger admin-keys list\n$/,
    );
    expect(await refusal('admin-keys create')).toMatch(/--name/);
    expect(await refusal('admin-keys create --name x')).toMatch(
      /^Give --tenant <id or name> for one tenant, or --all-tenants/,
    );
    expect(await refusal('admin-keys create --name x --tenant y --all-tenants')).toMatch(/cannot be used with/);
    expect(await refusal('admin-keys create --name x --tenant nobody')).toMatch(/There is no tenant nobody/);
  });
});

describe('a key of a ledger', () => {
  const create = (options: string) => `keys create --ledger ${books.ledger.id} ${options}`;

  test('is created with scopes, networks and an expiry', async () => {
    const made = await json(
      create('--scope read post --allow-network 127.0.0.0/8 --allow-network ::1/128 --expires-at 2099-01-01'),
    );
    const restrictions = { scopes: ['read', 'post'], allowed_networks: ['127.0.0.0/8', '::1/128'] };
    expect(made).toMatchObject({ ...restrictions, expires_at: '2099-01-01T00:00:00.000Z' });
    const { keys } = await json(`keys list --ledger ${books.ledger.id}`);
    expect(keys.at(-1)).toMatchObject({ id: made.id, ...restrictions });
    dataOf(await client(ledger.baseUrl, made.key).get('/ledger'), 200);
  });

  test('is not created with an unknown scope or a wrong network', async () => {
    expect(await refusal(create('--scope write'))).toMatch(/Allowed choices are read, post, undo, chart, admin/);
    expect(await refusal(create('--allow-network 10.0.0.1'))).toMatch(/allowed_networks must list networks such as/);
  });

  test('gets another name and rate limit, by its prefix or id, and keeps its rights', async () => {
    const made = await json(create('--scope read --capability periods:admin --rate-limit 5'));
    const rights = { scopes: ['read'], capabilities: ['periods:admin'], allowed_networks: [], expires_at: null };
    expect(await json(`keys change --key ${made.prefix} --name reports`)).toMatchObject({
      ...{ id: made.id, name: 'reports', rate_limit_per_second: 5 },
      ...rights,
    });
    const { stdout } = await run(`keys change --key ${made.id} --rate-limit 500`);
    expect(stdout).toBe(`Key ${made.prefix} (reports) may send 500 requests per second.\n`);
    const { keys } = await json(`keys list --ledger ${books.ledger.id}`);
    const changed = { name: 'reports', rate_limit_per_second: 500, ...rights };
    expect(keys.find(({ id }: { id: string }) => id === made.id)).toMatchObject(changed);
    const [last] = (await logOf(ledger, books.ledger.tenantId)).slice(-1);
    expect([last?.type, last?.actor]).toEqual(['key.updated', 'command line']);
    clock.advance(1_000);
    const { headers } = await client(ledger.baseUrl, made.key).get('/ledger');
    expect(headers.get('X-RateLimit-Limit')).toBe('500');
  });

  test('is not changed without an option, with a wrong value, or if it is unknown', async () => {
    const { id } = await json(create('--scope read'));
    expect(await refusal(`keys change --key ${id}`)).toMatch(/^Give --name, --rate-limit, or both\./);
    expect(await refusal(`keys change --key ${id} --rate-limit 0`)).toMatch(/whole number from 1 to 1000000/);
    expect(await refusal(`keys change --key ${id} --name ${'x'.repeat(256)}`)).toMatch(/^name must have at most 255/);
    expect(await refusal('keys change --key nobodyhasit1 --name x')).toMatch(/There is no key with this id or prefix/);
  });

  test('that has ended is listed as expired or revoked, and is refused', async () => {
    const [over, ended] = [await json(create('--name over')), await json(create('--name ended'))];
    await json(`keys rotate --key ${over.id} --grace 0`);
    await json(`keys revoke --key ${ended.id}`);
    const { stdout } = await run(`keys list --ledger ${books.ledger.id}`);
    expect(stdout).toMatch(new RegExp(`^${over.prefix} +expired +never +\\d{4}-`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${ended.prefix} +revoked +never +never`, 'm'));
    for (const { key } of [over, ended]) expect((await client(ledger.baseUrl, key).get('/ledger')).status).toBe(401);
  });

  test('is listed with its scopes, and with the networks from which it may be used', async () => {
    const narrow = await json(create('--name narrow --scope read --allow-network 10.1.0.0/16'));
    const wide = await json(create('--name wide'));
    const { stdout } = await run(`keys list --ledger ${books.ledger.id}`);
    expect(stdout).toMatch(new RegExp(`^${narrow.prefix} .* narrow +read +10\\.1\\.0\\.0/16$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${wide.prefix} .* wide +read post undo chart +all$`, 'm'));
  });

  test('is rotated, by its prefix or its id', async () => {
    const old = await json(create('--scope read'));
    const still = new HandClock(clock.now());
    const { stdout: rotated } = await run(`keys rotate --key ${old.prefix} --grace 60 --json`, still);
    const successor = JSON.parse(rotated);
    const expires_at = new Date(still.now().getTime() + 60_000).toISOString();
    expect(successor.replaces).toEqual({ id: old.id, expires_at });
    for (const { key } of [old, successor]) dataOf(await client(ledger.baseUrl, key).get('/ledger'), 200);
    const { code, stdout } = await run(`keys rotate --key ${successor.id} --grace 0`);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Key \w{12}\. It is shown only now; \w{12} remains valid until .*Z:\nsk_/),
    ]);
    expect(await refusal(`keys rotate --key ${successor.id}`)).toMatch(/was revoked or has expired/);
    expect(await refusal(`keys rotate --key ${old.id} --grace 604801`)).toMatch(/from 0 to 604800/);
  });
});

test('a wrong limit of a quota is refused, with the lowest one that works if the tenant has more', async () => {
  const quota = `tenants quota --tenant ${books.ledger.tenantId} --limit`;
  expect(await refusal(`${quota} keys=2=9`)).toMatch(/It must be a whole number from 0 to 100000/);
  await json(`${quota} keys=0`);
  const beyond = await refusal(`keys create --ledger ${books.ledger.id}`);
  const [, count, cure = ''] = /current number is (\d+)\. Revoke .* Raise it: npx ledger (.*)\n$/.exec(beyond) ?? [];
  expect(cure).toContain(`--limit keys=${Number(count) + 1}`);
  await json(cure.replace('<id or name>', books.ledger.tenantId));
  await json(`keys create --ledger ${books.ledger.id}`);
  await json(`${quota} keys=usual`);
});

test('verify finds a change that bypassed the log of a tenant', async () => {
  const whole = await json('verify');
  expect(whole.checks.map(({ name }: { name: string }) => name)).toContain('tenant-log-agrees');
  await asOwner(ledger.databaseUrl, (owner) =>
    owner.query(`set session_replication_role = replica; update tenants set name = 'Mallory'`),
  );
  const { code, stdout } = await run('verify --json');
  const { ok, findings } = JSON.parse(stdout);
  expect([code, ok]).toEqual([1, false]);
  expect(findings).toEqual([
    expect.objectContaining({ check: 'tenant-log-agrees', where: `tenant ${books.ledger.tenantId}` }),
  ]);
});
