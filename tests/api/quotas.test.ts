/** The number of objects that a tenant may have. quotas-at-once tests concurrent creations in PostgreSQL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundOf, quotaNames, quotas, type QuotaName } from '../../src/kernel/quotas';
import { appoint, type TestAdministrator } from '../support/administration';
import { startLedger, type TestLedger } from '../support/ledger';
import { quotaKinds, type QuotaKind, type QuotaWorld } from '../support/quota-kinds';
import { dataOf, expectRefusal } from '../support/requests';
import { refusedUntouched } from '../support/untouched';

let ledger: TestLedger;
/** The administrator of all tenants. */
let chief: TestAdministrator;

beforeAll(async () => {
  ledger = await startLedger();
  chief = await appoint(ledger);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const newWorld = async (): Promise<QuotaWorld> => {
  const books = await ledger.newLedger({ capabilities: ['periods:admin', 'events:admin'] });
  return { books, admin: (await appoint(ledger, books.ledger.tenantId)).api };
};
const pathOf = ({ books }: QuotaWorld): string => `/tenants/${books.ledger.tenantId}/quota`;
const set = async (world: QuotaWorld, limits: Partial<Record<QuotaName, number | null>>) =>
  dataOf(await chief.api.put(pathOf(world), { limits }), 200).limits;

test('every quota has a kind of object to test it with', () => {
  expect(quotaKinds.map(({ quota }) => quota)).toEqual(quotaNames);
});

describe.each(quotaKinds)('the quota of $quota', ({ quota, present, create, taken, giveUp }: QuotaKind) => {
  let world: QuotaWorld;
  beforeEach(async () => {
    world = await newWorld();
    await set(world, { [quota]: present + 1 });
  });

  test('refuses one object too many, and its message gives the request that raises it', async () => {
    dataOf(await create(world, 'first'), 201);
    const refusal = await refusedUntouched(ledger, world.books, () => create(world, 'second'));
    expectRefusal(refusal, 409, 'QUOTA_REACHED');
    expect(refusal.body.message).toContain(`${boundOf(quota)} is ${present + 1} (quota ${quota})`);
    const [, cure = ''] = /quota with (\{.*\})\.$/.exec(refusal.body.message) ?? [];
    dataOf(await chief.api.put(pathOf(world), JSON.parse(cure)), 200);
    dataOf(await create(world, 'second'), 201);
  });

  test('counts each tenant alone, and admits exactly one of five concurrent creations', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => create(world, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    dataOf(await create(await newWorld(), 'a'), 201);
  });

  if (taken !== undefined)
    test('reports a taken name before the quota', async () => {
      const created = await create(world, 'first');
      dataOf(created, 201);
      const again = await create(world, 'first');
      expect([again.status, again.body.code]).toEqual([expect.any(Number), taken]);
    });

  if (giveUp !== undefined)
    test('admits another object after one is given up', async () => {
      const created = dataOf(await create(world, 'first'), 201);
      expectRefusal(await create(world, 'second'), 409, 'QUOTA_REACHED');
      expect((await giveUp(world, created)).status).toBeLessThan(300);
      dataOf(await create(world, 'second'), 201);
    });

  test('can be lowered to zero, keeps existing objects, and returns to its default with null', async () => {
    dataOf(await create(world, 'first'), 201);
    expect(await set(world, { [quota]: 0 })).toMatchObject({ [quota]: { most: 0, is_usual: false } });
    expectRefusal(await create(world, 'second'), 409, 'QUOTA_REACHED');
    expect(await set(world, { [quota]: null })).toMatchObject({
      [quota]: { most: quotas[quota].usual, is_usual: true },
    });
    dataOf(await create(world, 'second'), 201);
  });
});

describe('keys at the quota', () => {
  const rotate = async (world: QuotaWorld, grace_seconds: number) => {
    const [first] = dataOf(await world.admin.get(`/keys?ledger_id=${world.books.ledger.id}&limit=1`), 200);
    return world.admin.post(`/keys/${first.id}/rotate`, { grace_seconds });
  };

  test('rotate without grace even above the quota; a rotation with grace counts one more key', async () => {
    const world = await newWorld();
    await set(world, { keys: 1 });
    expectRefusal(await rotate(world, 60), 409, 'QUOTA_REACHED');
    await set(world, { keys: 0 });
    dataOf(await rotate(world, 0), 201);
    await set(world, { keys: 2 });
    dataOf(
      await world.admin.post('/keys', { ledger_id: world.books.ledger.id, name: 'another', scopes: ['read'] }),
      201,
    );
  });

  test('count until they expire', async () => {
    const world = await newWorld();
    await set(world, { keys: 2 });
    const expires_at = '2100-01-01T00:00:00.000Z';
    const key = { ledger_id: world.books.ledger.id, name: 'ends', scopes: ['read'], expires_at };
    dataOf(await world.admin.post('/keys', key), 201);
    expectRefusal(await world.admin.post('/keys', key), 409, 'QUOTA_REACHED');
  });
});

describe('a tenant’s limits', () => {
  test('have default values until they are set; setting one keeps the others', async () => {
    const world = await newWorld();
    const read = async () => dataOf(await world.admin.get(pathOf(world)), 200);
    const usual = Object.fromEntries(quotaNames.map((name) => [name, { most: quotas[name].usual, is_usual: true }]));
    expect(await read()).toMatchObject({ requests_per_second: null, limits: usual, set_at: null });
    await set(world, { ledgers: 7 });
    dataOf(await chief.api.put(pathOf(world), { requests_per_second: 900_000 }), 200);
    expect(await read()).toMatchObject({
      requests_per_second: 900_000,
      limits: { ...usual, ledgers: { most: 7, is_usual: false } },
    });
  });

  test.each([[-1], [1.5], ['7'], [1_000_001]])('cannot be %j', async (limit) => {
    const answer = await chief.api.put(pathOf(await newWorld()), { limits: { strings: limit } });
    expectRefusal(answer, 422, 'VALIDATION_ERROR', ['limits.strings']);
  });

  test('are set only by an administrator of all tenants', async () => {
    const world = await newWorld();
    expectRefusal(await world.admin.put(pathOf(world), { limits: { ledgers: 1 } }), 403, 'FORBIDDEN');
  });
});

/** Operations that store objects without a quota, each with the reason. */
const unbounded: Readonly<Record<string, string>> = {
  settleTransaction: 'the books themselves',
  releaseTransaction: 'the books themselves',
  reverseTransaction: 'the books themselves',
  convertInString: 'the books themselves',
  transferInString: 'the books themselves',
  createAccount: 'the books themselves',
  createTransactionNote: 'the books themselves',
  addAccountSetMember: 'at most each account and each set in each set',
  createAttributeDefinition: 'ATTRIBUTE_KEY_CAP_EXCEEDED',
  createTenant: 'takes an administrator of all tenants',
  inviteOperator: 'one link of each person',
};

test('every operation that creates objects has a quota or a listed reason for having none', () => {
  const documents = ['openapi.json', 'openapi-admin.json'].map((name) =>
    JSON.parse(readFileSync(join(__dirname, '../../docs', name), 'utf8')),
  );
  const operations = documents.flatMap(({ paths }) =>
    Object.values<Record<string, { operationId: string; responses: Record<string, object> }>>(paths).flatMap(
      ({ post }) => (post && '201' in post.responses ? [post] : []),
    ),
  );
  const withoutQuota = operations.filter((operation) => !JSON.stringify(operation.responses).includes('QUOTA_REACHED'));
  expect(withoutQuota.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(unbounded).sort());
});
