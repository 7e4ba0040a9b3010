/** On every endpoint, a body whose members are all optional may be left out, with the same meaning as `{}`. */
import { contractOf } from '../support/answers';
import { appoint, administering, verificationEnds } from '../support/administration';
import { client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { holdingIn, openWallet } from '../support/holding';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, nowhere } from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
let key: string;
let adminKey: string;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  books = await openWallet(ledger, '70.00');
  const capabilities = ['attributes:admin', 'periods:admin', 'events:admin'];
  key = await ledger.newKey(books.ledger, { capabilities });
  adminKey = (await appoint(ledger)).key;
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});
beforeEach(() => clock.advance(1_000));

const json = { 'Content-Type': 'application/json' };

interface Form {
  readonly form: string;
  /** Creates the body anew for each request, because a stream can be read only once. */
  readonly body?: () => NonNullable<RequestInit['body']>;
  readonly headers?: Readonly<Record<string, string>>;
}

const streamed = () => new Blob([]).stream();

/** A request without content, in each form that HTTP allows. */
const forms: readonly Form[] = [
  { form: 'no body' },
  { form: 'no body, but a type', headers: json },
  { form: 'an empty body', body: () => '' },
  { form: 'an empty body with the type of JSON', body: () => '', headers: json },
  { form: 'an empty body of unknown length', body: streamed },
  { form: 'an empty body of unknown length with the type of JSON', body: streamed, headers: json },
  { form: 'an empty object without a type', body: () => Buffer.from('{}') },
  { form: 'an empty object', body: () => '{}', headers: json },
];

const isOptional = ({ body }: { readonly body?: { readonly schema: object } }): boolean =>
  body !== undefined && !('required' in body.schema);

const { routes, adminRoutes } = contractOf();
const walked = [
  ...routes.map((route) => ({ ...route, base: '/api/v1' })),
  ...adminRoutes.map((route) => ({ ...route, base: '/admin/v1' })),
]
  .filter(({ spec }) => isOptional(spec))
  .map(({ method, path, base, spec }) => ({
    endpoint: `${method.toUpperCase()} ${base}${path}`,
    method: method.toUpperCase(),
    path: base + path.replace(/:(\w+)/g, (_, name: string) => (/code|key$/i.test(name) ? 'NOBODY' : nowhere)),
    spec,
  }));

const ask = async (method: string, path: string, { body, headers }: Form) => {
  const Authorization = `Bearer ${path.startsWith('/admin') ? adminKey : key}`;
  const sent = { method, ...(body && { body: body() }), headers: { Authorization, ...headers }, duplex: 'half' };
  const answer = await fetch(ledger.baseUrl + path, sent as RequestInit);
  return { status: answer.status, body: (await answer.json()) as { readonly errors?: object } };
};

test('both documents have endpoints with an optional body', () => {
  const endpoints = walked.map(({ endpoint }) => endpoint);
  for (const one of [
    'POST /api/v1/transactions/:transactionId/settle',
    'POST /api/v1/transactions/:transactionId/release',
    'POST /api/v1/transactions/:transactionId/void',
    'POST /api/v1/webhook-endpoints/:endpointId/rotate-secret',
    'PATCH /api/v1/webhook-endpoints/:endpointId',
    'POST /admin/v1/keys/:keyId/rotate',
    'POST /admin/v1/verifications',
  ])
    expect(endpoints).toContain(one);
});

describe.each(walked)('$endpoint', ({ method, path, spec }) => {
  test('answers all forms of an empty body alike', async () => {
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (const form of forms) {
      // Only one verification may run at a time, so this waits for its end.
      const over = /verifications$/.test(path) ? verificationEnds(ledger) : undefined;
      answers.push(await ask(method, path, form));
      await over;
    }
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual(forms.map(() => answers[0]?.status));
    expect([400, 415]).not.toContain(statuses[0]);
    for (const { body } of answers) expect(body.errors ?? {}).not.toHaveProperty('body');
  });

  test('is documented to need no body', () => {
    const operations = [contractOf().document, contractOf().adminDocument].flatMap(({ paths }) =>
      Object.values(paths).flatMap((path) => Object.values(path)),
    ) as { operationId: string; requestBody?: { required: boolean } }[];
    const operation = operations.find(({ operationId }) => operationId === spec.operationId);
    expect(operation?.requestBody?.required).toBe(false);
  });
});

describe.each(forms)('$form', (sent) => {
  const { hold, holdOf } = holdingIn(() => books);

  test('settles, releases and voids the whole', async () => {
    for (const [operation, state] of [
      ['settle', 'settled'],
      ['release', 'released'],
    ] as const) {
      const { id } = await hold('1.00');
      expect((await ask('POST', `/api/v1/transactions/${id}/${operation}`, sent)).status).toBe(201);
      expect(await holdOf(id)).toMatchObject({ state });
    }
    const { id } = await hold('1.00');
    const { status, body } = await ask('POST', `/api/v1/transactions/${id}/void`, sent);
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { status: 'void' } } });
  });

  test('changes nothing, and rotates secrets and keys', async () => {
    const api = client(ledger.baseUrl, key);
    const endpoint = { url: 'https://webhooks.example/orders', description: 'Orders' };
    const { id } = dataOf(await api.post('/webhook-endpoints', endpoint), 201);
    expect(await ask('PATCH', `/api/v1/webhook-endpoints/${id}`, sent)).toMatchObject({
      status: 200,
      body: { data: { description: 'Orders' } },
    });
    expect((await ask('POST', `/api/v1/webhook-endpoints/${id}/rotate-secret`, sent)).status).toBe(200);
    dataOf(await api.delete(`/webhook-endpoints/${id}`), 200);
    const keys = administering(client(ledger.baseUrl, adminKey));
    const { id: keyId } = dataOf(
      await keys.post('/keys', { ledger_id: books.ledger.id, scopes: ['read'], name: 'Shop' }),
      201,
    );
    expect((await ask('POST', `/admin/v1/keys/${keyId}/rotate`, sent)).status).toBe(201);
  });

  test('is refused if a member is required, which is named', async () => {
    const { status, body } = await ask('POST', '/api/v1/journals', sent);
    expect({ status, ...body }).toMatchObject({
      status: 422,
      code: 'VALIDATION_ERROR',
      message: 'The request is not valid: code is required.',
      errors: { code: ['is required'], name: ['is required'] },
    });
  });
});

test('any other body still needs its media type', async () => {
  const api = client(ledger.baseUrl, key);
  for (const text of ['{ }', '{"reason": "Wrong"}'])
    expectRefusal(
      await api.send('POST', `/transactions/${nowhere}/void`, Buffer.from(text)),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
  const typed = { 'Content-Type': 'text/plain' };
  expectRefusal(await api.send('POST', `/transactions/${nowhere}/void`, '{}', typed), 415, 'UNSUPPORTED_MEDIA_TYPE');
});
