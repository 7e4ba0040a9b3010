/**
 * When an account is made inactive, the answer warns if the account still has a balance or open holds, because later postings to it are
 * refused.
 */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, openAccount, openBooks, type Fields } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

describe('making an account inactive', () => {
  const deactivated = async (code: string): Promise<string | null> => {
    const { data } = (await books.api.get(`/accounts?search=${code}`)).body;
    const { status, headers } = await books.api.put(`/accounts/${data[0].id}`, { is_active: false });
    expect(status).toBe(200);
    return headers.get('x-warning');
  };
  const moving = (code: string, more: Fields = {}) =>
    decide(books.api, { entries: [debit('CASH', '5.00'), credit(code, '5.00')], ...more });

  test.each<[money: string, code: string, layers: readonly string[], warning: string | null]>([
    ['nothing', 'NONE', [], null],
    ['a settled balance', 'OWES', ['settled'], 'The account is inactive and still has a settled balance.'],
    ['an open hold', 'HELD', ['pending'], 'The account is inactive and still has open holds.'],
    [
      'money on all layers',
      'FULL',
      ['settled', 'pending', 'encumbrance'],
      'The account is inactive and still has a settled balance and open holds and open encumbrances.',
    ],
  ])('sets X-Warning according to the money on it: %s', async (_, code, layers, warning) => {
    await openAccount(books.api, { code, type: 'liability' });
    for (const layer of layers) await moving(code, { layer });
    expect(await deactivated(code)).toBe(warning);
    // The second request gets no warning, because the account is inactive already.
    expect(await deactivated(code)).toBeNull();
  });

  test('does not warn of a released hold or of a balance that is zero again', async () => {
    await openAccount(books.api, { code: 'EVEN', type: 'liability' });
    const { id } = await moving('EVEN', { layer: 'pending' });
    dataOf(await books.api.post(`/transactions/${id}/release`), 201);
    await moving('EVEN');
    await decide(books.api, { entries: [credit('CASH', '5.00'), debit('EVEN', '5.00')] });
    expect(await deactivated('EVEN')).toBeNull();
  });
});
