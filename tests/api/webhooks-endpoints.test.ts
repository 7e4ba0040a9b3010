/**
 * Webhook endpoints over REST: creating, reading, changing and deleting them, and rotating their secret. webhooks-delivered tests the
 * deliveries.
 */
import { client } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, idsOf, instant, nowhere, uuid, walkBothWays, type Fields } from '../support/requests';
import { refusedUntouched } from '../support/untouched';
import { headOf } from '../support/feed';
import { endpointIn, happen } from '../support/webhooks';

/** The domain `example` is reserved, so this host does not exist. */
const url = 'https://webhooks.example/hook';
const secretForm = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
});

beforeEach(async () => {
  books = await ledger.newLedger();
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const send = (fields: Fields) => books.api.post('/webhook-endpoints', fields);
const open = async (fields: Fields = {}) => dataOf(await send({ url, ...fields }), 201);
const change = (id: string, fields: Fields) => books.api.patch(`/webhook-endpoints/${id}`, fields);
const shown = ({ secret: _, ...endpoint }: Fields): Fields => endpoint;

describe('a new webhook endpoint', () => {
  test('gets every later event, one at a time, by default', async () => {
    await happen(books.api, 3);
    const answer = await send({ url });
    expect(dataOf(answer, 201)).toEqual({
      ...{ id: uuid, ledger_id: books.ledger.id, url, description: null, types: null, is_active: true },
      ...{ status: 'active', pause_reason: null, paused_at: null, max_in_flight: 1 },
      ...{ delivered_through: await headOf(books.api), created_at: instant, updated_at: instant, secret: secretForm },
      created_by: books.key.split('_')[1],
    });
    expect(answer.headers.get('Location')).toBe(`/api/v1/webhook-endpoints/${answer.body.data.id}`);
    expect(await endpointIn(books, answer.body.data.id)).toEqual(shown(answer.body.data));
  });

  test('keeps its settings', async () => {
    const said = { description: 'Orders', types: ['transaction.posted', 'hold.expired'], max_in_flight: 32 };
    const made = await open({ ...said, is_active: false });
    expect(made).toMatchObject({ ...said, is_active: false, status: 'inactive' });
    expect(await endpointIn(books, made.id)).toEqual(shown(made));
  });

  test.each([
    [1, 0],
    [3, 2],
    [4, 3],
    [5, 4],
  ])('from event %i on counts as delivered through event %i of four', async (from_sequence, delivered_through) => {
    await happen(books.api, 4 - (await headOf(books.api)));
    expect(await open({ from_sequence })).toMatchObject({ delivered_through });
  });

  test('cannot begin after the next event', async () => {
    const head = await headOf(books.api);
    const beyond = { url, from_sequence: head + 2 };
    const refused = await refusedUntouched(ledger, books, (api) => api.post('/webhook-endpoints', beyond));
    expectRefusal(refused, 422, 'SEQUENCE_NOT_REACHED');
    expect(refused.body.message).toContain(`ends at sequence ${head}, so from_sequence may be at most ${head + 1}`);
  });

  test.each([
    ['url', undefined],
    ['url', null],
    ['url', ''],
    ['url', 7],
    ['url', `${url}/${'a'.repeat(2048 - url.length)}`],
    ['description', 'a'.repeat(501)],
    ['description', 7],
    ['types', []],
    ['types', 'transaction.posted'],
    ['types', ['transaction.unheard-of']],
    ['types', [null]],
    ['is_active', 'yes'],
    ['is_active', 1],
    ['max_in_flight', 0],
    ['max_in_flight', 33],
    ['max_in_flight', 1.5],
    ['max_in_flight', '1'],
    ['from_sequence', 0],
    ['from_sequence', -1],
    ['from_sequence', 1.5],
    ['from_sequence', '1'],
  ])('is refused if its %s is %j', async (name, value) => {
    const answer = await refusedUntouched(ledger, books, () => send({ url, [name]: value }));
    expectRefusal(answer, 422, 'VALIDATION_ERROR');
    expect(Object.keys(answer.body.errors).map((field) => field.split('.')[0])).toEqual([name]);
  });

  test.each([
    ['description', 'a'.repeat(500)],
    ['max_in_flight', 32],
    ['types', null],
    ['url', `${url}/`.padEnd(2048, 'a')],
  ])('may have a %s of the maximum size', async (name, value) => {
    expect(await open({ [name]: value })).toMatchObject({ [name]: value });
  });
});

describe('the secret of an endpoint', () => {
  test('is shown once, and differs for each endpoint', async () => {
    const [first, second] = [await open(), await open()];
    expect(first.secret).not.toBe(second.secret);
    const answers = [
      await books.api.get('/webhook-endpoints'),
      await books.api.get(`/webhook-endpoints/${first.id}`),
      await change(first.id, { description: 'seen' }),
      await books.api.get('/activity'),
      await books.api.get('/events'),
      await books.api.post(`/webhook-endpoints/${first.id}/test`, {}),
      await books.api.get(`/webhook-endpoints/${first.id}/deliveries`),
      await books.api.delete(`/webhook-endpoints/${first.id}`),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/whsec_|secret/);
    }
  });

  test('is replaced by a rotation', async () => {
    const made = await open();
    const path = `/webhook-endpoints/${made.id}/rotate-secret`;
    const rotated = dataOf(await books.api.post(path, {}), 200);
    expect(rotated).toEqual({ ...made, secret: secretForm, updated_at: instant });
    expect(rotated.secret).not.toBe(made.secret);
    expect(await endpointIn(books, made.id)).toEqual(shown(rotated));
  });

  test.each([-1, 0.5, 30 * 86_400 + 1, '60', null])(
    'cannot be rotated with %j seconds of grace',
    async (grace_seconds) => {
      const { id } = await open();
      const rotate = () => books.api.post(`/webhook-endpoints/${id}/rotate-secret`, { grace_seconds });
      expectRefusal(await refusedUntouched(ledger, books, rotate), 422, 'VALIDATION_ERROR', ['grace_seconds']);
    },
  );
});

describe('a change of an endpoint', () => {
  test('leaves all other settings', async () => {
    const made = await open({ description: 'Orders', types: ['hold.expired'], max_in_flight: 4 });
    for (const fields of [
      { url: 'https://webhooks.example/another' },
      { description: 'Holds' },
      { types: ['account.created', 'account.updated'] },
      { max_in_flight: 1 },
      { is_active: false },
      { description: null, types: null },
      { is_active: true },
    ] as readonly Fields[]) {
      const before = await endpointIn(books, made.id);
      const status = fields['is_active'] === false ? 'inactive' : before.status;
      const expected = { ...before, status: fields['is_active'] === true ? 'active' : status, ...fields };
      expect(dataOf(await change(made.id, fields), 200)).toEqual({ ...expected, updated_at: instant });
      expect(await endpointIn(books, made.id)).toEqual({ ...expected, updated_at: instant });
    }
  });

  test('without members changes nothing that is shown', async () => {
    const made = await open({ is_active: false });
    expect(dataOf(await change(made.id, {}), 200)).toEqual({ ...shown(made), updated_at: instant });
  });

  test.each([
    ['url', null],
    ['url', ''],
    ['description', 'a'.repeat(501)],
    ['types', []],
    ['types', ['posted']],
    ['is_active', null],
    ['is_active', 'true'],
    ['max_in_flight', null],
    ['max_in_flight', 33],
  ])('is refused if %s is %j', async (name, value) => {
    const { id } = await open();
    const answer = await refusedUntouched(ledger, books, () => change(id, { [name]: value }));
    expectRefusal(answer, 422, 'VALIDATION_ERROR');
  });
});

test('an unknown member of an endpoint is refused', async () => {
  const { id } = await open();
  for (const ask of [
    () => books.api.post('/webhook-endpoints', { url, colour: 'red' }),
    () => books.api.patch(`/webhook-endpoints/${id}`, { colour: 'red' }),
  ])
    expectRefusal(await refusedUntouched(ledger, books, ask), 422, 'VALIDATION_ERROR', ['colour']);
});

describe('the list of endpoints', () => {
  test('is in order of creation, page by page', async () => {
    const made: string[] = [];
    for (let one = 0; one < 5; one++) made.push((await open()).id);
    const pages = await walkBothWays(books.api, '/webhook-endpoints', 2);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(idsOf(pages.flat())).toEqual(made);
  });

  test('omits deleted endpoints', async () => {
    const [kept, deleted] = [await open(), await open()];
    const answer = await books.api.delete(`/webhook-endpoints/${deleted.id}`);
    expect(dataOf(answer, 200)).toEqual({ id: deleted.id, deleted: true });
    expect(idsOf(dataOf(await books.api.get('/webhook-endpoints'), 200))).toEqual([kept.id]);
    expectRefusal(await books.api.get(`/webhook-endpoints/${deleted.id}`), 404, 'WEBHOOK_ENDPOINT_NOT_FOUND');
    expectRefusal(await books.api.delete(`/webhook-endpoints/${deleted.id}`), 404, 'WEBHOOK_ENDPOINT_NOT_FOUND');
  });
});

describe('the twenty-first endpoint', () => {
  test('is refused until another is deleted', async () => {
    const made: string[] = [];
    for (let one = 0; one < 20; one++) made.push((await open({ is_active: one % 2 === 0 })).id);
    const answer = await refusedUntouched(ledger, books, () => send({ url }));
    expectRefusal(answer, 409, 'QUOTA_REACHED');
    expect(answer.body.message).toContain('20');
    dataOf(await books.api.delete(`/webhook-endpoints/${made[7]}`), 200);
    await open();
    expectRefusal(await send({ url }), 409, 'QUOTA_REACHED');
  });

  test('is refused when thirty are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => send({ url })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), ...Array(10).fill(409)]);
    for (const one of answers.filter(({ status }) => status === 409)) expectRefusal(one, 409, 'QUOTA_REACHED');
    expect(dataOf(await books.api.get('/webhook-endpoints?limit=100'), 200)).toHaveLength(20);
  });

  test('is accepted if it belongs to another ledger', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    for (let one = 0; one < 20; one++) await open();
    dataOf(await other.api.post('/webhook-endpoints', { url }), 201);
  });
});

const paths = [
  ['GET', '', undefined],
  ['PATCH', '', '{}'],
  ['DELETE', '', undefined],
  ['POST', '/rotate-secret', '{}'],
  ['POST', '/test', '{}'],
  ['GET', '/deliveries', undefined],
  ['POST', '/redeliver', '{"from_sequence":1}'],
  ['POST', '/redeliver', '{"from_sequence":1,"to_sequence":2}'],
  ['POST', '/redeliver', `{"delivery_id":"${nowhere}"}`],
] as const;
const json = { 'Content-Type': 'application/json' };

test.each(paths)('%s %s of an endpoint of another ledger answers 404', async (method, path, body) => {
  const { id } = await open();
  for (const other of [await ledger.newLedger({ tenantId: books.ledger.tenantId }), await ledger.newLedger()])
    for (const one of [id, nowhere, 'no-id']) {
      const ask = () => other.api.send(method, `/webhook-endpoints/${one}${path}`, body, body ? json : {});
      expectRefusal(await refusedUntouched(ledger, books, ask), 404, 'WEBHOOK_ENDPOINT_NOT_FOUND');
    }
});

test.each([['GET', undefined] as const, ['POST', '{"url":"https://webhooks.example/"}'] as const])(
  '%s /webhook-endpoints needs events:admin',
  async (method, body) => {
    const key = await ledger.newKey(books.ledger, { capabilities: ['attributes:admin', 'periods:admin'] });
    const answer = await client(ledger.baseUrl, key).send(method, '/webhook-endpoints', body, body ? json : {});
    expectRefusal(answer, 403, 'EVENTS_ADMIN_CAPABILITY_REQUIRED');
    expect(answer.body.message).toContain('events:admin');
  },
);

test.each([['GET', '', undefined] as const, ['POST', '', `{"url":"https://webhooks.example/"}`] as const, ...paths])(
  '%s %s of an endpoint needs the scope read with events:admin, or the scope admin alone',
  async (method, path, body) => {
    const at = path === '' && method !== 'PATCH' && method !== 'DELETE' ? '' : `/${nowhere}${path}`;
    const sendWith = async (rights: Parameters<typeof ledger.newKey>[1]) =>
      client(ledger.baseUrl, await ledger.newKey(books.ledger, rights)).send(
        ...([method, `/webhook-endpoints${at}`, body, body ? json : {}] as const),
      );
    const refused = await sendWith({ capabilities: ['events:admin'], scopes: ['post'] });
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body.message).toContain('The scope read is missing');
    const admitted = await sendWith({ scopes: ['admin'], capabilities: [] });
    expect(admitted.status).toBe(at === '' ? (method === 'GET' ? 200 : 201) : 404);
  },
);
