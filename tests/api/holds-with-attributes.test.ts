/** The entries on the layer of a hold that have an attribute add up to the amount held with this attribute, however the hold changes. */
import { flowingClock } from '../support/hand-clock';
import * as holding from '../support/holding';
import { openWallet } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, type Fields } from '../support/requests';

const clock = flowingClock();
const ledger = ledgerOfFile([], { clock });
let books: TestBooks;

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
  dataOf(await books.api.post('/attribute-definitions', { key: 'order_no', indexed: true }), 201);
});

const order = { order_no: 'A-7', note: 'gift' };
const hold = (amount: string) =>
  holding.hold(books, amount, { attributes: order, expires_at: new Date(clock.now().getTime() + 3_600_000) });

/** Moves the clock to the expiry of the hold, and returns the release. */
const expired = async (held: Awaited<ReturnType<typeof hold>>) => {
  clock.advance(Math.max(0, Date.parse(held.hold.expires_at) - clock.now().getTime()));
  await ledger.app.background.idle('expiry');
  return dataOf(await books.api.get(`/transactions?correlation_id=${held.id}`), 200)[0];
};

describe('the amount held with an attribute', () => {
  const extend = async (id: string, amount: string) =>
    dataOf(await books.api.post(`/transactions/${id}/extend`, { amount }), 200);
  /** Adds up the entries of the wallet on the pending layer that have the attribute. */
  const heldBy = async (attribute: string): Promise<string> => {
    const account = dataOf(await books.api.get('/accounts/code/WALLET/balance'), 200);
    const query = `layer=pending&attributes${attribute}&totals=true`;
    const { meta } = (await books.api.get(`/accounts/${account.account_id}/entries?${query}`)).body;
    return (Number(meta.totals.debits) - Number(meta.totals.credits)).toFixed(2);
  };

  test('is what remains of the holds, however they change', async () => {
    const held = await hold('20.00');
    await extend(held.id, '30.00');
    expect(await heldBy('[order_no]=A-7')).toBe('30.00');
    const batch = { transactions: [{ operation: 'extend', transaction_id: held.id, amount: '40.00' }] };
    dataOf(await books.api.post('/transactions/batch', batch), 202);
    expect(await heldBy('[order_no]=A-7')).toBe('40.00');
    for (const attributes of [{ order_no: 'B-8' }, null]) {
      const part = await books.api.post(`/transactions/${held.id}/settle`, {
        amount: '5.00',
        final: false,
        attributes,
      });
      expect(dataOf(part, 201)).toMatchObject({ attributes });
    }
    expect([await heldBy('[order_no]=A-7'), await heldBy('[order_no]=B-8')]).toEqual(['30.00', '0.00']);
    const release = await expired(held);
    expect(release).toMatchObject({ total_amount: '30.00', attributes: order });
    expect(await heldBy('[order_no]=A-7')).toBe('0.00');
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  });

  test('counts each use of an attribute once, also if only the expiry changes', async () => {
    const held = await hold('20.00');
    for (const expires_at of ['2040-01-01T00:00:00Z', null])
      dataOf(await books.api.post(`/transactions/${held.id}/extend`, { expires_at }), 200);
    const definitions = dataOf(await books.api.get('/attribute-definitions'), 200);
    expect(definitions.map(({ usage_count }: Fields) => usage_count)).toEqual([1, 1]);
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  });

  test('is right for a key that becomes searchable while the hold is open, also in strict mode', async () => {
    const [extended, expiring] = [await hold('20.00'), await hold('7.00')];
    dataOf(await books.api.put('/attribute-settings', { strict_mode: true }), 200);
    dataOf(await books.api.patch('/attribute-definitions/note', { indexed: true }), 200);
    await ledger.app.background.idle('attribute index');
    await extend(extended.id, '25.00');
    expect(await heldBy('[note]=gift')).toBe('32.00');
    await expired(extended);
    await expired(expiring);
    expect(await heldBy('[note]=gift')).toBe('0.00');
  });

  test('is right if the key becomes searchable after the release', async () => {
    const held = await hold('20.00');
    await expired(held);
    dataOf(await books.api.patch('/attribute-definitions/note', { indexed: true }), 200);
    await ledger.app.background.idle('attribute index');
    expect(await heldBy('[note]=gift')).toBe('0.00');
    expect(dataOf(await books.api.get('/transactions?attributes[note]=gift'), 200)).toHaveLength(2);
  });
});
