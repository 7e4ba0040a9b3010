import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  dataOf,
  decide,
  expectRefusal,
  freshKey,
  openAccount,
  openBooks,
  sale,
  sentence,
  transaction,
  without,
  type Fields,
} from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

/** A sale with a rounded tax. The account of the customer and the side of its entry are parameters. */
const taxedSale = {
  code: 'TAXED_SALE',
  name: 'Sale with tax',
  params_schema: {
    amount: { type: 'decimal', min: '0.01', max: '1000000' },
    account: { type: 'account_code', default: 'CASH' },
    order: { type: 'string', required: false, max_length: 20 },
  },
  entries_template: {
    entries: [
      { account: '{params.account}', type: 'debit', amount: '{params.amount}', description: 'Order {params.order}' },
      { account: 'TAX', type: 'credit', amount: '{round(params.amount * 0.19, 2)}' },
      { account: 'SALES', type: 'credit', amount: '{params.amount - round(params.amount * 0.19, 2)}' },
    ],
  },
  attributes_template: { order: '{params.order}', kind: 'sale' },
  validation_rules: { rules: [{ expression: 'params.amount != 13', message: 'Thirteen is bad luck.' }] },
  metadata: { template: 'taxed', by: 'template' },
};

beforeAll(async () => {
  books = await openBooks(ledger);
  await openAccount(books.api, { code: 'TAX', type: 'liability' });
  await openAccount(books.api, { code: 'ASLEEP', is_active: false });
  dataOf(await books.api.post('/trancodes', taxedSale), 201);
  const old = dataOf(await books.api.post('/trancodes', { ...taxedSale, code: 'OLD_SALE' }), 201);
  await decide(books.api, {
    ...byCode({ amount: '1' }, 'OLD_SALE'),
    idempotency_key: 'while-it-was-young',
    entries: undefined,
  });
  dataOf(await books.api.post(`/trancodes/${old.id}/deprecate`), 200);
});

const byCode = (params: unknown, code = 'TAXED_SALE', fields: Fields = {}): Fields => ({
  effective_date: '2026-01-15',
  description: 'By code',
  idempotency_key: freshKey(),
  transaction_code: code,
  transaction_code_params: params,
  ...fields,
});

const post = (params: unknown, fields: Fields = {}) =>
  decide(books.api, { ...byCode(params), entries: undefined, ...fields });

const one = { amount: '1' };
const given = 'transaction_code_params';
const invalid = 'TRANCODE_PARAMS_INVALID';

const refuse = (body: unknown) => refusedWrite(ledger, books, (api) => api.post('/transactions', body));

describe('posting through a transaction code', () => {
  test('posts the template rendered with the parameters, and shows the code', async () => {
    expect(await post({ amount: '99.99', order: 'A-17' })).toMatchObject({
      status: 'posted',
      layer: 'settled',
      description: 'By code',
      total_amount: '99.99',
      entry_count: 3,
      entries: [
        { account_code: 'CASH', type: 'debit', amount: '99.99', layer: 'settled', description: 'Order A-17' },
        { account_code: 'TAX', type: 'credit', amount: '19.00', layer: 'settled', description: null },
        { account_code: 'SALES', type: 'credit', amount: '80.99', layer: 'settled', description: null },
      ],
      attributes: { order: 'A-17', kind: 'sale' },
      metadata: { template: 'taxed', by: 'template' },
      transaction_code: 'TAXED_SALE',
      transaction_code_version: 1,
    });
  });

  test('leaves out an optional entry whose amount is zero, as the dry run shows', async () => {
    const code = {
      code: 'FEE_OR_NONE',
      name: 'Sale, less a fee if there is one',
      params_schema: { amount: { type: 'decimal' }, rate: { type: 'decimal', default: '0' } },
      entries_template: {
        entries: [
          { account: 'CASH', type: 'debit', amount: '{params.amount}' },
          {
            account: 'TAX',
            type: 'credit',
            amount: '{round(params.amount * params.rate, 2, half_up)}',
            optional: true,
          },
          { account: 'SALES', type: 'credit', amount: '{remainder}', optional: true },
        ],
      },
    };
    const { id, entries_template } = dataOf(await books.api.post('/trancodes', code), 201);
    expect(entries_template).toEqual(code.entries_template);
    const amountsOf = ({ entries }: Fields): readonly string[] =>
      (entries as readonly Fields[]).map(({ account_code, amount }) => `${account_code as string} ${amount as string}`);
    for (const [params, expected] of [
      [{ amount: '787.50', rate: '0.19' }, ['CASH 787.50', 'TAX 149.63', 'SALES 637.87']],
      [{ amount: '787.50' }, ['CASH 787.50', 'SALES 787.50']],
      [{ amount: '1.00', rate: '1' }, ['CASH 1.00', 'TAX 1.00']],
    ] as const) {
      const shown = dataOf(await books.api.post(`/trancodes/${id}/validate-params`, { params }), 200);
      expect(amountsOf(shown.rendered)).toEqual(expected);
      expect(amountsOf(await post(params, { transaction_code: code.code }))).toEqual(expected);
    }
  });

  test('posts exactly what the dry run showed', async () => {
    const [found] = (await books.api.get('/trancodes?search=TAXED_SALE')).body.data;
    const params = { amount: '0.13', account: 'CASH' };
    const dry = await refusedWrite(ledger, books, (api) =>
      api.post(`/trancodes/${found.id}/validate-params`, { params }),
    );
    const { rendered } = dataOf(dry, 200);
    const posted = await post(params);
    expect(posted.entries).toHaveLength(rendered.entries.length);
    expect(posted.entries).toMatchObject(
      rendered.entries.map((entry: Fields) => without(without(entry, 'account_id'), 'metadata')),
    );
    expect(posted.attributes).toEqual(rendered.attributes);
  });

  test('prefers the attributes and metadata of the request', async () => {
    const own = { attributes: { kind: 'gift', region: 'north' }, metadata: { by: 'request', more: 1 } };
    expect(await post({ amount: '2.00' }, own)).toMatchObject({
      attributes: { kind: 'gift', region: 'north' },
      metadata: { template: 'taxed', by: 'request', more: 1 },
    });
  });

  test('uses the layer of the request, unless an entry has one of its own', async () => {
    const pending = await post({ amount: '2.00' }, { layer: 'PENDING' });
    expect(pending).toMatchObject({
      layer: 'pending',
      entries: [{ layer: 'pending' }, { layer: 'pending' }, { layer: 'pending' }],
    });
    const entry = (type: string, layer?: string) => ({
      account: 'CASH',
      type,
      amount: '1.00',
      ...(layer ? { layer } : {}),
    });
    const entries = [entry('debit', 'encumbrance'), entry('credit', 'encumbrance')];
    dataOf(await books.api.post('/trancodes', { code: 'HOLD', name: 'Hold', entries_template: { entries } }), 201);
    expect(await post({}, { transaction_code: 'HOLD' })).toMatchObject({
      ...{ status: 'posted', layer: 'encumbrance', total_amount: '1.00' },
      entries: [{ layer: 'encumbrance' }, { layer: 'encumbrance' }],
    });
  });

  test('accepts the id of an account in the template', async () => {
    const { id } = await openAccount(books.api);
    const entries = [
      { account: id, type: 'debit', amount: '{params.x}' },
      { account: 'SALES', type: 'credit', amount: '{params.x}' },
    ];
    const template = {
      code: 'BY_ID',
      name: 'By id',
      params_schema: { x: { type: 'decimal' } },
      entries_template: { entries },
    };
    dataOf(await books.api.post('/trancodes', template), 201);
    expect(await post({ x: '4' }, { transaction_code: 'BY_ID' })).toMatchObject({
      entries: [{ account_id: id, amount: '4.00' }, {}],
    });
  });

  test('replays a key from before the deprecation of the code', async () => {
    const body = byCode({ amount: '1' }, 'OLD_SALE', { idempotency_key: 'while-it-was-young' });
    const again = await books.api.post('/transactions', body);
    expect(dataOf(again, 202).status).toBe('posted');
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('works in a batch with transactions that have entries, and judges each item by itself', async () => {
    const transactions = [
      byCode({ amount: '5' }),
      byCode({ amount: 'x' }),
      byCode({ amount: '5' }, 'NONE'),
      transaction({ entries: sale('7.00') }),
      byCode({ amount: '6' }),
      byCode({ amount: '6' }, 'TAXED_SALE', { entries: sale('6.00') }),
    ];
    const { batch_id, results } = dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
    expect(results).toMatchObject([
      { status: 'pending', code: null },
      { status: 'rejected', code: 'TRANCODE_PARAMS_INVALID', errors: { amount: [sentence] } },
      { status: 'rejected', code: 'TRANCODE_NOT_FOUND' },
      { status: 'pending', code: null },
      { status: 'pending', code: null },
      { status: 'rejected', code: 'POSTING_MODE_CONFLICT' },
    ]);
    await quiet(books.api);
    const posted = (await books.api.get(`/transactions?batch_id=${batch_id}`)).body.data as readonly Fields[];
    expect(
      posted.toReversed().map((each) => [each['transaction_code'], each['total_amount'], each['entry_count']]),
    ).toEqual([
      ['TAXED_SALE', '5.00', 3],
      [null, '7.00', 2],
      ['TAXED_SALE', '6.00', 3],
    ]);
  });
});

describe('a transaction through a transaction code is refused', () => {
  test.each<[status: number, code: string, what: string, body: () => Fields, fields: readonly string[]]>([
    [422, 'POSTING_MODE_CONFLICT', 'it has entries too', () => ({ ...byCode(one), entries: sale('1') }), []],
    [422, 'POSTING_MODE_CONFLICT', 'it has an empty list of entries', () => ({ ...byCode(one), entries: [] }), []],
    [400, 'VALIDATION_ERROR', 'it has no params', () => without(byCode({}), given), [given]],
    [400, 'VALIDATION_ERROR', 'its params are null', () => byCode(null), [given]],
    [400, 'VALIDATION_ERROR', 'its params are an array', () => byCode([]), [given]],
    [400, 'VALIDATION_ERROR', 'it has no code, no entries', () => without(byCode({}), 'transaction_code'), ['entries']],
    [400, 'VALIDATION_ERROR', 'its code is empty', () => byCode({}, ''), ['transaction_code']],
    [400, 'TRANCODE_NOT_FOUND', 'its code is unknown', () => byCode(one, 'NONE'), []],
    [400, 'TRANCODE_NOT_FOUND', 'its code differs in case', () => byCode(one, 'taxed_sale'), []],
    [400, 'TRANCODE_DEPRECATED', 'its code is deprecated', () => byCode(one, 'OLD_SALE'), []],
    [422, invalid, 'a parameter is missing', () => byCode({}), ['amount']],
    [422, invalid, 'a parameter is null', () => byCode({ amount: null }), ['amount']],
    [422, invalid, 'a decimal is a JSON number', () => byCode({ amount: 1 }), ['amount']],
    [422, invalid, 'a parameter is too small', () => byCode({ amount: '0' }), ['amount']],
    [422, invalid, 'a parameter is unknown', () => byCode({ ...one, colour: 'red' }), ['colour']],
    [422, invalid, 'two parameters are wrong', () => byCode({ amount: '', order: 7 }), ['amount', 'order']],
    [422, invalid, 'a text is too long', () => byCode({ ...one, order: 'x'.repeat(21) }), ['order']],
    [422, invalid, 'an account is no code', () => byCode({ ...one, account: '{params.order}' }), ['account']],
    [422, invalid, 'a rule does not hold', () => byCode({ amount: '13.00' }), ['rules']],
    [
      422,
      invalid,
      'an amount is too fine',
      () => byCode({ amount: '1.001' }),
      ['entries.0.amount', 'entries.2.amount'],
    ],
    [422, invalid, 'an amount is zero', () => byCode({ amount: '0.02' }), ['entries.1.amount']],
    [
      400,
      'ACCOUNT_NOT_FOUND',
      'its account is unknown',
      () => byCode({ ...one, account: 'NOBODY' }),
      ['entries.0.account_code'],
    ],
    [400, 'ACCOUNT_INACTIVE', 'its account is inactive', () => byCode({ ...one, account: 'ASLEEP' }), ['entries.0']],
    [422, 'ATTRIBUTE_INVALID_KEY', 'an attribute is wrong', () => ({ ...byCode(one), attributes: { 'A B': '' } }), []],
  ])('with %i %s when %s', async (status, code, _, body, fields) => {
    expectRefusal(await refuse(body()), status, code, fields);
  });

  test('when its code belongs to another ledger of the tenant', async () => {
    const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    const refused = await refusedWrite(ledger, other, (api) => api.post('/transactions', byCode({ amount: '1' })));
    expectRefusal(refused, 400, 'TRANCODE_NOT_FOUND');
  });

  test('when its two sides differ for these parameters, and the message has both sums', async () => {
    const { entries } = taxedSale.entries_template;
    const uneven = { ...taxedSale, code: 'UNEVEN', entries_template: { entries: entries.slice(0, 2) } };
    dataOf(await books.api.post('/trancodes', uneven), 201);
    const refused = await refuse(byCode({ amount: '100' }, 'UNEVEN'));
    expectRefusal(refused, 422, 'TRANCODE_PARAMS_INVALID', ['entries']);
    expect(refused.body.message).toContain('the debits are 100.00 and the credits 19.00');
  });

  test('when its template was refused, because then its code does not exist', async () => {
    const { entries } = taxedSale.entries_template;
    const lopsided = { ...taxedSale, code: 'LOPSIDED', entries_template: { entries: entries.slice(1) } };
    const refused = await refusedWrite(ledger, books, (api) => api.post('/trancodes', lopsided));
    expectRefusal(refused, 400, 'TRANCODE_NOT_BALANCED');
    expectRefusal(await refuse(byCode({ amount: '1' }, 'LOPSIDED')), 400, 'TRANCODE_NOT_FOUND');
  });
});
