/**
 * Random books, exported to hledger and beancount: both programs must compute exactly what the reports show. LEDGER_TEST_SEED repeats a
 * run. Each book has its own currency, so that one run of a program reads all of them.
 */
import {
  balancesByBeancount,
  balancesByHledger,
  balancesReported,
  checkedByHledger,
  dayAfter,
  sectionsOfBalanceSheet,
  sectionsOfIncomeStatement,
  totalsByHledger,
  totalsReported,
} from '../support/added-up';
import { describeWithBeancount, describeWithHledger, exported, type Format } from '../support/exporting';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { openRandomBooks } from '../support/random-books';
import { randomFrom, seedOf } from '../support/random';

const seed = seedOf('LEDGER_TEST_SEED');
/** `make imports` exports fifty books. */
const booksInAll = process.env['LEDGER_TEST_IMPORTS'] === 'full' ? 50 : 10;
const booksAtATime = 5;
const stepsOfBook = 16;
/** A day in the middle of all postings, and one after them. */
const [from, middle, end] = ['2024-04-01', '2024-09-01', '2026-01-01'] as const;

const ledger = ledgerOfFile();
const all: TestBooks[] = [];

beforeAll(async () => {
  process.stderr.write(`the seed of the books that are exported: LEDGER_TEST_SEED=${seed}\n`);
  for (let first = 0; first < booksInAll; first += booksAtATime)
    await Promise.all(
      Array.from({ length: booksAtATime }, async (_, index) => {
        const number = first + index;
        const currency = `B${String(number).padStart(2, '0')}`;
        const books = await ledger.newLedger({ currency, currencyType: 'crypto', storageDecimals: 2 + (number % 7) });
        all[number] = books;
        const { step } = await openRandomBooks(books, randomFrom(seed + number));
        for (let done = 0; done < stepsOfBook; done++) await step();
      }),
    );
});

/** Exports one book after the other, because the service limits the number of open exports. */
const texts = async (format: Format): Promise<readonly string[]> => {
  const told: string[] = [];
  for (const books of all) told.push(await exported(ledger, books, format));
  return told;
};

describeWithHledger('hledger', () => {
  let text: string;
  beforeAll(async () => {
    // All books are in one file, because hledger 1.25 takes the account types only from the first of several files.
    text = (await texts('hledger')).join('');
  });

  test('finds no error in any book', () => {
    expect(checkedByHledger(text)).toBe('');
  });

  test.each([middle, end])('computes the balance of every account on %s', async (day) => {
    const said = (...asked: readonly string[]) => balancesByHledger(text, ...asked, '-e', dayAfter(day));
    expect(said('--cleared')).toEqual(await balancesReported(all, day));
    expect(said('--pending')).toEqual(await balancesReported(all, day, ['pending', 'encumbrance']));
  });

  test.each([middle, end])('computes the totals of the balance sheet on %s', async (day) => {
    const sections = sectionsOfBalanceSheet;
    expect(totalsByHledger(text, 'balancesheetequity', sections, '--cleared', '-e', dayAfter(day))).toEqual(
      await totalsReported(all, `balance-sheet?as_of_date=${day}`, Object.values(sections)),
    );
  });

  test('computes the totals of the income statement', async () => {
    const [sections, days] = [sectionsOfIncomeStatement, ['-b', from, '-e', dayAfter(middle)]];
    expect(totalsByHledger(text, 'incomestatement', sections, '--cleared', ...days)).toEqual(
      await totalsReported(all, `income-statement?from=${from}&to=${middle}`, Object.values(sections)),
    );
  });
});

describeWithBeancount('beancount', () => {
  test('finds no error in any book, and computes the balance of every account', async () => {
    // The books use the same account names, so the name of the book is put in front of each.
    const written = (await texts('beancount')).map((text, number) => [
      `${number}.beancount`,
      text.replace(/^(\S+ open |  (?:[*!] )?)(Assets|Liabilities|Equity|Income|Expenses):/gm, `$1$2:B${number}:`),
    ]);
    const files = Object.fromEntries(written) as Readonly<Record<string, string>>;
    const main = Object.keys(files)
      .map((name) => `include "${name}"\n`)
      .join('');
    for (const day of [middle, end])
      expect(balancesByBeancount({ ...files, 'all.beancount': main }, 'all.beancount', day)).toEqual(
        await balancesReported(all, day),
      );
  });
});
