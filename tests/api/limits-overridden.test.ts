/** A posting may exceed a limit if its key has the capability and its request asks for it. The event names the exceeded limits. */
import { client, type Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, expectRefusal, openAccount, openBooks, transaction } from '../support/requests';
import { refusedUntouched } from '../support/untouched';

let ledger: TestLedger;
let books: TestBooks;
let may: TestBooks['api'];

beforeAll(async () => {
  ledger = await startLedger();
});

/** A wallet with 70.00 that may not fall below zero on any day. */
beforeEach(async () => {
  books = await openBooks(ledger);
  const limits = { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0' };
  await openAccount(books.api, { code: 'WALLET', type: 'liability', ...limits });
  may = client(ledger.baseUrl, await ledger.newKey(books.ledger, { capabilities: ['limits:override'] }));
  await decide(books.api, { effective_date: '2026-01-10', entries: into('70.00') });
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const into = (amount: string) => [debit('CASH', amount), credit('WALLET', amount)];
const outOf = (amount: string) => [debit('WALLET', amount), credit('CASH', amount)];
const overriding = { override_limits: true };
const available = async () => dataOf(await books.api.get('/accounts/code/WALLET/balance'), 200).balances.available;
const reasonOf = async (id: string, type: string): Promise<string> => {
  const events = dataOf(await books.api.get(`/activity?transaction_id=${id}`), 200) as Answer['body'][];
  return events.find((event) => event.type.replace('.', '_') === type)?.reason;
};
const below = (balance: string, day: string) =>
  `limits overridden: the available balance of account WALLET is ${balance} on ${day}, below its min_balance of 0.00`;

test('an override posts, and the event names the passed limit, the balance and the day', async () => {
  const { id, status } = await decide(may, { entries: outOf('80.00'), effective_date: '2026-01-05', ...overriding });
  expect(status).toBe('posted');
  expect(await reasonOf(id, 'transaction_posted')).toBe(below('-80.00', '2026-01-05'));
  expect(await available()).toBe('-10.00');
  // The override was only for one posting: from now on the balance may come nearer to its limit, but not move further beyond it.
  expect(await decide(books.api, { entries: outOf('0.01') })).toMatchObject({ status: 'failed' });
  expect(await decide(books.api, { entries: into('3.00') })).toMatchObject({ status: 'posted' });
});

test('an override makes a different request under the same idempotency key', async () => {
  const body = transaction({ entries: outOf('80.00') });
  expect(dataOf(await may.post('/transactions', body, { Prefer: 'wait=5' }), 202).status).toBe('failed');
  expectRefusal(await may.post('/transactions', { ...body, ...overriding }), 409, 'idempotency_key_reused');
  const again = await may.post('/transactions', { ...body, override_limits: false });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('an override adds nothing to the event if no limit was passed', async () => {
  const { id } = await decide(may, { entries: outOf('20.00'), ...overriding });
  expect(await reasonOf(id, 'transaction_posted')).toBeNull();
});

test('an override settles, reverses and voids beyond a limit', async () => {
  const hold = await decide(books.api, { layer: 'pending', entries: outOf('70.00') });
  const settled = dataOf(await may.post(`/transactions/${hold.id}/settle`, { date: '2026-01-15', ...overriding }), 201);
  expect(settled.status).toBe('posted');
  const [topUp, again] = [
    await decide(books.api, { entries: into('5.00') }),
    await decide(books.api, { entries: into('6.00') }),
  ];
  await decide(books.api, { entries: outOf('11.00') });
  const reversal = { reason: 'Charged back', date: '2026-01-15' };
  expectRefusal(await may.post(`/transactions/${topUp.id}/reverse`, reversal), 422, 'BALANCE_LIMIT_EXCEEDED');
  const reversed = dataOf(await may.post(`/transactions/${topUp.id}/reverse`, { ...reversal, ...overriding }), 201);
  expect(await reasonOf(reversed.id, 'transaction_posted')).toBe(below('-5.00', '2026-01-15'));
  expectRefusal(
    await may.post(`/transactions/${again.id}/void`, { reason: 'Never came' }),
    409,
    'TRANSACTION_NOT_VOIDABLE',
  );
  dataOf(await may.post(`/transactions/${again.id}/void`, { reason: 'Never came', ...overriding }), 200);
  expect(await reasonOf(again.id, 'transaction_voided')).toBe(`Never came; ${below('-11.00', '2026-01-15')}`);
  expect(await available()).toBe('-11.00');
});

test('an override leaves books without findings, whatever the reasons say', async () => {
  const { id } = await decide(may, { entries: outOf('80.00'), ...overriding });
  const topUp = await decide(books.api, { entries: into('5.00') });
  dataOf(await may.post(`/transactions/${topUp.id}/void`, { reason: 'Never came', ...overriding }), 200);
  const reason = 'limits overridden: by mistake';
  dataOf(await may.post(`/transactions/${id}/void`, { reason }), 200);
  const second = await decide(may, { entries: outOf('71.00'), ...overriding });
  const back = await decide(books.api, { entries: into('0.50') });
  dataOf(await may.post(`/transactions/${back.id}/void`, overriding), 200);
  expect(second.status).toBe('posted');
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
});

test('each item of a batch overrides limits only for itself, also in a dry run', async () => {
  const items = [transaction({ entries: outOf('80.00'), ...overriding }), transaction({ entries: outOf('0.01') })];
  const rehearsed = dataOf(await may.post('/transactions/batch?dry_run=true', { transactions: items }), 200);
  expect(rehearsed.results.map((result: Answer['body']) => result.would)).toEqual(['posted', 'failed']);
  expect(await available()).toBe('70.00');
});

test('an override needs the capability limits:override, which a key does not have by default', async () => {
  const { id } = await decide(books.api, { layer: 'pending', entries: outOf('1.00') });
  const refuse = async (path: string, body: object) =>
    expectRefusal(await refusedUntouched(ledger, books, (api) => api.post(path, body)), 403, 'FORBIDDEN');
  await refuse('/transactions', transaction({ entries: outOf('1.00'), ...overriding }));
  await refuse(`/transactions/${id}/settle`, overriding);
  await refuse(`/transactions/${id}/reverse`, { reason: 'No', date: '2026-01-15', ...overriding });
  await refuse(`/transactions/${id}/void`, overriding);
  const { results } = dataOf(
    await books.api.post('/transactions/batch', {
      transactions: [transaction({ entries: outOf('1.00'), ...overriding })],
    }),
    202,
  );
  expect(results).toMatchObject([{ status: 'rejected', code: 'FORBIDDEN' }]);
});
