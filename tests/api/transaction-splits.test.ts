/**
 * Posts the marketplace order of docs/use/transaction-codes.md, to prove that the page is correct, and expects that invalid variants of the
 * order are refused.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, expectRefusal, freshKey, openAccount, openBooks, type Fields } from '../support/requests';
import { refusedUntouched, refusedWrite } from '../support/untouched';

const guide = readFileSync(join(__dirname, '../../docs/use/transaction-codes.md'), 'utf8');
const [template, order, rendered] = [...guide.matchAll(/```json\n(.*?)```/gs)].map(
  ([, json = '']) => JSON.parse(json) as unknown,
) as [Fields & { entries_template: { entries: Fields[] } }, Fields & { transaction_code_params: Fields }, Fields[]];
const params = order.transaction_code_params;
const sellers = params['sellers'] as readonly Fields[];

const ledger = ledgerOfFile();
let books: TestBooks;
let path: string;

beforeAll(async () => {
  books = await openBooks(ledger);
  for (const { account_code: code } of rendered) await openAccount(books.api, { code, type: 'liability' });
  const created = await books.api.post('/trancodes', template);
  expect(created.headers.get('X-Ignored-Fields')).toBeNull();
  expect(dataOf(created, 201)).toMatchObject(template);
  path = `/trancodes/${created.body.data.id}`;
});

const ordered = (fields: Fields = {}): Fields => ({
  ...order,
  idempotency_key: freshKey(),
  transaction_code_params: { ...params, ...fields },
});
const balanceOf = async (code: string): Promise<string> =>
  dataOf(await books.api.get(`/accounts/code/${code}/balance`), 200).balances.settled;

describe('an order of a marketplace', () => {
  test('is posted as in the guide, to the last cent', async () => {
    const { id } = dataOf(await books.api.post('/transactions', order, { Prefer: 'wait=10' }), 202);
    const posted = dataOf(await books.api.get(`/transactions/${id}`), 200);
    expect(posted).toMatchObject({ status: 'posted', total_amount: '119.00', entry_count: 6, entries: rendered });
    expect(await Promise.all(['BANK', 'SELLER-3', 'TAX', 'COMMISSIONS'].map(balanceOf))).toEqual([
      '-119.00',
      '29.17',
      '19.00',
      '10.83',
    ]);
  });

  test('is replayed with the same sellers, and refused with others', async () => {
    const body = ordered();
    const { id } = dataOf(await books.api.post('/transactions', body), 202);
    const again = await books.api.post('/transactions', body);
    expect(dataOf(again, 202).id).toBe(id);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    const turned = { ...body, transaction_code_params: { ...params, sellers: [...sellers].reverse() } };
    expect((await books.api.post('/transactions', turned)).status).toBe(409);
  });

  test('can be previewed without posting', async () => {
    const dry = await refusedWrite(ledger, books, (api) => api.post(`${path}/validate-params`, { params }));
    expect(dataOf(dry, 200).rendered.entries).toMatchObject(rendered);
  });

  test('may have as many sellers as a transaction has room for', async () => {
    const many = (count: number) => ({
      sellers: Array.from({ length: count }, () => ({ account: 'SELLER-1', price: '1.00' })),
    });
    const { id } = dataOf(await books.api.post('/transactions', ordered(many(97)), { Prefer: 'wait=10' }), 202);
    expect(dataOf(await books.api.get(`/transactions/${id}`), 200)).toMatchObject({
      status: 'posted',
      entry_count: 100,
    });
    const refused = await refusedWrite(ledger, books, (api) => api.post('/transactions', ordered(many(98))));
    expectRefusal(refused, 422, 'TRANCODE_PARAMS_INVALID', ['entries']);
  });

  test('is accepted in a batch beside a refused one', async () => {
    const transactions = [ordered(), ordered({ sellers: [] }), ordered({ paid: '110.00' })];
    const { results } = dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
    expect(results).toMatchObject([
      { status: 'pending', code: null },
      { status: 'rejected', code: 'TRANCODE_PARAMS_INVALID', errors: { sellers: [expect.any(String)] } },
      { status: 'pending', code: null },
    ]);
  });
});

describe('an order is refused', () => {
  const [first] = sellers;
  test.each<[what: string, fields: Fields, errors: readonly string[]]>([
    ['its sellers are missing', { sellers: undefined }, ['sellers']],
    ['its sellers are an empty list', { sellers: [] }, ['sellers']],
    ['its sellers are an object', { sellers: { 0: first } }, ['sellers']],
    ['its sellers are too many for a list', { sellers: Array.from({ length: 10_000 }, () => first) }, ['sellers']],
    ['a seller is a text', { sellers: [first, 'SELLER-2'] }, ['sellers.1']],
    ['a seller is nested', { sellers: [[first]] }, ['sellers.0']],
    ['a price is missing', { sellers: [first, { account: 'SELLER-2' }] }, ['sellers.1.price']],
    ['a price is a list', { sellers: [{ ...first, price: [] }] }, ['sellers.0.price']],
    [
      'two sellers are wrong',
      {
        sellers: [
          { ...first, price: '0' },
          { ...first, more: 1 },
        ],
      },
      ['sellers.0.price', 'sellers.1.more'],
    ],
    [
      'a seller gets nothing',
      { sellers: [first, { ...first, price: '0.01', commission: '0.5' }] },
      ['entries.2.amount'],
    ],
    ['nothing is left', { paid: '106.11' }, ['entries.5.amount']],
    ['too little was paid', { paid: '50.00' }, ['entries.5.amount']],
    ['a parameter that is no list is a list', { order: sellers }, ['order']],
  ])('with 422 when %s', async (_, fields, errors) => {
    const refused = await refusedWrite(ledger, books, (api) => api.post('/transactions', ordered(fields)));
    expectRefusal(refused, 422, 'TRANCODE_PARAMS_INVALID', errors);
  });

  test('with both sums in the message when too little was paid', async () => {
    const { body } = await books.api.post(`${path}/validate-params`, { params: { ...params, paid: '50.00' } });
    expect(body.message).toBe(
      'The parameters do not fit the transaction code MARKETPLACE_ORDER: entries.5.amount must be greater than zero, but "{remainder}" comes to -47.15: the other debits of the layer settled are 50.00 and the other credits 97.15.',
    );
  });

  test('with the place of the seller whose account does not exist', async () => {
    const unknown = ordered({ sellers: [first, { ...first, account: 'NOBODY' }] });
    expectRefusal(
      await refusedWrite(ledger, books, (api) => api.post('/transactions', unknown)),
      400,
      'ACCOUNT_NOT_FOUND',
      ['entries.2.account_code'],
    );
  });
});

describe('a template that splits is refused', () => {
  const [bank = {}, seller = {}, tax = {}, commissions = {}] = template.entries_template.entries;
  const changed = (...entries: readonly Fields[]): Fields => ({
    ...template,
    code: 'CHANGED',
    entries_template: { entries },
  });

  test.each<[what: string, code: string, body: Fields, errors: readonly string[]]>([
    [
      'it repeats over a parameter that is no list',
      'VALIDATION_ERROR',
      changed(bank, { ...seller, repeat: 'params.paid' }),
      ['entries_template.entries.1.repeat'],
    ],
    [
      'repeat is empty',
      'VALIDATION_ERROR',
      changed(bank, { ...seller, repeat: '' }),
      ['entries_template.entries.1.repeat'],
    ],
    [
      'repeat is a list',
      'VALIDATION_ERROR',
      changed(bank, { ...seller, repeat: [] }),
      ['entries_template.entries.1.repeat'],
    ],
    [
      'it names items and does not repeat',
      'VALIDATION_ERROR',
      changed(bank, { ...seller, repeat: null }),
      [
        'entries_template.entries.1.account',
        'entries_template.entries.1.amount',
        'entries_template.entries.1.description',
      ],
    ],
    [
      'the remainder repeats',
      'VALIDATION_ERROR',
      changed(bank, { ...seller, amount: '{remainder}' }),
      ['entries_template.entries.1.amount'],
    ],
    [
      'it has two remainders',
      'VALIDATION_ERROR',
      changed(bank, commissions, commissions),
      ['entries_template.entries.2.amount'],
    ],
    [
      'an amount is too long to be repeated',
      'VALIDATION_ERROR',
      changed(bank, { ...seller, amount: `{item.price${' + 1'.repeat(30)}}` }),
      ['entries_template'],
    ],
    [
      'a list has a list as its member',
      'VALIDATION_ERROR',
      {
        ...changed(bank, seller),
        params_schema: {
          ...(template['params_schema'] as Fields),
          more: { type: 'list', items: { parts: { type: 'list', items: {} } } },
        },
      },
      ['params_schema.more.items.parts.type'],
    ],
    [
      'all its entries are credits',
      'TRANCODE_NOT_BALANCED',
      changed(seller, tax, commissions),
      ['entries_template.entries'],
    ],
    [
      'its remainder is always zero',
      'TRANCODE_NOT_BALANCED',
      changed(bank, { ...bank, type: 'credit' }, commissions),
      ['entries_template.entries'],
    ],
  ])('when %s: %s', async (_, code, body, errors) => {
    expectRefusal(await refusedUntouched(ledger, books, (api) => api.post('/trancodes', body)), 400, code, errors);
  });
});
