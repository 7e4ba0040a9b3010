import { exported, withNumbers, type Format } from '../support/exporting';
import { fillHardBook, openHardBook } from '../support/exported-book';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
let ledger: TestLedger;
let books: TestBooks;
beforeAll(async () => {
  ledger = await startLedger();
  books = await openHardBook(ledger);
  await fillHardBook(books);
});
afterAll(() => ledger.close());
test.each(['hledger', 'beancount', 'csv', 'jsonl'] as const)('%s', async (format: Format) => {
  require('fs').writeFileSync(`/work/wt/exports-scratch/hard.${format}`, await exported(ledger, books, format));
  require('fs').writeFileSync(`/work/wt/exports-scratch/hard.${format}.n`, withNumbers(await exported(ledger, books, format)));
});
