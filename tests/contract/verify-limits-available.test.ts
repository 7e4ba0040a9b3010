/** `ledger verify` judges accounts whose limits count held amounts by the days from which the holds count. */
import { asOwner } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, openAccount, transaction, type Fields } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
let wallet: string;

beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
});
afterAll(() => ledger.close());

beforeEach(async () => {
  books = await ledger.newLedger();
  await openAccount(books.api, { code: 'CASH', type: 'asset' });
  const limits = { enforce_balance_limits: true, limit_basis: 'available', max_balance: '200.00' };
  wallet = (await openAccount(books.api, { code: 'WALLET', type: 'liability', ...limits })).id;
});

/** Posts into the wallet, or out of it if the amount is negative. Returns the id of the transaction. */
const post = async (effective_date: string, amount: string, more: Fields = {}): Promise<string> => {
  const [to, from] = amount.startsWith('-') ? ['CASH', 'WALLET'] : ['WALLET', 'CASH'];
  const plain = amount.replace('-', '');
  const entries = [debit(from as string, plain), credit(to as string, plain)];
  const body = { ...transaction({ entries }), effective_date, ...more };
  const data = dataOf(await books.api.post('/transactions', body, { Prefer: 'wait=5' }), 202);
  expect(data.status).toBe('posted');
  return data.id as string;
};
const limit = async (max_balance: string): Promise<void> =>
  void dataOf(await books.api.put(`/accounts/${wallet}`, { max_balance }), 200);

/** The names of the checks with findings, and of those with notes. */
const verified = async () => {
  const { findings, notes } = await ledger.app.ledgering.verify(books.ledger.id);
  return [findings, notes].map((found) => found.map(({ check }) => check));
};

test('a hold of a later day is no breach on an earlier day that was beyond the limit before', async () => {
  await post('2026-02-01', '154.94');
  await post('2026-02-05', '-60.00');
  await limit('148.00');
  const hold = await post('2026-03-10', '36.50', { layer: 'pending' });
  expect(await verified()).toEqual([[], ['limits-passed']]);
  dataOf(await books.api.post(`/transactions/${hold}/settle`, {}), 201);
  expect(await verified()).toEqual([[], ['limits-passed']]);
});

test.each<[what: string, amount: string, change: string]>([
  ['raised beyond the upper limit', '100.00', 'max_balance = 12000'],
  ['lowered beyond the lower limit', '-100.00', 'min_balance = -12000'],
])('an extension by which the available balance was %s is a breach', async (_, amount, change) => {
  dataOf(await books.api.put(`/accounts/${wallet}`, { min_balance: '-200.00' }), 200);
  const hold = await post('2026-02-01', amount, { layer: 'pending' });
  await limit('150.00');
  dataOf(await books.api.post(`/transactions/${hold}/extend`, { amount: '140.00' }), 200);
  expect(await verified()).toEqual([[], []]);
  // Somebody who bypasses the guards may have extended the hold under a narrower limit.
  await asOwner(ledger.databaseUrl, async (owner) => {
    await owner.query(`set ledger.scope = '{${books.ledger.id}}'`);
    await owner.query(`update accounts set ${change} where id = $1`, [wallet]);
  });
  const [findings] = await verified();
  expect(findings).toContain('limits-hold');
});
