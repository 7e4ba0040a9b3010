/**
 * Fifty random books, told to hledger and to beancount: both must say what the reports say, to the last unit. LEDGER_TEST_SEED asks
 * for the same books again. Each book has a currency of its own, so that one run reads all of them.
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
/** `make imports` tells fifty. */
const booksInAll = process.env['LEDGER_TEST_IMPORTS'] === 'full' ? 50 : 10;
const booksAtATime = 5;
const stepsOfBook = 16;
/** In the middle of the days on which anything happens, and behind all of them. */
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

/** One after the other: only so many may be open. */
const texts = async (format: Format): Promise<readonly string[]> => {
  const told: string[] = [];
  for (const books of all) told.push(await exported(ledger, books, format));
  return told;
};

describeWithHledger('hledger', () => {
  let text: string;
  beforeAll(async () => {
    // In one file: of several, hledger 1.25 takes the types of accounts from the first alone.
    text = (await texts('hledger')).join('');
  });

  test('finds nothing wrong with any of them', () => {
    expect(checkedByHledger(text)).toBe('');
  });

  test.each([middle, end])('has the balance of every account on %s', async (day) => {
    const said = (...asked: readonly string[]) => balancesByHledger(text, ...asked, '-e', dayAfter(day));
    expect(said('--cleared')).toEqual(await balancesReported(all, day));
    expect(said('--pending')).toEqual(await balancesReported(all, day, ['pending', 'encumbrance']));
  });

  test.each([middle, end])('has the totals of the balance sheet on %s', async (day) => {
    const sections = sectionsOfBalanceSheet;
    expect(totalsByHledger(text, 'balancesheetequity', sections, '--cleared', '-e', dayAfter(day))).toEqual(
      await totalsReported(all, `balance-sheet?as_of_date=${day}`, Object.values(sections)),
    );
  });

  test('has the totals of the income statement', async () => {
    const [sections, days] = [sectionsOfIncomeStatement, ['-b', from, '-e', dayAfter(middle)]];
    expect(totalsByHledger(text, 'incomestatement', sections, '--cleared', ...days)).toEqual(
      await totalsReported(all, `income-statement?from=${from}&to=${middle}`, Object.values(sections)),
    );
  });
});

describeWithBeancount('beancount', () => {
  test('finds nothing wrong with any of them, and has the balance of every account', async () => {
    // The accounts of one book have the names of those of another; here each stands below the name of its book.
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
