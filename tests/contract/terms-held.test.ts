/**
 * A process that only accepts does not lock the head of the ledger. It keeps the terms of the ledger instead: whoever changes them waits
 * until it has committed what it judged by them, and what is judged later sees the change.
 */
import { replace } from '../../src/kernel/token';
import { ACCEPTANCE_STORE, type AcceptanceStore } from '../../src/modules/ledgering/application/ports';
import { PostgresAcceptanceStore } from '../../src/modules/ledgering/postgres/acceptance-store';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, freshKey, openBooks, type Fields } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
/** Happens once, between what an acceptance has read and what it writes. */
let meanwhile: (() => Promise<unknown>) | undefined;

class Gated extends PostgresAcceptanceStore {
  override async readAcceptance(...given: Parameters<AcceptanceStore['readAcceptance']>) {
    const reading = await super.readAcceptance(...given);
    const happens = meanwhile;
    meanwhile = undefined;
    await happens?.();
    return reading;
  }
}

beforeAll(async () => {
  ledger = await startLedger([replace(ACCEPTANCE_STORE, [], () => new Gated())]);
  await ledger.app.poster.stop();
});

beforeEach(async () => {
  books = await openBooks(ledger);
});

afterAll(() => ledger.close());

const byCode = (): Fields => ({
  ...{ effective_date: '2026-01-15', description: 'By code', idempotency_key: freshKey() },
  ...{ transaction_code: 'SALE', transaction_code_params: {} },
});

test('a transaction code is not deprecated while a transaction is accepted by it', async () => {
  const leg = (account: string, type: string) => ({ account, type, amount: '1.00' });
  const entries_template = { entries: [leg('CASH', 'debit'), leg('SALES', 'credit')] };
  const { id } = dataOf(await books.api.post('/trancodes', { code: 'SALE', name: 'Sale', entries_template }), 201);
  const deprecate = () => books.api.post(`/trancodes/${id}/deprecate`);
  let deprecated: Awaited<ReturnType<typeof deprecate>> | undefined;
  meanwhile = async () => void (deprecated = await deprecate());
  dataOf(await books.api.post('/transactions', byCode()), 202);
  // It waited for the acceptance for as long as a writer waits for a lock.
  expect(deprecated?.status).toBe(503);
  dataOf(await deprecate(), 200);
  expectRefusal(await books.api.post('/transactions', byCode()), 400, 'TRANCODE_DEPRECATED');
});
