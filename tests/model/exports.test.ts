/**
 * Fifty random books, told to hledger and to beancount: both must say what the reports say, to the last unit. LEDGER_TEST_SEED asks
 * for the same books again. Each book has a currency of its own, so that one run reads all of them.
 */
import {
  describeWithBeancount,
  describeWithHledger,
  exported,
  inFiles,
  printedBy,
  rowsOf,
  type Format,
} from '../support/exporting';
import type { Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { openRandomBooks } from '../support/random-books';
import { randomFrom } from '../support/random';
import { dataOf } from '../support/requests';

jest.setTimeout(240_000);

const seed = Number(process.env['LEDGER_TEST_SEED'] ?? Date.now() % 1_000_000);
const booksInAll = 50;
const booksAtATime = 5;
const stepsOfBook = 24;
/** In the middle of the days on which anything happens, and behind all of them. */
const [from, middle, end] = ['2024-04-01', '2024-09-01', '2026-01-01'] as const;
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

let ledger: TestLedger;
const all: TestBooks[] = [];

beforeAll(async () => {
  process.stderr.write(`the seed of the books that are exported: LEDGER_TEST_SEED=${seed}\n`);
  ledger = await startLedger();
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

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

/** What is said of each book, in units of a hundred-millionth: `B07 TILL` or `B07 assets` → how much, debits positive. */
type Said = Readonly<Record<string, bigint>>;

const units = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
};
const saidOf = (said: readonly (readonly [name: string, amount: bigint])[]): Said =>
  Object.fromEntries(said.filter(([, amount]) => amount !== 0n).toSorted());

const read = async ({ api }: TestBooks, path: string): Promise<Answer['body']> =>
  dataOf(await api.get(`/reports/${path}`), 200);

/** Of every account that is not zero. */
const reported = async (day: string, layers: readonly string[]): Promise<Said> => {
  const sums = new Map<string, bigint>();
  for (const books of all)
    for (const layer of layers) {
      const { currency, rows } = await read(books, `trial-balance?as_of_date=${day}&layer=${layer}`);
      for (const { code, is_subtotal, debits, credits } of rows) {
        const name = `${currency} ${code}`;
        if (!is_subtotal) sums.set(name, (sums.get(name) ?? 0n) + units(debits) - units(credits));
      }
    }
  return saidOf([...sums]);
};

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

  const ask = (...asked: readonly string[]): readonly (readonly string[])[] =>
    inFiles({ 'all.hledger': text }, (pathOf) => rowsOf(printedBy('hledger', '-f', pathOf('all.hledger'), ...asked)));
  const balances = (...asked: readonly string[]): Said =>
    saidOf(
      ask('balance', ...asked, '--flat', '-N', '--layout', 'bare', '-O', 'csv')
        .slice(1)
        .map(([account = '', currency, amount = '']) => [`${currency} ${account.split(':').at(-1)}`, units(amount)]),
    );
  /** The totals of a statement, by its sections. */
  const totals = (statement: string, names: Readonly<Record<string, string>>, ...asked: readonly string[]): Said => {
    const said: [string, bigint][] = [];
    let [section, isTotal] = ['', false];
    for (const [first = '', currency = '', amount = ''] of ask(statement, ...asked, '--layout', 'bare', '-O', 'csv')) {
      if (Object.hasOwn(names, first)) section = names[first] ?? '';
      isTotal = first === 'total' || (isTotal && first === '');
      if (isTotal && currency !== '') said.push([`${currency} ${section}`, units(amount)]);
    }
    return saidOf(said);
  };
  const totalsReported = async (path: string, names: readonly string[]): Promise<Said> => {
    const said: [string, bigint][] = [];
    for (const books of all) {
      const { currency, totals } = await read(books, path);
      for (const name of names) said.push([`${currency} ${name}`, units(totals[name])]);
    }
    return saidOf(said);
  };

  test('finds nothing wrong with any of them', () => {
    expect(ask('check', '--strict')).toEqual([]);
  });

  test.each([middle, end])('has the balance of every account on %s', async (day) => {
    expect(balances('--cleared', '-e', dayAfter(day))).toEqual(await reported(day, ['settled']));
    expect(balances('--pending', '-e', dayAfter(day))).toEqual(await reported(day, ['pending', 'encumbrance']));
  });

  test.each([middle, end])('has the totals of the balance sheet on %s', async (day) => {
    const sections = { Assets: 'assets', Liabilities: 'liabilities', Equity: 'equity' };
    expect(totals('balancesheetequity', sections, '--cleared', '-e', dayAfter(day))).toEqual(
      await totalsReported(`balance-sheet?as_of_date=${day}`, Object.values(sections)),
    );
  });

  test('has the totals of the income statement', async () => {
    const sections = { Revenues: 'revenue', Expenses: 'expense' };
    expect(totals('incomestatement', sections, '--cleared', '-b', from, '-e', dayAfter(middle))).toEqual(
      await totalsReported(`income-statement?from=${from}&to=${middle}`, Object.values(sections)),
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
    const [checked, ...said] = inFiles({ ...files, 'all.beancount': main }, (pathOf) => [
      printedBy('bean-check', pathOf('all.beancount')),
      ...[middle, end].map((day) =>
        printedBy(
          ...(['bean-query', '-f', 'csv', pathOf('all.beancount')] as const),
          `select account, getitem(open_meta(account), 'code') as code, currency, sum(number) as balance
            where flag = '*' and date <= ${day} group by account, code, currency`.replace(/\s+/g, ' '),
        ),
      ),
    ]);
    expect(checked).toBe('');
    for (const [index, day] of [middle, end].entries())
      expect(
        saidOf(
          rowsOf(said[index] ?? '')
            .slice(1)
            .map(([, code, currency, amount = '']) => [`${currency} ${code}`, units(amount)]),
        ),
      ).toEqual(await reported(day, ['settled']));
  });
});
