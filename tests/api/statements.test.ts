/**
 * The statement of an account: opening balance, entries with the running balance, closing balance; and the statement as known at an earlier
 * sequence.
 */
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, expectRefusal, nowhere, openBooks } from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
let cash: string;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  books = await openBooks(ledger);
  cash = (await books.api.get('/accounts')).body.data.find(({ code }: { code: string }) => code === 'CASH').id;
  for (const [day, amount] of [
    ['2026-01-31', '100.00'],
    ['2026-02-01', '20.00'],
    ['2026-02-10', '3.00'],
    ['2026-03-01', '4000.00'],
  ])
    await decide(books.api, { effective_date: day, description: `Sold on ${day}`, entries: sale(amount as string) });
  await decide(books.api, { effective_date: '2026-02-10', entries: [debit('SALES', '5.00'), credit('CASH', '5.00')] });
  await decide(books.api, { effective_date: '2026-02-11', layer: 'pending', entries: sale('70.00') });
});

afterAll(() => ledger.close());

const sale = (amount: string) => [debit('CASH', amount), credit('SALES', amount)];
const today = (): string => clock.now().toISOString().slice(0, 10);
const february = (): string => `/accounts/${cash}/statement?from=2026-02-01&to=2026-02-28`;

test('a statement begins with the opening balance and ends with the closing balance', async () => {
  const { status, body } = await books.api.get(february());
  expect(status).toBe(200);
  expect(body.meta.statement).toMatchObject({
    account: { id: cash, code: 'CASH', normal_balance: 'debit' },
    ...{ layer: 'settled', from: '2026-02-01', to: '2026-02-28', currency: 'USD' },
    ...{ opening_balance: '100.00', debits: '23.00', credits: '5.00', closing_balance: '118.00' },
  });
  expect(body.data).toMatchObject([
    { effective_date: '2026-02-01', type: 'debit', amount: '20.00', balance_after: '120.00' },
    { effective_date: '2026-02-10', type: 'debit', amount: '3.00', balance_after: '123.00' },
    { effective_date: '2026-02-10', type: 'credit', amount: '5.00', balance_after: '118.00' },
  ]);
});

test('a statement has the entries of one layer', async () => {
  const { body } = await books.api.get(`${february()}&layer=pending`);
  expect(body.meta.statement).toMatchObject({ opening_balance: '0.00', debits: '70.00', closing_balance: '70.00' });
  expect(body.data).toHaveLength(1);
});

test('a statement continues after a page, and each page has the same totals', async () => {
  const first = (await books.api.get(`${february()}&limit=2`)).body;
  expect(first.meta.pagination.has_more).toBe(true);
  const second = (await books.api.get(`${february()}&limit=2&cursor=${first.meta.pagination.next_cursor}`)).body;
  expect(second.data).toMatchObject([{ amount: '5.00', balance_after: '118.00' }]);
  expect(second.meta.statement).toEqual(first.meta.statement);
  const back = (await books.api.get(`${february()}&limit=2&cursor=${second.meta.pagination.previous_cursor}`)).body;
  expect(back.data).toEqual(first.data);
});

test('a statement as of a sequence ignores later transactions and later voids', async () => {
  const sequence = (await books.api.get(february())).body.meta.statement.head.sequence;
  const then = (await books.api.get(`${february()}&known_at_sequence=${sequence}`)).body;
  const { id } = await decide(books.api, { effective_date: '2026-02-02', entries: sale('900.00') });
  const sold = then.data[0].transaction_id;
  expect((await books.api.post(`/transactions/${sold}/void`, { reason: 'Sold nothing' })).status).toBe(200);
  const again = (await books.api.get(`${february()}&known_at_sequence=${sequence}`)).body;
  expect(again).toEqual(then);
  const now = (await books.api.get(february())).body;
  expect(now.meta.statement).toMatchObject({ opening_balance: '100.00', closing_balance: '998.00' });
  expect(now.data[0]).toMatchObject({ transaction_id: id, balance_after: '1000.00' });
});

test('a statement as CSV has all entries, and its descriptions are not formulas', async () => {
  const { api } = await openBooks(ledger);
  await decide(api, { effective_date: '2026-02-03', description: '=1+1, "sold"', entries: sale('10.00') });
  const [{ id }] = (await api.get('/accounts?search=CASH')).body.data;
  const path = `/accounts/${id}/statement?from=2026-02-01&to=2026-02-28&limit=1`;
  const answer = await api.get(path, { Accept: 'text/csv' });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const rows = String(answer.body).split('\r\n');
  expect(rows.slice(0, 4)).toEqual([
    'row,date,transaction_id,reference,description,debit,credit,balance',
    'opening,2026-02-01,,,CASH Cash at hand,,,0.00',
    expect.stringMatching(/^entry,2026-02-03,[-0-9a-f]{36},[^,]*,"'=1\+1, ""sold""",10\.00,,10\.00$/),
    'closing,2026-02-28,,,CASH Cash at hand,10.00,0.00,10.00',
  ]);
  expect(rows[4]).toMatch(
    /^known_at,,,,layer settled; currency USD; sequence \d+; hash [0-9a-f]{66}; known at .*Z,,,$/,
  );
});

test('a statement as CSV is refused if it has too many entries', async () => {
  const { api } = await openBooks(ledger);
  // Each transaction has 99 entries of CASH, so that a few transactions exceed the maximum number of entries in a table.
  const entries = [...Array.from({ length: 99 }, () => debit('CASH', '1.00')), credit('SALES', '99.00')];
  for (let batch = 0; batch < 6; batch++) {
    const transactions = Array.from({ length: 17 }, (_, item) => ({
      ...{ effective_date: '2026-02-03', description: 'Sold', idempotency_key: `${batch} ${item}`, entries },
    }));
    dataOf(await api.post('/transactions/batch', { transactions }, { Prefer: 'wait=10' }), 202);
  }
  const [{ id }] = (await api.get('/accounts?search=CASH')).body.data;
  const path = `/accounts/${id}/statement?from=2026-02-01&to=2026-02-28`;
  expectRefusal(await api.get(path, { Accept: 'text/csv' }), 422, 'STATEMENT_TOO_LARGE');
  expect(dataOf(await api.get(path), 200)).toHaveLength(25);
});

test('a statement and a balance are refused for a sequence that is not reached', async () => {
  const set = dataOf(await books.api.post('/account-sets', { code: 'TILLS', name: 'Tills' }), 201).id;
  for (const path of [`${february()}&`, '/accounts/code/CASH/balance?', `/account-sets/${set}/balance?`])
    expectRefusal(await books.api.get(`${path}known_at_sequence=999999`), 422, 'SEQUENCE_NOT_REACHED');
});

test('a statement without a last day ends today, or on the day of the sequence', async () => {
  const { api } = await openBooks(ledger);
  const { id, posted_at: postedAt } = await decide(api, { effective_date: '2026-02-03', entries: sale('1.00') });
  const [{ sequence }] = dataOf(await api.get(`/events?transaction_id=${id}`), 200);
  clock.advance(3 * 86_400_000);
  const [account] = dataOf(await api.get('/accounts?search=CASH'), 200);
  const lastDay = async (known: string): Promise<string> =>
    (await api.get(`/accounts/${account.id}/statement?from=2026-02-01${known}`)).body.meta.statement.to;
  expect(await lastDay(`&known_at_sequence=${sequence}`)).toBe(postedAt.slice(0, 10));
  // Midnight may pass meanwhile.
  const [before, to, after] = [today(), await lastDay(''), today()];
  expect([before, after]).toContain(to);
});

test.each([
  ['without a first day', '', 422, 'VALIDATION_ERROR'],
  ['for days in the wrong order', 'from=2026-02-02&to=2026-02-01', 422, 'VALIDATION_ERROR'],
  ['for a sequence before the first', 'from=2026-02-01&known_at_sequence=0', 422, 'VALIDATION_ERROR'],
  ['for a sequence that is not reached', 'from=2026-02-01&known_at_sequence=999999', 422, 'SEQUENCE_NOT_REACHED'],
])('a statement is refused %s', async (_, query, status, code) => {
  expectRefusal(await books.api.get(`/accounts/${cash}/statement?${query}`), status, code);
});

test('a statement is refused for an account that is unknown, or was at the sequence', async () => {
  expectRefusal(await books.api.get(`/accounts/${nowhere}/statement?from=2026-01-01`), 404, 'ACCOUNT_NOT_FOUND');
  const sales = (await books.api.get('/accounts?search=SALES')).body.data[0].id;
  const early = await books.api.get(`/accounts/${sales}/statement?from=2026-01-01&known_at_sequence=1`);
  expectRefusal(early, 404, 'ACCOUNT_NOT_FOUND');
  expect(dataOf(await books.api.get('/accounts/code/CASH/balance?known_at_sequence=2'), 200)).toMatchObject({
    ...{ known_at_sequence: 2, balances: { settled: '0.00' } },
  });
});
