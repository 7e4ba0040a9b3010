/** The quota of a tenant limits the requests of all its keys and people together, whatever each of them may send. */
import { newId } from '../../src/kernel/ids';
import { quotas } from '../../src/kernel/quotas';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { appoint, logOf, type TestAdministrator } from '../support/administration';
import type { Answer, Client } from '../support/client';
import { runHere } from '../support/command-line';
import { asOwner, serviceEnvironment } from '../support/database';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join } from '../support/people';
import { dataOf, expectRefusal } from '../support/requests';

/** The service caches keys and quotas for a second. The tests move this clock on by more than that. */
const clock = new HandClock('2026-01-15T10:00:00.000Z');
let ledger: TestLedger;
/** The administrator of all tenants. */
let chief: TestAdministrator;
/** The administrator of the tenant to which `own` belongs. */
let local: TestAdministrator;
let own: TestBooks;
/** The books of a second ledger in the same tenant as `own`. */
let sister: TestBooks;
let foreign: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([replace(CLOCK, [], () => clock)], { alone: true });
  own = await ledger.newLedger();
  sister = await ledger.newLedger({ tenantId: own.ledger.tenantId });
  foreign = await ledger.newLedger();
  chief = await appoint(ledger);
  local = await appoint(ledger, own.ledger.tenantId);
});
afterAll(() => ledger.close());

const pathOf = (books: TestBooks): string => `/tenants/${books.ledger.tenantId}/quota`;
const set = (rate: number | null, books = own): Promise<Answer> =>
  chief.api.put(pathOf(books), { requests_per_second: rate });

/** Moves the clock on by a second, and sends this many requests from each client in turn. Returns the answers. */
const ask = (times: number, apis: readonly Client[]): Promise<readonly Answer[]> => {
  clock.advance(1_000);
  return Promise.all(Array.from({ length: times }, () => apis.map((api) => api.get('/ledger'))).flat());
};
const statusesOf = (answers: readonly Answer[]): Readonly<Record<number, number>> =>
  Object.fromEntries([200, 429].map((wanted) => [wanted, answers.filter(({ status }) => status === wanted).length]));

describe('the quota of a tenant', () => {
  test('does not exist by default', async () => {
    const quota = dataOf(await local.api.get(pathOf(own)), 200);
    expect(quota).toMatchObject({ tenant_id: own.ledger.tenantId, requests_per_second: null, set_at: null });
    expect(statusesOf(await ask(20, [own.api, sister.api]))).toEqual({ 200: 40, 429: 0 });
  });

  test('limits all keys of the tenant together, and no other tenant', async () => {
    const quota = dataOf(await set(5), 200);
    expect(quota).toMatchObject({ requests_per_second: 5, set_at: expect.stringMatching(/^\d{4}-/) });
    expect(dataOf(await local.api.get(pathOf(own)), 200)).toEqual(quota);
    const answers = await ask(10, [own.api, sister.api, foreign.api]);
    const ofTenant = answers.filter((_, place) => place % 3 !== 2);
    const others = answers.filter((_, place) => place % 3 === 2);
    expect(statusesOf(others)).toEqual({ 200: 10, 429: 0 });
    expect(statusesOf(ofTenant)).toEqual({ 200: 5, 429: 15 });
    const limited = ofTenant.find(({ status }) => status === 429);
    expect(limited?.body.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(limited?.headers.get('Retry-After')).toBe('1');
    expect(limited?.headers.get('X-RateLimit-Limit')).toBe('5');
  });

  test('limits people and keys of the tenant together, but not its administration', async () => {
    const tenantId = own.ledger.tenantId;
    const [one, other] = [await join(ledger, { role: 'admin', tenantId }), await join(ledger, { tenantId })];
    const answers = await ask(4, [one.on(own), other.on(own), own.api]);
    expect(statusesOf(answers)).toEqual({ 200: 5, 429: 7 });
    expect(dataOf(await one.page.get('//admin/v1/keys'), 200)).toEqual(expect.any(Array));
  });

  test('can be removed again', async () => {
    expect(dataOf(await set(null), 200)).toMatchObject({ requests_per_second: null });
    expect(statusesOf(await ask(10, [own.api, sister.api]))).toEqual({ 200: 20, 429: 0 });
  });

  test('is set only by administrators of all tenants', async () => {
    expectRefusal(await local.api.put(pathOf(own), { requests_per_second: 1 }), 403, 'FORBIDDEN');
    expectRefusal(await local.api.get(pathOf(foreign)), 404, 'TENANT_NOT_FOUND');
    const nobody = `/tenants/${newId<'tenant'>()}/quota`;
    expectRefusal(await chief.api.get(nobody), 404, 'TENANT_NOT_FOUND');
    expectRefusal(await chief.api.put(nobody, { requests_per_second: 1 }), 404, 'TENANT_NOT_FOUND');
  });

  test.each([[0], [1.5], [1_000_001], ['5']])('cannot be %j', async (rate) => {
    const answer = await chief.api.put(pathOf(own), { requests_per_second: rate });
    expectRefusal(answer, 422, 'VALIDATION_ERROR', ['requests_per_second']);
  });

  test('is set with an event in the tenant log, which `verify` compares with the row', async () => {
    await set(7, foreign);
    const [last] = (await logOf(ledger, foreign.ledger.tenantId)).slice(-1);
    expect(last).toMatchObject({
      type: 'quota.set',
      actor: chief.actor,
      subjectType: 'quota',
      subjectId: foreign.ledger.tenantId,
    });
    expect(JSON.parse(last?.content ?? '')).toMatchObject({ requests_per_second: 7 });
    const failed = async () =>
      (await ledger.app.access.verifyTenantLogs()).flatMap(({ named }) => named.map(({ where }) => where));
    expect(await failed()).toEqual([]);
    await asOwner(ledger.databaseUrl, async (owner) => {
      await owner.query('alter table tenant_quotas disable trigger all');
      await owner.query('update tenant_quotas set requests_per_second = 8 where tenant_id = $1', [
        foreign.ledger.tenantId,
      ]);
      await owner.query('alter table tenant_quotas enable trigger all');
    });
    expect(await failed()).toEqual([`quota ${foreign.ledger.tenantId}`]);
    await set(null, foreign);
  });

  test('is shown and set by the command line', async () => {
    const environment = () => ({ ...serviceEnvironment(ledger.databaseUrl), LOG_LEVEL: 'silent' });
    const run = async (options: string) => {
      const command = `tenants quota --tenant ${own.ledger.tenantId} ${options}`.trim().split(/\s+/);
      return runHere(command, environment());
    };
    const told = async (options: string) => JSON.parse((await run(`${options} --json`)).stdout).requests_per_second;
    expect(await told('--requests-per-second 40')).toBe(40);
    expect(await told('')).toBe(40);
    expect((await run('')).stdout).toContain('together may send 40 requests per second');
    expect(await told('--no-bound')).toBe(null);
    expect((await run('--requests-per-second 0')).code).not.toBe(0);
    const limits = async (options: string) => JSON.parse((await run(`${options} --json`)).stdout).limits;
    const { keys, ledgers } = quotas;
    expect(await limits('--limit ledgers=7 --limit strings=0')).toMatchObject({ ledgers: 7, strings: 0 });
    expect(await limits('--limit ledgers=usual')).toMatchObject({
      ...{ ledgers: ledgers.usual, strings: 0, keys: keys.usual },
    });
    expect((await run('')).stdout).toMatch(new RegExp(`^strings +0 +${quotas.strings.usual} +tenant$`, 'm'));
    const [unknown, tooMany] = [await run('--limit books=1'), await run(`--limit keys=${keys.ceiling + 1}`)];
    expect([unknown.code, tooMany.code]).not.toContain(0);
    expect(unknown.stderr).toContain('It must be one of ledgers, keys, people');
    await run('--limit ledgers=1');
    const opening = `ledgers create --tenant ${own.ledger.tenantId} --code MORE --name More --currency EUR`;
    const refused = await runHere(opening.split(' '), environment());
    expect(refused.stderr).toContain('npx ledger tenants quota --tenant <id or name> --limit ledgers=3');
    await run('--limit ledgers=usual --limit strings=usual');
    const [last] = (await logOf(ledger, own.ledger.tenantId)).slice(-1);
    expect(last).toMatchObject({ type: 'quota.set', actor: 'command line' });
  });
});
