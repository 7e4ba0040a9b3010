/**
 * A process that only accepts does not lock the head of the ledger. Instead it locks the ledger's terms: its currency, decimals, accounts
 * and the states of its transaction codes. A change to the terms waits until the acceptance has committed, and later acceptances see the
 * change.
 */
import { Busy } from '../../src/kernel/refusal';
import { replace } from '../../src/kernel/token';
import { ACCEPTANCE_STORE, type AcceptanceStore } from '../../src/modules/ledgering/application/ports';
import { PostgresAcceptanceStore } from '../../src/modules/ledgering/postgres/posting/acceptance-store';
import type { Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  credit,
  dataOf,
  debit,
  expectRefusal,
  freshKey,
  openAccount,
  openBooks,
  transaction,
  type Fields,
} from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
/** Runs once, between the read and the write of an acceptance. */
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

let accountId: string;

/** Starts the act when the acceptance has read the terms, and expects that the act waits until its lock timeout. */
const waits = async (act: () => Promise<Answer>, accepted: Fields): Promise<void> => {
  let answer: Answer | undefined;
  meanwhile = async () => void (answer = await act());
  dataOf(await books.api.post('/transactions', accepted), 202);
  expect(answer?.status).toBe(503);
};

const byCode = (): Fields => ({
  ...{ effective_date: '2026-01-15', description: 'By code', idempotency_key: freshKey() },
  ...{ transaction_code: 'SALE', transaction_code_params: {} },
});

test('a transaction code is not deprecated while a transaction is accepted by it', async () => {
  const leg = (account: string, type: string) => ({ account, type, amount: '1.00' });
  const entries_template = { entries: [leg('CASH', 'debit'), leg('SALES', 'credit')] };
  const { id } = dataOf(await books.api.post('/trancodes', { code: 'SALE', name: 'Sale', entries_template }), 201);
  const deprecate = () => books.api.post(`/trancodes/${id}/deprecate`);
  await waits(deprecate, byCode());
  dataOf(await deprecate(), 200);
  expectRefusal(await books.api.post('/transactions', byCode()), 400, 'TRANCODE_DEPRECATED');
});

test.each<[what: string, status: number, code: string, act: () => Promise<Answer>]>([
  [
    'the type of an account does not change',
    ...([400, 'ACCOUNT_HAS_ENTRIES'] as const),
    () => books.api.put(`/accounts/${accountId}`, { type: 'liability', normal_balance: 'credit' }),
  ],
  [
    'an account does not become a group',
    ...([400, 'ACCOUNT_HAS_ENTRIES'] as const),
    () => books.api.put(`/accounts/${accountId}`, { is_group: true }),
  ],
  ['an account is not deleted', 409, 'ACCOUNT_IN_USE', () => books.api.delete(`/accounts/${accountId}`)],
  [
    'a period is not locked',
    ...([409, 'PERIOD_HAS_PENDING'] as const),
    () => books.api.post('/period-locks', { locked_until: '2026-01-31', reason: 'January' }),
  ],
])('%s while a transaction that it concerns is accepted', async (_, status, code, act) => {
  accountId = (await openAccount(books.api, { code: 'TILL' })).id;
  await waits(act, transaction({ entries: [debit('TILL', '1.00'), credit('SALES', '1.00')] }));
  // When the acceptance has committed, the act sees the accepted transaction.
  expectRefusal(await act(), status, code);
});

test('the currency of a ledger is not corrected while its first transaction is accepted', async () => {
  const correct = () => ledger.app.ledgering.correctCurrency(books.ledger.id, { currency: 'JPY' });
  let fault: unknown;
  meanwhile = () => correct().catch((error: unknown) => (fault = error));
  dataOf(await books.api.post('/transactions', transaction()), 202);
  expect(fault).toBeInstanceOf(Busy);
  expect(await correct()).toMatchObject({ left: { kind: 'LedgerInUse', because: 'it has transactions' } });
});
