/** An unknown member of a request is refused if ignoring it would leave a wider right in force. */
import type { JsonSchema } from '../../src/kernel/http/codecs';
import { contractOf } from '../support/answers';
import { appoint } from '../support/administration';
import { client, type Client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';
import {
  account,
  credit,
  debit,
  expectRefusal,
  nowhere,
  openAccount,
  openBooks,
  transaction,
} from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;
let api: Client;
let admin: Client;
let ledgerId: string;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  const books = await openBooks(ledger);
  ledgerId = books.ledger.id;
  const capabilities = ['attributes:admin', 'periods:admin', 'events:admin', 'strings:participate:NOBODY'];
  api = client(ledger.baseUrl, await ledger.newKey(books.ledger, { capabilities, rateLimitPerSecond: 1_000 }));
  admin = client(ledger.baseUrl, (await appoint(ledger)).key);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});
beforeEach(() => clock.advance(1_000));

const { routes, adminRoutes } = contractOf();
const withBody = [
  ...routes.map((route) => ({ ...route, base: '//api/v1' })),
  ...adminRoutes.map((route) => ({ ...route, base: '//admin/v1' })),
].flatMap(({ method, path, base, spec }) =>
  spec.body === undefined
    ? []
    : [
        {
          endpoint: `${method.toUpperCase()} ${base.slice(1)}${path}`,
          isStrict: spec.strict,
          invalid: spec.invalid ?? 422,
          members: Object.keys((spec.body.schema['properties'] ?? {}) as Record<string, JsonSchema>),
          ask: (body: object) =>
            (base === '//admin/v1' ? admin : api).send(
              method.toUpperCase(),
              base + path.replace(/:(\w+)/g, (_, name: string) => (/code|key$/i.test(name) ? 'NOBODY' : nowhere)),
              JSON.stringify(body),
              { 'Content-Type': 'application/json' },
            ),
        },
      ],
);
const strict = withBody.filter(({ isStrict }) => isStrict);
const lenient = withBody.filter(({ isStrict }) => !isStrict);

test('all endpoints of administration, webhooks and period locks refuse unknown members', () => {
  const isGrave = (endpoint: string) => /\/admin\/v1|\/webhook-endpoints|\/period-locks/.test(endpoint);
  expect(withBody.filter(({ endpoint }) => isGrave(endpoint)).length).toBeGreaterThan(15);
  expect(lenient.map(({ endpoint }) => endpoint).filter(isGrave)).toEqual([]);
});

test.each(strict)('$endpoint refuses an unknown member, and names it', async ({ ask }) => {
  const { status, body } = await ask({ gibberish: 1 });
  expect([400, 422]).toContain(status);
  expect(body).toMatchObject({ code: 'VALIDATION_ERROR', errors: { gibberish: ['is not known here'] } });
});

/** The name of the member in camel case, such as `maxBalance`: a likely mistake of programs in other languages. */
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const misspellings = withBody.flatMap(({ members, ...route }) =>
  members
    .map((meant) => ({ ...route, meant, sent: camel(meant) }))
    .filter(({ meant, sent }) => meant !== sent && !members.includes(sent)),
);

test('more than 60 misspellings are tested', () => expect(misspellings.length).toBeGreaterThan(60));

test.each(misspellings)('$endpoint refuses $sent, and suggests $meant', async ({ ask, invalid, sent, meant }) => {
  const { status, body } = await ask({ [sent]: null });
  expect([invalid, 422]).toContain(status);
  expect(body.errors[sent]).toEqual([`is not known here; the nearest is ${meant}`]);
});

describe('a mistake that would widen a right', () => {
  test.each([
    ['scope', ['read'], 'scopes'],
    ['allowed_network', ['10.1.0.0/16'], 'allowed_networks'],
    ['expiresAt', '2099-01-01T00:00:00Z', 'expires_at'],
    ['rate_limit', 5, 'rate_limit_per_second'],
  ])('a key with %s is not created', async (sent, value, meant) => {
    const before = await ledger.app.access.listKeys(ledgerId as never);
    const answer = await admin.post('//admin/v1/keys', { ledger_id: ledgerId, name: 'mine', [sent]: value });
    expectRefusal(answer, 422, 'VALIDATION_ERROR');
    expect(answer.body.errors[sent][0]).toMatch(new RegExp(`^is not known here(; the nearest is ${meant})?$`));
    expect(await ledger.app.access.listKeys(ledgerId as never)).toEqual(before);
  });

  test('a key without scopes is not created', async () => {
    const answer = await admin.post('//admin/v1/keys', { ledger_id: ledgerId, name: 'mine' });
    expectRefusal(answer, 422, 'VALIDATION_ERROR');
    expect(answer.body.errors).toEqual({ scopes: ['is required'] });
  });

  test('an operator without tenant_id is not created; null means all tenants', async () => {
    const person = { email: 'eve@example.com', name: 'Eve', role: 'admin' };
    for (const [more, named] of [
      [{}, 'tenant_id'],
      [{ tenant: nowhere }, 'tenant'],
    ] as const) {
      const answer = await admin.post('//admin/v1/operators', { ...person, ...more });
      expectRefusal(answer, 422, 'VALIDATION_ERROR');
      expect(Object.keys(answer.body.errors)).toEqual([named]);
    }
    expect((await admin.post('//admin/v1/operators', { ...person, tenant_id: null })).status).toBe(201);
  });

  test('a hold with an unknown member is refused, alone and in a batch', async () => {
    const hold = { ...transaction({ entries: [debit('CASH', '1.00'), credit('SALES', '1.00')] }), layer: 'pending' };
    const answer = await api.post('/transactions', { ...hold, valid_until: '2099-01-01T00:00:00Z' });
    expectRefusal(answer, 400, 'VALIDATION_ERROR');
    expect(Object.keys(answer.body.errors)).toEqual(['valid_until']);
    const batch = await api.post('/transactions/batch', { transactions: [{ ...hold, valid_until: 'x' }] });
    expect(batch.body.data.results[0]).toMatchObject({
      status: 'rejected',
      errors: { valid_until: expect.anything() },
    });
  });

  test('a misspelt layer posts nothing, and a misspelt limit opens no account', async () => {
    const misspelt = await api.post('/transactions', { ...transaction(), layr: 'pending' });
    expectRefusal(misspelt, 400, 'VALIDATION_ERROR');
    const unbounded = await api.post('/accounts', { ...account(), maxBalance: '10.00' });
    expectRefusal(unbounded, 400, 'VALIDATION_ERROR');
    expect(unbounded.body.errors).toEqual({ maxBalance: ['is not known here; the nearest is max_balance'] });
  });

  test('a reference by code where an id is known is not ignored, and the reverse', async () => {
    const { id, code } = await openAccount(api);
    const moved = await api.put(`/accounts/${id}`, { parent_code: 'CASH' });
    const below = await api.post('/accounts', { ...account(), parent_id: id });
    const filed = await api.post('/transactions', { ...transaction(), journal_code: 'DEFAULT' });
    for (const [answer, sent, meant] of [
      [moved, 'parent_code', 'parent_id'],
      [below, 'parent_id', 'parent_code'],
      [filed, 'journal_code', 'journal_id'],
    ] as const) {
      expectRefusal(answer, 400, 'VALIDATION_ERROR');
      expect(answer.body.errors).toEqual({ [sent]: [`is not known here; the nearest is ${meant}`] });
    }
    const copied = await api.post('/accounts', { ...account(), parent_id: null });
    expect([copied.status, copied.headers.get('X-Ignored-Fields')]).toEqual([201, 'parent_id']);
    const both = await api.post('/accounts', { ...account(), parent_id: id, parent_code: code });
    expect([both.status, both.headers.get('X-Ignored-Fields')]).toEqual([201, 'parent_id']);
  });

  test('a misspelling of a member that is also sent is ignored and named', async () => {
    const answer = await api.post('/accounts', { ...account({ max_balance: '10.00' }), maxBalance: '10.00' });
    expect([answer.status, answer.headers.get('X-Ignored-Fields')]).toEqual([201, 'maxBalance']);
  });
});
