/** All entries of a transaction have the same layer, even if a transaction code sets it. So every pending entry belongs to a hold. */
import { amounts, holdingIn, openWallet } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, decide, expectRefusal, freshKey, transaction, type Fields } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

const { settle, release, holdOf, balances } = holdingIn(() => books);

const leg = (account: string, type: string, layer?: string, amount = '5.00'): Fields => ({
  ...{ account, type, amount },
  ...(layer === undefined ? {} : { layer }),
});
const taken = (layer?: string, amount?: string): readonly Fields[] => [
  leg('WALLET', 'debit', layer, amount),
  leg('CASH', 'credit', layer, amount),
];
const define = (entries: readonly Fields[], params_schema: Fields = {}) =>
  books.api.post('/trancodes', { code: 'HOLD', name: 'Hold', params_schema, entries_template: { entries } });
const byCode = (params: Fields = {}, fields: Fields = {}): Fields => ({
  ...{ entries: undefined, transaction_code: 'HOLD', transaction_code_params: params },
  ...fields,
});
const sent = (params: Fields, fields: Fields = {}): Fields => ({
  ...{ effective_date: '2026-01-15', description: 'By code', idempotency_key: freshKey() },
  ...byCode(params, fields),
});

describe('a transaction whose code names the layer', () => {
  beforeEach(async () => void dataOf(await define(taken('pending')), 201));

  test('has that layer, so it is an ordinary hold', async () => {
    const held = await decide(books.api, byCode());
    expect(held).toMatchObject({ layer: 'pending', hold: { state: 'open', remaining_amount: '5.00' } });
    expect((await balances()).available).toBe('65.00');
    const open = dataOf(await books.api.get('/transactions?hold_state=open&layer=pending'), 200);
    expect(open.map(({ id }: Fields) => id)).toEqual([held.id]);
    await settle(held.id, { amount: '2.00', final: false });
    await release(held.id);
    expect(await holdOf(held.id)).toMatchObject(amounts('2.00', '3.00', '0.00'));
  });

  test('has it whatever layer the request names, and can expire', async () => {
    const expires_at = '2999-01-01T00:00:00.000Z';
    const held = await decide(books.api, byCode({}, { layer: 'settled', expires_at }));
    expect(held).toMatchObject({ layer: 'pending', hold: { state: 'open', expires_at } });
  });

  test('can expire only on a layer of holds', async () => {
    const code = { code: 'NOW', name: 'Now', entries_template: { entries: taken('settled') } };
    dataOf(await books.api.post('/trancodes', code), 201);
    const request = sent({}, { layer: 'pending', expires_at: '2999-01-01T00:00:00Z', transaction_code: 'NOW' });
    expectRefusal(await books.api.post('/transactions', request), 400, 'VALIDATION_ERROR', ['expires_at']);
  });
});

describe('entries that name a layer', () => {
  const post = (fields: Fields, layer: string) => {
    const entries = taken().map(({ account, ...entry }) => ({ ...entry, account_code: account, layer }));
    return books.api.post('/transactions', transaction({ ...fields, entries }), { Prefer: 'wait=5' });
  };

  test('are posted if it is that of the transaction', async () => {
    for (const fields of [{}, { layer: 'pending' }, { layer: 'SETTLED' }]) {
      const posted = await post(fields, fields.layer ?? 'Settled');
      expect([dataOf(posted, 202).status, posted.headers.get('X-Ignored-Fields')]).toEqual(['posted', null]);
    }
  });

  test('are refused if it is another: money that is to be held does not move', async () => {
    const refused = await post({}, 'pending');
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['entries.0.layer']);
    expect(refused.body.message).toContain('must be the layer of the transaction, which is settled');
    expectRefusal(await post({ layer: 'pending' }, 'encumbrance'), 400, 'VALIDATION_ERROR', ['entries.0.layer']);
  });
});

describe('entries of several layers are refused', () => {
  test.each<[string, readonly Fields[], number]>([
    ['pending and settled', [...taken('pending', '10.00'), ...taken('settled', '1.00')], 2],
    ['pending and encumbrance', [...taken('pending'), ...taken('Encumbrance')], 2],
    ['some without a layer', [...taken(), ...taken('pending'), ...taken('settled')], 4],
  ])('when the code is created: %s', async (_, entries, other) => {
    const field = `entries_template.entries.${other}.layer`;
    const refusal = await define(entries);
    expectRefusal(refusal, 400, 'VALIDATION_ERROR', [field]);
    expect(refusal.body.message).toContain(`the layer of entry ${other - 1} is `);
  });

  test('when the code is used, if a parameter sets the layer', async () => {
    const params = { layer: { type: 'string', default: 'settled' } };
    const { id } = dataOf(await define([...taken('{params.layer}'), ...taken('pending')], params), 201);
    const posted = await books.api.post('/transactions', sent({}));
    expectRefusal(posted, 422, 'TRANCODE_PARAMS_INVALID', ['entries']);
    expect(JSON.stringify(posted.body)).toContain(
      'are on the layers settled and pending, but a transaction has one layer',
    );
    const tried = await books.api.post(`/trancodes/${id}/validate-params`, { params: {} });
    expectRefusal(tried, 422, 'TRANCODE_PARAMS_INVALID', ['entries']);
    expect(await decide(books.api, byCode({ layer: 'pending' }))).toMatchObject({
      layer: 'pending',
      total_amount: '10.00',
    });
  });

  test('when the code is used, if the request sets the missing layers', async () => {
    dataOf(await define([...taken(), ...taken('pending')]), 201);
    expectRefusal(await books.api.post('/transactions', sent({})), 422, 'TRANCODE_PARAMS_INVALID', ['entries']);
    const held = await decide(books.api, byCode({}, { layer: 'pending' }));
    expect(held.hold).toMatchObject({ state: 'open', remaining_amount: '10.00' });
  });

  test('item by item in a batch', async () => {
    dataOf(await define([...taken(), ...taken('pending')]), 201);
    const transactions = [sent({}), sent({}, { layer: 'pending' })];
    const { results } = dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
    expect(results.map(({ code }: Fields) => code)).toEqual(['TRANCODE_PARAMS_INVALID', null]);
  });
});
