/**
 * Random books with a deep chart, exported to hledger: `balancesheet`, `incomestatement`, `cashflow` and `register` must show the figures of
 * our reports in every month and at every depth. LEDGER_TEST_SEED repeats a run.
 */
import {
  changesReported,
  foldedBy,
  monthsFrom,
  pathsIn,
  pathsOfSections,
  registerByHledger,
  runningByHledger,
  runningReported,
  statementByHledger,
  statementReported,
} from '../support/monthly-figures';
import { describeWithHledger, exported } from '../support/exporting';
import { openDeepBooks } from '../support/deep-books';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, seedOf } from '../support/random';

const seed = seedOf('LEDGER_TEST_SEED');
/** `make imports` exports twenty books. */
const booksInAll = process.env['LEDGER_TEST_IMPORTS'] === 'full' ? 20 : 2;
const months = monthsFrom(2024, 18);
const depths = [undefined, 1, 2, 3, 4] as const;

const ledger = ledgerOfFile();

describeWithHledger('hledger', () => {
  describe.each(Array.from({ length: booksInAll }, (_, book) => seed + book))(
    'on the books of LEDGER_TEST_SEED=%i',
    (own) => {
      const random = randomFrom(own);
      let books: TestBooks;
      let journal: string;

      beforeAll(async () => {
        books = await ledger.newLedger();
        await openDeepBooks(books, random);
        journal = await exported(ledger, books, 'hledger');
      });

      describe.each(['balancesheet', 'incomestatement'] as const)('%s --monthly', (statement) => {
        test.each(depths)('has the figures of the report at depth %s', async (depth) => {
          const reported = await statementReported(books, statement, months, depth);
          const told = statementByHledger(journal, statement, months, depth);
          expect(foldedBy(pathsOfSections(journal), told, depth)).toEqual(reported);
          expect(Object.keys(reported).length).toBeGreaterThan(1);
        });
      });

      // The report counts the levels from the uppermost cash account, hledger from the uppermost asset.
      test.each(depths)('cashflow --monthly has the figures of the report, added up to depth %s', async (depth) => {
        const reported = await statementReported(books, 'cashflow', months);
        expect(statementByHledger(journal, 'cashflow', months, depth)).toEqual(
          foldedBy(pathsIn(journal), reported, depth),
        );
        expect(Object.keys(reported).length).toBeGreaterThan(1);
      });

      test.each(depths)('register --monthly has the changes in the trial balance at depth %s', async (depth) => {
        const told = foldedBy(pathsOfSections(journal), registerByHledger(journal, months, depth), depth);
        expect(told).toEqual(await changesReported(books, months, depth));
      });

      test('register --historical shows the balances of the trial balance', async () => {
        const [files, sections] = [pathsIn(journal), pathsOfSections(journal)];
        // An account that begins a new path in the file is not below the account that the report adds it to.
        const isWhole = (code: string): boolean =>
          [...sections].every(([each, path]) => !path.includes(code) || files.get(each)?.includes(code));
        const code = random.pick([...files.keys()].filter(isWhole));
        const running = runningByHledger(journal, files.get(code) ?? [], months);
        const reported = await runningReported(books, sections.get(code) ?? [], months);
        expect(running).toEqual(Object.fromEntries(Object.keys(running).map((month) => [month, reported[month]])));
      });
    },
  );
});
