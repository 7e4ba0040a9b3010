/** The day for which a dry run shows balances. */
import { openWallet, outOfWallet } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, decide, sale, transaction, type Fields } from '../support/requests';
import * as rehearsing from '../support/rehearsing';
import { changesOf } from '../support/rehearsing';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

const rehearsed = async (path: string, body?: unknown) =>
  dataOf(await rehearsing.rehearse(ledger, books, path, body), 200);

/** Today in the ledger's time zone. */
const today = async (): Promise<string> => dataOf(await books.api.get('/accounts/code/CASH/balance'), 200).as_of_date;

describe('a dry run shows the balances of one day, the later of today and the latest day of the request:', () => {
  const [soon, later] = ['2031-05-01', '2031-06-01'];
  const daysOf = ({ balances }: Fields): ReadonlySet<string> =>
    new Set((balances as readonly Fields[]).map((one) => one['as_of_date'] as string));

  test('today for a transaction of a past day', async () => {
    await decide(books.api, { entries: sale('5.00'), effective_date: soon });
    const dry = await rehearsed('/transactions', transaction({ entries: sale('1.00'), effective_date: '2026-02-01' }));
    expect(daysOf(dry)).toEqual(new Set([await today()]));
    expect(changesOf(dry)).toEqual([
      ['CASH', 'settled', '70.00', '71.00'],
      ['SALES', 'settled', '0.00', '1.00'],
    ]);
  });

  test('its own day for a transaction of a later day, and for its void', async () => {
    await decide(books.api, { entries: sale('2.00'), effective_date: later });
    const body = transaction({ entries: sale('1.00'), effective_date: soon });
    const moved = [
      ['CASH', 'settled', '70.00', '71.00'],
      ['SALES', 'settled', '0.00', '1.00'],
    ];
    const dry = await rehearsed('/transactions', body);
    expect([daysOf(dry), changesOf(dry)]).toEqual([new Set([soon]), moved]);
    const { id } = await decide(books.api, body);
    const voided = await rehearsed(`/transactions/${id}/void`);
    expect(daysOf(voided)).toEqual(new Set([soon]));
    expect(changesOf(voided)).toEqual(moved.map(([code, layer, before, after]) => [code, layer, after, before]));
  });

  test('the latest day for a batch', async () => {
    const transactions = [
      transaction({ entries: sale('1.00'), effective_date: later }),
      transaction({ entries: outOfWallet('2.00'), effective_date: soon }),
    ];
    const dry = await rehearsed('/transactions/batch', { transactions });
    expect(daysOf(dry)).toEqual(new Set([later]));
    expect(changesOf(dry)).toEqual([
      ['CASH', 'settled', '70.00', '69.00'],
      ['SALES', 'settled', '0.00', '1.00'],
      ['WALLET', 'settled', '70.00', '68.00'],
    ]);
  });
});
