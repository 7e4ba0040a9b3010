/** Corrects the currency of a ledger as the command line does: in the ledger, and in the data cached for its keys. */
import { flowingClock } from '../support/hand-clock';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, onLedger, openBooks } from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const correct = async ({ ledger: { id } }: TestBooks, currency: string) => {
  const { access, ledgering } = ledger.app;
  const corrected = expected(await ledgering.correctCurrency(id, { currency }));
  await access.forgetKeysOf(corrected.id);
};

test('a corrected currency applies to every key of the ledger within a second', async () => {
  const books = await openBooks(ledger, { currency: 'USD' });
  await correct(books, 'JPY');
  clock.advance(1_000);
  expect(dataOf(await books.api.get('/ledger'), 200)).toMatchObject({ currency: 'JPY', storage_decimals: 0 });
  const yen = await decide(books.api, { entries: [debit('CASH', '7'), credit('SALES', '7')] });
  expect(yen).toMatchObject({ status: 'posted', total_amount: '7' });
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
});

test('a ledger with a transaction cannot change its currency, neither through the service nor in the database', async () => {
  const books = await openBooks(ledger, { currency: 'USD' });
  await decide(books.api);
  expect(await ledger.app.ledgering.correctCurrency(books.ledger.id, { currency: 'EUR' })).toMatchObject({
    left: { kind: 'LedgerInUse', because: 'it has transactions' },
  });
  await onLedger(ledger, books, async (query) => {
    const change = query(`update ledgers set storage_decimals = 0, display_decimals = 0 where id = $1`, [
      books.ledger.id,
    ]);
    await expect(change).rejects.toMatchObject({ code: 'LG009' });
  });
});
