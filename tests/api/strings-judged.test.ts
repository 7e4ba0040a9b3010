/** If the facts of a conversion change while it waits for its rate, it is judged again before it is written. */
import { replace } from '../../src/kernel/token';
import { RATE_SOURCE, RATE_TABLE } from '../../src/modules/strings/application/ports';
import { StoredRates } from '../../src/modules/strings/rates/stored-rates';
import { CLOCK } from '../../src/kernel/tokens';
import { expected, graver, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, without, type Fields } from '../support/requests';
import { conversion, openCustomer, openMembers } from '../support/strings';

let ledger: TestLedger;
let members: readonly TestBooks[];
let dollars: TestBooks;
let euros: TestBooks;
/** Runs once during a conversion, after the service has read the rate. */
let meanwhile: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  ledger = await startLedger([
    replace(RATE_SOURCE, [RATE_TABLE, CLOCK], (table, clock) => {
      const stored = new StoredRates(table, clock);
      return {
        rate: async (base, quote) => {
          const rate = await stored.rate(base, quote);
          const happens = meanwhile;
          meanwhile = undefined;
          await happens?.();
          return rate;
        },
      };
    }),
  ]);
});

beforeEach(async () => {
  members = await openMembers(ledger, ['S'], [{ currency: 'USD' }, { currency: 'EUR' }]);
  [dollars, euros] = members as [TestBooks, TestBooks];
  await openCustomer(dollars, 'ALICE');
  expected(await ledger.app.strings.setRate('USD', 'EUR', '0.92'));
});

afterAll(async () => {
  await ledger.close();
  expect(graver(ledger.complaints)).toEqual([]);
});

const convert = (fields: Fields = {}, query = '') =>
  dollars.api.post(`/strings/S/convert${query}`, without(conversion([dollars, euros], fields), 'rate'));
const transactionsOf = async ({ api }: TestBooks): Promise<number> =>
  dataOf(await api.get('/transactions'), 200).length;
const leave = ({ ledger: { tenantId, id } }: TestBooks) =>
  ledger.app.strings.administration.removeMember(tenantId, 'S', id);

test.each([
  ['the target', () => euros, 'STRING_FOREIGN_LEDGER'],
  ['the source, whose key asks', () => dollars, 'STRING_KEY_NOT_IN_STRING'],
])('%s is no longer a member: nothing moves', async (_, who, code) => {
  for (const query of ['?dry_run=true', '']) {
    meanwhile = async () => expected(await leave(who()));
    const refused = await convert({}, query);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body.code).toBe(code);
    const { tenantId, id } = who().ledger;
    expected(await ledger.app.strings.administration.addMember(tenantId, 'S', id));
  }
  for (const member of members) expect(await transactionsOf(member)).toBe(0);
});

test('the source account has given its code to a system account: nothing moves', async () => {
  meanwhile = async () => {
    const { account_id } = dataOf(await dollars.api.get('/accounts/code/ALICE/balance'), 200);
    dataOf(await dollars.api.put(`/accounts/${account_id}`, { code: 'GONE' }), 200);
    await openOurs(dollars);
  };
  await expectNoCustomer();
});

test('the target account has been opened as a system account: nothing moves', async () => {
  meanwhile = () => openOurs(euros);
  await expectNoCustomer();
});

/** Opens a system account with the code that the conversion names. A conversion needs a customer's account, so it must be refused. */
const openOurs = async ({ api }: TestBooks): Promise<void> =>
  dataOf(await api.post('/accounts', { code: 'ALICE', name: 'Ours', type: 'liability', category: 'system' }), 201);

const expectNoCustomer = async (): Promise<void> => {
  expectRefusal(await convert(), 422, 'STRING_OPERATION_INVALID');
  for (const member of members) expect(await transactionsOf(member)).toBe(0);
};

test('the stored rate has changed: the new one is recorded', async () => {
  meanwhile = async () => expected(await ledger.app.strings.setRate('USD', 'EUR', '0.93'));
  expect(dataOf(await convert(), 201).rate).toBe('0.93');
});

test('the currency of the target has been corrected: the answer is 503, and nothing is written', async () => {
  meanwhile = async () => expected(await ledger.app.ledgering.correctCurrency(euros.ledger.id, { currency: 'BHD' }));
  expectRefusal(await convert(), 503, 'SERVICE_UNAVAILABLE');
  for (const member of members) expect(await transactionsOf(member)).toBe(0);
});
