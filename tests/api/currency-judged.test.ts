/** While the currency of a ledger is corrected, no amount is read, stored or answered with the old number of decimals. */
import { replace } from '../../src/kernel/token';
import { LEDGER_LOG } from '../../src/kernel/ledger-log';
import { CATALOG, type Catalog } from '../../src/modules/catalog';
import { TRANSACTION_CODE_STORE } from '../../src/modules/catalog/application/ports';
import { createCatalog } from '../../src/modules/catalog/wiring';
import type { Answer } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { expected, graver, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  freshKey,
  openBooks,
  transaction,
  type Fields,
} from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
/** Runs once during a correction, after the service has read the ledger's transaction codes. */
let meanwhile: (() => Promise<unknown>) | undefined;

const gated = (catalog: Catalog): Catalog => ({
  ...catalog,
  uncountable: async (...given) => {
    const because = await catalog.uncountable(...given);
    const happens = meanwhile;
    meanwhile = undefined;
    await happens?.();
    return because;
  },
});

beforeAll(async () => {
  const stores = [TRANSACTION_CODE_STORE, LEDGER_LOG] as const;
  ledger = await startLedger([replace(CATALOG, stores, (store, log) => gated(createCatalog(store, log)))], { clock });
});

beforeEach(async () => {
  books = await openBooks(ledger, { currency: 'USD' });
});

afterAll(async () => {
  await ledger.close();
  expect(graver(ledger.complaints)).toEqual([]);
});

const correct = (currency: string) => ledger.app.ledgering.correctCurrency(books.ledger.id, { currency });
/** Moves the clock far enough that no process uses its cached copy of the API key any more. */
const aSecondLater = (): void => clock.advance(1_000);

const code = (name: string, amount: string, params_schema: Fields = {}): Fields => ({
  ...{ code: name, name, params_schema },
  entries_template: {
    entries: [
      { account: 'CASH', type: 'debit', amount },
      { account: 'SALES', type: 'credit', amount },
    ],
  },
});
const sale = code('SALE', '{params.amount}', { amount: { type: 'decimal' } });
const byCode = (transaction_code: string, transaction_code_params: Fields = {}): Fields => ({
  ...{ effective_date: '2026-01-15', description: 'By code', idempotency_key: freshKey() },
  ...{ transaction_code, transaction_code_params },
});
const of = (amount: string): Fields => transaction({ entries: [debit('CASH', amount), credit('SALES', amount)] });

test('a transaction code that was rendered before is rendered again in the ledger’s new decimals', async () => {
  const { id } = dataOf(await books.api.post('/trancodes', sale), 201);
  const rendered = async () => {
    const tried = await books.api.post(`/trancodes/${id}/validate-params`, { params: { amount: '10.00' } });
    return dataOf(tried, 200).rendered.entries.map(({ amount }: Fields) => amount);
  };
  expect(await rendered()).toEqual(['10.00', '10.00']);
  dataOf(await books.api.post('/transactions?dry_run=true', byCode('SALE', { amount: '10.00' })), 200);
  expected(await correct('BHD'));
  aSecondLater();
  expect(await rendered()).toEqual(['10.000', '10.000']);
  const posted = await decide(books.api, { ...byCode('SALE', { amount: '10.00' }), entries: undefined });
  expect(posted.total_amount).toBe('10.000');
  expect(dataOf(await books.api.get('/accounts?search=CASH'), 200)).toMatchObject([{ balance: '10.000' }]);
});

test.each<[what: string, send: () => Promise<Answer>]>([
  ['a transaction', () => books.api.post('/transactions', of('10.00'))],
  ['a transaction by a code', () => books.api.post('/transactions', byCode('SALE', { amount: '10.00' }))],
  ['a batch', () => books.api.post('/transactions/batch', { transactions: [of('10.00'), of('1.00')] })],
  ['a dry run', () => books.api.post('/transactions?dry_run=true', of('10.00'))],
  ['an account with a limit', () => books.api.post('/accounts', { ...account, max_balance: '10.00' })],
  ['a limit of an account', () => books.api.put(`/accounts/${accountId}`, { max_balance: '10.00' })],
  ['a transaction code', () => books.api.post('/trancodes', code('FEE', '10.00'))],
])('%s sent to a process with outdated decimals is refused with 503, and nothing is written', async (_, send) => {
  dataOf(await books.api.post('/trancodes', sale), 201);
  accountId = dataOf(await books.api.get('/accounts?search=CASH'), 200)[0].id;
  expected(await correct('BHD'));
  const before = await ledger.contentOf([books]);
  const refused = await send();
  expectRefusal(refused, 503, 'SERVICE_UNAVAILABLE');
  expect(refused.headers.get('Retry-After')).toBe('1');
  expect(await ledger.contentOf([books])).toEqual(before);
  aSecondLater();
  expect((await send()).status).toBeLessThan(300);
  expect((await decide(books.api, of('10.00'))).total_amount).toBe('10.000');
});

let accountId: string;
const account = { code: 'BOUND', name: 'Bound', type: 'asset', category: 'system' };

test('a process that only accepts answers 503 too', async () => {
  await ledger.app.poster.stop();
  expected(await correct('JPY'));
  const refused = await books.api.post('/transactions', of('10.00'));
  ledger.app.poster.start();
  expectRefusal(refused, 503, 'SERVICE_UNAVAILABLE');
});

describe('the correction is refused', () => {
  const fee = code('FEE', '10.50');
  const because = {
    left: {
      kind: 'LedgerInUse',
      because: expect.stringMatching(/^its transaction code FEE cannot be read in it .*deprecate the code first$/),
    },
  };

  test('while an active code has a literal amount that is finer than the new decimals', async () => {
    const { id } = dataOf(await books.api.post('/trancodes', fee), 201);
    expect(await correct('JPY')).toMatchObject(because);
    expected(await correct('BHD'));
    aSecondLater();
    dataOf(await books.api.post(`/trancodes/${id}/deprecate`), 200);
    expected(await correct('JPY'));
    aSecondLater();
    const tried = await books.api.post(`/trancodes/${id}/validate-params`, { params: {} });
    expectRefusal(tried, 422, 'TRANCODE_PARAMS_INVALID', [
      'entries_template.entries.0.amount',
      'entries_template.entries.1.amount',
    ]);
  });

  test('if such a code is created after the codes were read', async () => {
    meanwhile = async () => dataOf(await books.api.post('/trancodes', fee), 201);
    expect(await correct('JPY')).toMatchObject(because);
  });

  test('if a limit is set, or a transaction accepted, after the codes were read', async () => {
    meanwhile = async () => dataOf(await books.api.post('/accounts', { ...account, max_balance: '1.00' }), 201);
    expect(await correct('JPY')).toMatchObject({ left: { because: 'its accounts have balance limits' } });
    meanwhile = () => decide(books.api, of('1.00'));
    expect(await correct('EUR')).toMatchObject({ left: { because: 'it has transactions' } });
  });
});
