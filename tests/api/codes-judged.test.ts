/**
 * A transaction code may be deprecated between its expansion and the write of the transaction: then no transaction with this code is
 * accepted.
 */
import { replace } from '../../src/kernel/token';
import { LEDGER_LOG } from '../../src/kernel/ledger-log';
import { CATALOG, type Catalog } from '../../src/modules/catalog';
import { TRANSACTION_CODE_STORE } from '../../src/modules/catalog/application/ports';
import { createCatalog } from '../../src/modules/catalog/wiring';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, decide, expectRefusal, freshKey, openBooks, transaction, type Fields } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
let codeId: string;
/** Runs once, after a request's transaction code has been expanded to entries and before the transaction is written. */
let meanwhile: (() => Promise<unknown>) | undefined;

const gated = (catalog: Catalog): Catalog => ({
  ...catalog,
  expandMany: async (...given) => {
    const expanded = await catalog.expandMany(...given);
    const happens = meanwhile;
    meanwhile = undefined;
    await happens?.();
    return expanded;
  },
});

beforeAll(async () => {
  ledger = await startLedger([
    replace(CATALOG, [TRANSACTION_CODE_STORE, LEDGER_LOG], (store, log) => gated(createCatalog(store, log))),
  ]);
});

beforeEach(async () => {
  books = await openBooks(ledger);
  const leg = (account: string, type: string) => ({ account, type, amount: '1.00' });
  const entries = [leg('CASH', 'debit'), leg('SALES', 'credit')];
  codeId = dataOf(
    await books.api.post('/trancodes', { code: 'SALE', name: 'Sale', entries_template: { entries } }),
    201,
  ).id;
  // After three postings the process prepares the next group of postings before it locks the ledger's head, based on the state that it
  // expects.
  for (let before = 0; before < 3; before++) await decide(books.api, byCode());
  meanwhile = async () => dataOf(await books.api.post(`/trancodes/${codeId}/deprecate`), 200);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const byCode = (fields: Fields = {}): Fields => ({
  ...{ effective_date: '2026-01-15', description: 'By code', idempotency_key: freshKey() },
  ...{ entries: undefined, transaction_code: 'SALE', transaction_code_params: {} },
  ...fields,
});
const settling = (transaction_id: string): Fields => ({ operation: 'settle', transaction_id });
const codesIn = (results: readonly Fields[]) => results.map(({ code }) => code);

/** Expects that the log has no posting after the deprecation of the transaction code. */
const expectBarrier = async (): Promise<void> => {
  const events = (await books.api.get('/events?limit=100')).body;
  const list: readonly Fields[] = events.data.events ?? events.data;
  const types = list.map(({ type }) => type);
  expect(types.slice(types.indexOf('trancode.deprecated') + 1).filter((type) => type === 'transaction.posted')).toEqual(
    [],
  );
};

test('a transaction is refused', async () => {
  expectRefusal(await books.api.post('/transactions', byCode()), 400, 'TRANCODE_DEPRECATED');
  await expectBarrier();
});

test('a transaction is refused in a process that only accepts', async () => {
  await ledger.app.poster.stop();
  const refused = await books.api.post('/transactions', byCode());
  ledger.app.poster.start();
  expectRefusal(refused, 400, 'TRANCODE_DEPRECATED');
});

test('a dry run is refused', async () => {
  expectRefusal(await books.api.post('/transactions?dry_run=true', byCode()), 400, 'TRANCODE_DEPRECATED');
});

test('the items of a batch that use the code are refused, and the others are not', async () => {
  const transactions = [byCode(), transaction()];
  const { results } = dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
  expect(codesIn(results)).toEqual(['TRANCODE_DEPRECATED', null]);
});

test('an atomic batch is refused', async () => {
  const transactions = [transaction(), byCode()];
  const refused = await books.api.post('/transactions/batch', { transactions, atomic: true });
  expect(JSON.stringify(refused.body)).toContain('TRANCODE_DEPRECATED');
  await expectBarrier();
});

test('a batch with other operations refuses only the item with the code', async () => {
  const held = await decide(books.api, { layer: 'pending' });
  meanwhile = async () => dataOf(await books.api.post(`/trancodes/${codeId}/deprecate`), 200);
  const operations = [settling(held.id), byCode()];
  const { results } = dataOf(await books.api.post('/transactions/batch', { transactions: operations }), 202);
  expect(codesIn(results)).toEqual([null, 'TRANCODE_DEPRECATED']);
});

test('a repeated idempotency key answers the first transaction', async () => {
  meanwhile = undefined;
  const body = byCode();
  const first = await decide(books.api, body);
  meanwhile = async () => dataOf(await books.api.post(`/trancodes/${codeId}/deprecate`), 200);
  const again = await books.api.post('/transactions', body);
  expect(dataOf(again, 202).id).toBe(first.id);
});
