/** Every refusal of a conversion and of a transfer, in order of precedence; each leaves all ledgers unchanged. */
import { attributeLimits } from '../../src/modules/attributes/wiring';
import { client, type Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  dataOf,
  expectRefusal,
  freshKey,
  lockPeriod,
  whileKeyIsHeld,
  openAccount,
  without,
  type Fields,
} from '../support/requests';
import {
  conversion,
  openCustomer,
  openMembers,
  openString,
  participation,
  settledOf,
  transferring,
} from '../support/strings';
import { allUntouched } from '../support/untouched';

const maxKeys = 5;
const past = '2020-12-31';

let ledger: TestLedger;
let dollars: TestBooks;
let euros: TestBooks;
let otherEuros: TestBooks;
let coarse: TestBooks;
let outside: TestBooks;
let all: readonly TestBooks[];
/** A key of the dollar ledger without any capability. */
let plain: string;

beforeAll(async () => {
  ledger = await startLedger([attributeLimits({ maxKeys })]);
  [dollars, euros, otherEuros, coarse] = await openMembers(
    ledger,
    ['S', 'ASLEEP', 'OTHERS'],
    [
      { currency: 'USD' },
      { currency: 'EUR' },
      { currency: 'EUR' },
      { currency: 'USD', storageDecimals: 0, displayDecimals: 0 },
    ],
  );
  const { tenantId } = dollars.ledger;
  outside = await ledger.newLedger({ tenantId, currency: 'GBP', capabilities: participation('S') });
  all = [dollars, euros, otherEuros, coarse, outside];
  await openString(ledger, [outside], { code: 'FOREIGN' });
  await openString(ledger, [dollars, euros], { code: 'INACTIVE', is_active: false });
  plain = await ledger.newKey(dollars.ledger, { capabilities: participation('FOREIGN', 'INACTIVE') });
  for (const books of [dollars, euros, coarse, outside]) await openCustomer(books, 'ALICE');
  await openCustomer(otherEuros, 'ALICE');
  for (const books of [dollars, euros, coarse]) {
    await openCustomer(books, 'ASLEEP', { is_active: false });
    await openAccount(books.api, { code: 'HOUSE', category: 'system' });
    await openCustomer(books, 'BOUND', { enforce_balance_limits: true, min_balance: '0', max_balance: '5' });
  }
  // LEAVES is inactive only in the source ledger, and ENTERS only in the target ledgers.
  for (const [code, sleeper] of [
    ['LEAVES', dollars],
    ['ENTERS', euros],
    ['ENTERS', coarse],
  ] as const)
    await openCustomer(sleeper, code, { is_active: false });
  await openCustomer(dollars, 'ENTERS');
  await openCustomer(dollars, 'FREE');
  for (const books of [euros, coarse])
    await openCustomer(books, 'FREE', { enforce_balance_limits: true, max_balance: '5' });
  await openCustomer(dollars, 'HALF');
  for (const books of [euros, coarse]) await openAccount(books.api, { code: 'HALF', category: 'system' });
  for (const books of [dollars, euros, coarse]) await lockPeriod(books.api, past);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

interface Asked {
  readonly string?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

describe.each([
  ['convert', conversion, () => [dollars, euros] as const],
  ['transfer', transferring, () => [dollars, coarse] as const],
] as const)('a request to %s is refused', (verb, request, pair) => {
  const converts = verb === 'convert';
  const [first, second] = converts ? ['source_amount', 'target_amount'] : ['amount', 'amount'];
  const send = (body: Fields, { string = 'S', key = dollars.key, headers = {} }: Asked = {}): Promise<Answer> =>
    client(ledger.baseUrl, key).post(`/strings/${string}/${verb}`, body, headers);
  const refuse = (body: Fields, asked?: Asked): Promise<Answer> => allUntouched(ledger, all, () => send(body, asked));
  const ask = (fields: Fields = {}): Fields => request(pair(), fields);

  // The rows are in the order in which the service checks for faults: each row's request has that row's fault, every fault of later rows
  // that it can have as well, and no fault of an earlier row.
  const order = [
    [422, 'VALIDATION_ERROR'],
    [409, 'idempotency_key_reused'],
    [409, 'STRING_NOT_FOUND'],
    [409, 'STRING_INACTIVE'],
    [403, 'STRING_KEY_NOT_IN_STRING'],
    [403, 'STRING_KEY_MISSING_CAPABILITY'],
    [403, 'STRING_FOREIGN_LEDGER'],
    [403, 'STRING_OP_NOT_ALLOWED'],
    [422, 'AMOUNT_PRECISION_EXCEEDED'],
    [422, 'STRING_OPERATION_INVALID'],
    [422, 'STRING_CURRENCY_MISMATCH'],
    [422, 'ATTRIBUTE_INVALID_KEY'],
    [409, 'STRING_PERIOD_LOCKED'],
  ] as const;

  const withFaults = (faults: readonly string[]): readonly [Fields, Asked] => {
    const has = (code: string): boolean => faults.includes(code);
    const same = converts ? coarse : euros;
    const [source, target] = has('STRING_FOREIGN_LEDGER')
      ? [outside, outside]
      : has('STRING_OP_NOT_ALLOWED')
        ? [euros, otherEuros]
        : has('STRING_CURRENCY_MISMATCH')
          ? [dollars, same]
          : pair();
    const amount = has('AMOUNT_PRECISION_EXCEEDED') ? '0.001' : '12';
    const string = has('STRING_NOT_FOUND')
      ? 'NOWHERE'
      : has('STRING_INACTIVE')
        ? 'INACTIVE'
        : has('STRING_KEY_NOT_IN_STRING')
          ? 'FOREIGN'
          : 'S';
    return [
      request([source, target], {
        [first]: amount,
        [second]: amount,
        ...(has('VALIDATION_ERROR') ? { reference: '' } : {}),
        ...(has('idempotency_key_reused') ? { idempotency_key: `used to ${verb}` } : {}),
        ...(has('STRING_OPERATION_INVALID') ? { account_code: 'ASLEEP' } : {}),
        ...(has('ATTRIBUTE_INVALID_KEY') ? { attributes: { 'No-Key': 'x' } } : {}),
        ...(has('STRING_PERIOD_LOCKED') ? { effective_date: past } : {}),
      }),
      { string, ...(has('STRING_KEY_MISSING_CAPABILITY') ? { key: plain } : {}) },
    ];
  };

  beforeAll(async () => {
    dataOf(await send(ask({ idempotency_key: `used to ${verb}` })), 201);
  });

  test.each(order)('with %i %s before any fault that is judged later', async (status, code) => {
    const codes: readonly string[] = order.map(([, one]) => one);
    expectRefusal(await refuse(...withFaults(codes.slice(codes.indexOf(code)))), status, code);
  });

  test.each(order.slice(0, -1))('with %i %s alone', async (status, code) => {
    expectRefusal(await refuse(...withFaults([code])), status, code);
  });

  test('in a locked period of the source or the target, up to its last day', async () => {
    const reopened = async ({ api }: TestBooks, work: () => Promise<void>): Promise<void> => {
      const [lock] = dataOf(await api.get('/period-locks'), 200);
      dataOf(await api.post(`/period-locks/${lock.id}/release`, { reason: 'a test' }), 200);
      await work();
      await lockPeriod(api, past);
    };
    for (const open of pair())
      await reopened(open, async () =>
        expectRefusal(await refuse(ask({ effective_date: past })), 409, 'STRING_PERIOD_LOCKED'),
      );
    dataOf(await send(ask({ effective_date: '2021-01-01' })), 201);
  });

  test.each<[why: string, fields: (pair: readonly [TestBooks, TestBooks]) => Fields]>([
    ['source and target are the same ledger', () => ({ target_ledger_code: dollars.ledger.code })],
    ['has no customer account NOBODY', () => ({ account_code: 'NOBODY' })],
    ['has no customer account HOUSE', () => ({ account_code: 'HOUSE' })],
    ['ASLEEP is inactive', () => ({ account_code: 'ASLEEP' })],
    ['activate it first', () => ({ account_code: 'LEAVES' })],
    ['ENTERS is inactive', () => ({ account_code: 'ENTERS' })],
    ['HALF of the ledger', () => ({ account_code: 'HALF' })],
    ['greater than zero', () => ({ [first]: '0' })],
    ['greater than zero', () => ({ [second]: '0.00' })],
    ['greater than zero', () => ({ [first]: '-1', [second]: '-1' })],
    ['settled balance of account BOUND would be -', () => ({ account_code: 'BOUND', effective_date: past })],
    ['above its max_balance of 5', () => ({ account_code: 'FREE', effective_date: past })],
    [`must be at most ${'9'.repeat(36)}.99`, () => ({ [first]: '9'.repeat(37), [second]: '9'.repeat(37) })],
  ])('with 422 STRING_OPERATION_INVALID because %s', async (because, fields) => {
    const answer = await refuse(ask({ effective_date: past, ...fields(pair()) }));
    expectRefusal(answer, 422, 'STRING_OPERATION_INVALID');
    expect(answer.body.message).toContain(because);
  });

  test('with 422 STRING_OPERATION_INVALID because the journal of one of the ledgers is closed', async () => {
    for (const { api } of pair()) {
      const [journal] = dataOf(await api.get('/journals'), 200);
      dataOf(await api.put(`/journals/${journal.id}`, { status: 'closed' }), 200);
      expectRefusal(await refuse(ask()), 422, 'STRING_OPERATION_INVALID');
      dataOf(await api.put(`/journals/${journal.id}`, { status: 'active' }), 200);
    }
  });

  test('while another request with its key still runs', async () => {
    const body = ask();
    await whileKeyIsHeld(ledger, dollars, body['idempotency_key'], async () =>
      expectRefusal(await refuse(body), 409, 'idempotency_key_in_use'),
    );
    dataOf(await send(body), 201);
  });

  test.each<[string, (body: Fields) => readonly [Fields, Asked?]]>([
    ['another reference', (body) => [{ ...body, reference: 'Another' }]],
    ['another amount', (body) => [{ ...body, [first]: '11.00', [second]: '11.00' }]],
    ['an effective date', (body) => [{ ...body, effective_date: '2026-01-15' }]],
    ['attributes', (body) => [{ ...body, attributes: { region: 'north' } }]],
    ['another string', (body) => [body, { string: 'OTHERS' }]],
  ])('with a key that was used for a request with %s', async (_, other) => {
    const body = ask();
    dataOf(await send(body), 201);
    expectRefusal(await refuse(...other(body)), 409, 'idempotency_key_reused');
  });

  test('with a key that was used for another operation', async () => {
    const key = freshKey();
    dataOf(await dollars.api.post(`/strings/S/${verb}`, ask({ idempotency_key: key })), 201);
    const [other, body] = converts
      ? ['transfer', transferring([dollars, coarse], { idempotency_key: key })]
      : ['convert', conversion([dollars, euros], { idempotency_key: key })];
    const answer = await allUntouched(ledger, all, () => dollars.api.post(`/strings/S/${other}`, body));
    expectRefusal(answer, 409, 'idempotency_key_reused');
  });

  test.each<[code: string, attributes: object]>([
    ['ATTRIBUTE_COUNT_EXCEEDED', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key_${index}`, 'x']))],
    ['ATTRIBUTE_INVALID_KEY', { Region: 'x' }],
    ['ATTRIBUTE_RESERVED_KEY', { layer: 'x' }],
    ['ATTRIBUTE_INVALID_VALUE', { region: 1 }],
    ['ATTRIBUTE_VALUE_TOO_LONG', { region: 'x'.repeat(129) }],
    [
      'ATTRIBUTE_KEY_CAP_EXCEEDED',
      Object.fromEntries(Array.from({ length: maxKeys + 1 }, (_, index) => [`key_${index}`, 'x'])),
    ],
  ])('with 422 %s', async (code, attributes) => {
    expectRefusal(await refuse(ask({ attributes })), 422, code);
  });

  test('with 422 ATTRIBUTE_NOT_DECLARED in strict mode', async () => {
    dataOf(await dollars.api.put('/attribute-settings', { strict_mode: true }), 200);
    expectRefusal(await refuse(ask({ attributes: { undeclared: 'x' } })), 422, 'ATTRIBUTE_NOT_DECLARED');
    dataOf(await dollars.api.put('/attribute-settings', { strict_mode: false }), 200);
  });

  const required = ['source_ledger_code', 'target_ledger_code', 'account_code', 'reference', first, second];
  test.each([...new Set(required)])('without %s', async (field) => {
    expectRefusal(await refuse(without(ask(), field)), 422, 'VALIDATION_ERROR', [field]);
  });

  const shapes: [field: string, what: string, value: unknown][] = converts
    ? [
        ['rate', 'is zero', '0.000'],
        ['rate', 'is negative', '-1'],
        ['rate', 'is a number', 1.5],
        ['rate', 'is NaN', 'NaN'],
      ]
    : [['target_account_code', 'has 37 characters', 'x'.repeat(37)]];
  test.each<[field: string, what: string, value: unknown]>([
    [first, 'is a number', 10],
    [first, 'has an exponent', '1e3'],
    [first, 'has a plus sign', '+1'],
    [second, 'has 39 digits', '9'.repeat(39)],
    ['account_code', 'has 37 characters', 'x'.repeat(37)],
    ['account_code', 'is empty', ''],
    ['reference', 'has 101 characters', 'x'.repeat(101)],
    ['description', 'has 256 characters', 'x'.repeat(256)],
    ['effective_date', 'does not exist', '2023-02-29'],
    ['effective_date', 'is an instant', '2026-01-15T00:00:00Z'],
    ['attributes', 'is an array', []],
    ['idempotency_key', 'has 256 characters', 'x'.repeat(256)],
    ['idempotency_key', 'is empty', ''],
    ...shapes,
  ])('if %s %s', async (field, _, value) => {
    expectRefusal(await refuse(ask({ [field]: value })), 422, 'VALIDATION_ERROR', [field]);
  });

  test('if the key in the header has 256 characters', async () => {
    const headers = { 'Idempotency-Key': 'x'.repeat(256) };
    expectRefusal(await refuse(ask(), { headers }), 422, 'VALIDATION_ERROR', ['Idempotency-Key']);
  });
});

test('a transfer is refused when the target cannot hold the amount exactly', async () => {
  const body = transferring([dollars, coarse], { amount: '1.50' });
  const answer = await allUntouched(ledger, all, () => dollars.api.post('/strings/S/transfer', body));
  expectRefusal(answer, 422, 'AMOUNT_PRECISION_EXCEEDED', ['amount']);
  expect(await settledOf(coarse, 'HOUSE')).toBe('0');
});
