/** Successful conversions and transfers: the amounts moved, the answer, and the entries in both ledgers. */
import { everyPage, patient } from '../support/client';
import { eventsOf, type Event } from '../support/feed';
import { expected, graver, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, instant, turnIndexOn, uuid, type Fields } from '../support/requests';
import { clearingCodeOf, conversion, openCustomer, openMembers, settledOf, transferring } from '../support/strings';
import { allUntouched, refusedUntouched } from '../support/untouched';

let ledger: TestLedger;
let dollars: TestBooks;
let euros: TestBooks;
let yen: TestBooks;
let cents: TestBooks;
let clearing: string;

beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
});
afterAll(async () => {
  await ledger.close();
  expect(graver(ledger.complaints)).toEqual([]);
});
beforeEach(async () => {
  [dollars, euros, yen, cents] = await openMembers(
    ledger,
    ['S'],
    [
      { currency: 'USD' },
      { currency: 'EUR' },
      { currency: 'JPY' },
      { currency: 'USD', storageDecimals: 6, displayDecimals: 3 },
    ],
  );
  clearing = clearingCodeOf(dataOf(await dollars.api.get('/strings/S'), 200));
  await openCustomer(dollars, 'ALICE');
});

const convert = (fields: Fields, { api } = dollars) => api.post('/strings/S/convert', fields);
const transfer = (fields: Fields, { api } = dollars) => api.post('/strings/S/transfer', fields);
const balances = async (books: TestBooks, ...codes: readonly string[]) =>
  Promise.all(codes.map((code) => settledOf(books, code)));
const transactionsOf = ({ api }: TestBooks) => everyPage(api, '/transactions');

describe('a conversion', () => {
  test('takes one amount from the source and adds the other to the target, exactly as given', async () => {
    const body = conversion([dollars, euros], { source_amount: '0010.0', target_amount: '9.1', rate: '17.000' });
    const answer = await convert(body);
    const data = dataOf(answer, 201);
    expect(data).toEqual({
      operation: 'convert',
      string_code: 'S',
      correlation_id: uuid,
      replayed: false,
      source: {
        ledger_code: dollars.ledger.code,
        ledger_id: dollars.ledger.id,
        transaction_id: uuid,
        reference: 'FX-1',
        amount: '10.00',
      },
      target: {
        ledger_code: euros.ledger.code,
        ledger_id: euros.ledger.id,
        transaction_id: uuid,
        reference: 'FX-1',
        amount: '9.10',
      },
      rate: '17.000',
    });
    expect(answer.headers.get('Location')).toBe(`/api/v1/transactions/${data.source.transaction_id}`);
    expect(answer.headers.get('Idempotency-Replayed')).toBeNull();
    expect(await balances(dollars, 'ALICE', clearing)).toEqual(['-10.00', '10.00']);
    expect(await balances(euros, 'ALICE', clearing)).toEqual(['9.10', '-9.10']);
  });

  test('is logged in both ledgers after the posting of each leg, and a replay is not', async () => {
    const body = conversion([dollars, euros]);
    const { replayed: _, ...answered } = dataOf(await convert(body), 201);
    const before = await eventsOf(dollars.api);
    dataOf(await convert(body), 200);
    expect(await eventsOf(dollars.api)).toEqual(before);
    const told: Event[] = [];
    for (const [books, leg] of [
      [dollars, answered.source],
      [euros, answered.target],
    ] as const) {
      const [posted, operation] = (await eventsOf(books.api)).slice(-2) as [Event, Event];
      expect([posted.type, posted.subject.id]).toEqual(['transaction.posted', leg.transaction_id]);
      expect(operation).toMatchObject({
        type: 'string_operation.posted',
        subject: { type: 'string_operation', id: answered.correlation_id },
        actor: posted.actor,
        occurred_at: posted.occurred_at,
      });
      const line = { type: 'string_operation.posted', string_operation_id: answered.correlation_id };
      expect(dataOf(await books.api.get('/activity?limit=1'), 200)).toMatchObject([line]);
      told.push(operation.data);
    }
    expect(told[0]).toMatchObject({ ...answered, rate_source: 'given', rate_at: null, created_at: instant });
    expect(told[1]).toEqual(told[0]);
    expect((await ledger.app.ledgering.verify()).findings).toEqual([]);
  });

  test('is found in each ledger by its indexed attributes', async () => {
    dataOf(await dollars.api.post('/attribute-definitions', { key: 'trader', indexed: true }), 201);
    await turnIndexOn(ledger, dollars.api, 'trader');
    const { source, target } = dataOf(
      await convert(conversion([dollars, euros], { attributes: { trader: 'T-7', floor: '3' } })),
      201,
    );
    for (const [books, leg] of [
      [dollars, source],
      [euros, target],
    ] as const) {
      const found = dataOf(await books.api.get('/transactions?attributes[trader]=T-7'), 200);
      expect(found.map(({ id }: { id: string }) => id)).toEqual([leg.transaction_id]);
    }
  });

  test('is one posted, settled transaction in each ledger, correlated with the other', async () => {
    const attributes = { desk: 'fx', note: '“ß” 📚' };
    const common = {
      effective_date: '2024-02-29',
      description: 'For the trip',
      reference: 'x'.repeat(100),
      attributes,
    };
    const body = conversion([dollars, euros], common);
    const data = dataOf(await convert(body), 201);
    const legs = [
      [dollars, data.source, '10.00', 'debit', 'credit', body['idempotency_key']],
      [euros, data.target, '9.20', 'credit', 'debit', null],
    ] as const;
    for (const [books, leg, amount, customer, counter, key] of legs) {
      const [transaction, ...others] = await transactionsOf(books);
      expect(others).toEqual([]);
      expect(transaction).toMatchObject({
        ...common,
        id: leg.transaction_id,
        ledger_id: leg.ledger_id,
        effective_date: '2024-02-29T00:00:00.000Z',
        status: 'posted',
        layer: 'settled',
        sequence: 1,
        total_amount: amount,
        correlation_id: data.correlation_id,
        idempotency_key: key,
        entries: [
          { account_code: 'ALICE', type: customer, amount, layer: 'settled' },
          { account_code: clearing, type: counter, amount, layer: 'settled' },
        ],
      });
      const path = `/transactions/correlation?correlation_id=${data.correlation_id}`;
      expect(dataOf(await books.api.get(path), 200)).toEqual([transaction]);
    }
  });

  test('is effective today and has a default description if the request gives neither', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const blank = { effective_date: null, description: null, attributes: null };
    const { source } = dataOf(await convert(conversion([dollars, euros], blank)), 201);
    const transaction = dataOf(await dollars.api.get(`/transactions/${source.transaction_id}`), 200);
    expect(transaction).toMatchObject({ description: 'Conversion FX-1', attributes: null });
    expect([today, new Date().toISOString().slice(0, 10)]).toContain(transaction.effective_date.slice(0, 10));
  });

  test('follows the normal balance of each account: a credit lowers a debit balance', async () => {
    await openCustomer(dollars, 'VAULT', { type: 'asset' });
    await openCustomer(euros, 'VAULT', { type: 'liability' });
    dataOf(await convert(conversion([dollars, euros], { account_code: 'VAULT' })), 201);
    expect(await balances(dollars, 'VAULT', clearing)).toEqual(['-10.00', '-10.00']);
    expect(await balances(euros, 'VAULT', clearing)).toEqual(['9.20', '-9.20']);
  });

  test('may be sent with the key of either ledger, which then keeps the idempotency key', async () => {
    const body = conversion([yen, dollars], { account_code: 'ALICE', source_amount: '1500', target_amount: '10.05' });
    await openCustomer(yen, 'ALICE');
    const { target } = dataOf(await convert(body), 201);
    expect(dataOf(await dollars.api.get(`/transactions/${target.transaction_id}`), 200).idempotency_key).toBe(
      body['idempotency_key'],
    );
    expect(await balances(yen, 'ALICE')).toEqual(['-1500']);
    expect(await balances(dollars, 'ALICE')).toEqual(['10.05']);
    // The key is only used in the ledger of the first request, so the other ledger can use it.
    expect(dataOf(await convert(body, yen), 201).correlation_id).not.toBe(target.correlation_id);
  });

  test('keeps all 38 digits', async () => {
    const most = '9'.repeat(36);
    const amounts = { source_amount: `${most}.99`, target_amount: '9'.repeat(38) };
    dataOf(await convert(conversion([dollars, yen], amounts)), 201);
    expect(await balances(dollars, 'ALICE')).toEqual([`-${most}.99`]);
    expect(await balances(yen, 'ALICE')).toEqual(['9'.repeat(38)]);
  });
});

describe('a transfer', () => {
  test('moves one amount between ledgers of one currency, and has no rate', async () => {
    const { rate, ...data } = dataOf(await transfer(transferring([dollars, cents], { amount: '1.5' })), 201);
    expect(rate).toBeNull();
    expect(data).toMatchObject({ operation: 'transfer', source: { amount: '1.50' }, target: { amount: '1.500' } });
    expect(await balances(dollars, 'ALICE', clearing)).toEqual(['-1.50', '1.50']);
    expect(await balances(cents, 'ALICE', clearing)).toEqual(['1.500', '-1.500']);
  });

  test('may go to an account with another code', async () => {
    await openCustomer(cents, 'BOB');
    const answer = await transfer(transferring([dollars, cents], { target_account_code: 'BOB' }));
    expect(dataOf(answer, 201).rate).toBeNull();
    expect(await balances(cents, 'ALICE', 'BOB')).toEqual([undefined, '10.000']);
  });
});

describe('the target account', () => {
  test('is opened as listed, in the same transaction, if it is missing', async () => {
    await openCustomer(yen, 'CAROL', { name: 'Carol', type: 'asset', description: 'hers', metadata: { vip: true } });
    const rowOf = async ({ ledger: { code: of } }: TestBooks) => {
      const rows = await everyPage(euros.api, '/strings/S/accounts');
      return rows.find(({ code, ledger_code }) => code === 'CAROL' && ledger_code === of);
    };
    const described = await rowOf(euros);
    expect(described).toMatchObject({ name: 'Carol', type: 'asset', materialized: false });
    const pair = [yen, euros] as const;
    const refused = conversion(pair, { account_code: 'CAROL', source_amount: '1', effective_date: '2020-01-01' });
    dataOf(await yen.api.post('/period-locks', { locked_until: '2020-12-31', reason: 'closed' }), 201);
    await allUntouched(ledger, pair, () => convert(refused, yen));

    dataOf(await convert(conversion(pair, { account_code: 'CAROL', source_amount: '1500' }), yen), 201);
    expect(await rowOf(euros)).toEqual({ ...described, materialized: true });
    const { id, code, name, type, normal_balance } = described;
    expect(dataOf(await euros.api.get(`/accounts/${id}`), 200)).toMatchObject({
      ...{ id, code, name, type, normal_balance },
      category: 'customer',
      is_system: false,
      is_active: true,
      description: null,
      metadata: null,
      enforce_balance_limits: false,
      balance: '9.20',
    });
    const log = (await everyPage(euros.api, '/activity')).map(({ type }) => type);
    expect(log).toEqual(['string_operation.posted', 'transaction.posted', 'account.created', 'account.created']);
  });

  test('is opened once by concurrent conversions', async () => {
    const bodies = Array.from({ length: 8 }, () => conversion([dollars, euros]));
    const api = patient(dollars.api);
    for (const { status } of await Promise.all(bodies.map((body) => api.post('/strings/S/convert', body))))
      expect(status).toBe(201);
    expect(await balances(euros, 'ALICE', clearing)).toEqual(['73.60', '-73.60']);
    const codes = (await everyPage(euros.api, '/accounts')).map(({ code }) => code);
    expect(codes).toEqual(['ALICE', clearing]);
  });

  test('is opened under another id if a renamed account has its id', async () => {
    await openCustomer(dollars, 'AAAA');
    dataOf(await convert(conversion([dollars, euros], { account_code: 'AAAA' })), 201);
    const renamed = (await everyPage(euros.api, '/accounts')).find(({ code }) => code === 'AAAA');
    dataOf(await euros.api.put(`/accounts/${renamed.id}`, { code: 'BBBB' }), 200);
    dataOf(await convert(conversion([dollars, euros], { account_code: 'AAAA' })), 201);
    expect(await balances(euros, 'AAAA', 'BBBB')).toEqual(['9.20', '9.20']);
  });
});

describe('the clearing account', () => {
  test('exists once per string and ledger, as a protected system account of type equity', async () => {
    dataOf(await dollars.api.post('/strings', { code: 'T', name: 'Another' }), 201);
    expected(await ledger.app.strings.administration.addMember(euros.ledger.tenantId, 'T', euros.ledger.id));
    const capabilities = ['strings:participate:T'];
    const key = await ledger.newKey(dollars.ledger, { capabilities });
    const through = (code: string) =>
      dollars.api.post(`/strings/${code}/convert`, conversion([dollars, euros]), { Authorization: `Bearer ${key}` });
    for (let count = 0; count < 2; count++) dataOf(await through('T'), 201);
    dataOf(await convert(conversion([dollars, euros])), 201);
    const other = clearingCodeOf(dataOf(await dollars.api.get('/strings/T'), 200));
    expect(await balances(euros, clearing, other)).toEqual(['-9.20', '-18.40']);
    const account = (await everyPage(euros.api, '/accounts')).find(({ code }) => code === clearing);
    expect(account).toMatchObject({ type: 'equity', category: 'system', normal_balance: 'credit', is_system: true });
    expectRefusal(await euros.api.delete(`/accounts/${account.id}`), 403, 'SYSTEM_ACCOUNT_PROTECTED');
  });
});

describe('a single leg', () => {
  test.each([
    ['voided', 409, 'TRANSACTION_NOT_VOIDABLE', 'void', {}],
    ['reversed', 422, 'TRANSACTION_NOT_REVERSIBLE', 'reverse', { reason: 'wrong', date: '2026-02-01' }],
  ])('cannot be %s', async (_, status, code, verb, body) => {
    const { source, target } = dataOf(await convert(conversion([dollars, euros])), 201);
    for (const [books, { transaction_id: id }] of [
      [dollars, source],
      [euros, target],
    ] as const) {
      const refused = await refusedUntouched(ledger, books, (api) => api.post(`/transactions/${id}/${verb}`, body));
      expectRefusal(refused, status, code);
      expect(refused.body.message).toContain('move the value back with another conversion or transfer');
    }
  });
});
