/**
 * The sums that hledger and beancount compute of an exported journal, and those of the reports, in the same form, so that they
 * can be compared: `USD TILL` or `USD assets` → the amount in hundred-millionths, debits positive; zeros are left out.
 */
import { inFiles, printedBy, rowsOf } from './exporting';
import type { TestBooks } from './ledger';
import { dataOf } from './requests';

export type Said = Readonly<Record<string, bigint>>;

const decimals = 8;

const units = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

/** Adds up the amounts of the same name. */
export const saidOf = (said: Iterable<readonly [name: string, amount: string]>): Said => {
  const sums = new Map<string, bigint>();
  for (const [name, amount] of said) sums.set(name, (sums.get(name) ?? 0n) + units(amount));
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0n).toSorted());
};

/** Checks a journal with hledger. Throws its complaint, and otherwise returns nothing. */
export const checkedByHledger = (text: string): string =>
  inFiles({ 'books.hledger': text }, (pathOf) =>
    printedBy('hledger', '-f', pathOf('books.hledger'), 'check', '--strict'),
  );

/** The output of hledger, as rows. Throws its complaint. */
const hledgerOn = (text: string, ...asked: readonly string[]): readonly (readonly string[])[] =>
  inFiles({ 'books.hledger': text }, (pathOf) =>
    rowsOf(printedBy('hledger', '-f', pathOf('books.hledger'), ...asked, '-O', 'csv')),
  );

/** The balance of every account, by the last part of its name: its code if that needs no escaping. */
export const balancesByHledger = (text: string, ...asked: readonly string[]): Said =>
  saidOf(
    hledgerOn(text, 'balance', ...asked, '--flat', '-N', '--layout', 'bare')
      .slice(1)
      .map(([account = '', currency, amount = '']) => [`${currency} ${account.split(':').at(-1)}`, amount]),
  );

/** The totals of a statement, by what its sections are called here. */
export const totalsByHledger = (
  text: string,
  statement: string,
  sections: Readonly<Record<string, string>>,
  ...asked: readonly string[]
): Said => {
  const said: [string, string][] = [];
  let [section, isTotal] = ['', false];
  for (const [first = '', currency = '', amount = ''] of hledgerOn(text, statement, ...asked, '--layout', 'bare')) {
    if (Object.hasOwn(sections, first)) section = sections[first] ?? '';
    isTotal = first === 'total' || (isTotal && first === '');
    if (isTotal && currency !== '') said.push([`${currency} ${section}`, amount]);
  }
  return saidOf(said);
};

/** The balance of every account up to that day, by its code. Throws where bean-check finds anything wrong. */
export const balancesByBeancount = (files: Readonly<Record<string, string>>, main: string, day?: string): Said =>
  inFiles(files, (pathOf) => {
    printedBy('bean-check', pathOf(main));
    const until = day === undefined ? '' : ` and date <= ${day}`;
    const code = "getitem(open_meta(account), 'code') as code";
    const question = `select account, ${code}, currency, sum(number) as balance where flag = '*'${until} group by account, code, currency`;
    const rows = rowsOf(printedBy('bean-query', '-f', 'csv', pathOf(main), question)).slice(1);
    return saidOf(rows.map(([, code, currency, amount = '']) => [`${currency} ${code}`, amount]));
  });

const read = async ({ api }: Pick<TestBooks, 'api'>, path: string) => dataOf(await api.get(`/reports/${path}`), 200);

/** The reported balances of every account of all the books. */
export const balancesReported = async (
  all: readonly TestBooks[],
  day: string,
  layers: readonly string[] = ['settled'],
): Promise<Said> => {
  const said: [string, string][] = [];
  for (const books of all)
    for (const layer of layers) {
      const { currency, rows } = await read(books, `trial-balance?as_of_date=${day}&layer=${layer}`);
      for (const { code, is_subtotal, debits, credits } of rows)
        if (!is_subtotal) said.push([`${currency} ${code}`, debits], [`${currency} ${code}`, `-${credits}`]);
    }
  return saidOf(said);
};

/** Some totals of a report on all the books. */
export const totalsReported = async (
  all: readonly TestBooks[],
  path: string,
  names: readonly string[],
): Promise<Said> => {
  const said: [string, string][] = [];
  for (const books of all) {
    const { currency, totals } = await read(books, path);
    for (const name of names) said.push([`${currency} ${name}`, totals[name]]);
  }
  return saidOf(said);
};

/** The sections of the books' reports, by the names that `hledger` gives them. */
export const sectionsOfBalanceSheet = { Assets: 'assets', Liabilities: 'liabilities', Equity: 'equity' } as const;
export const sectionsOfIncomeStatement = { Revenues: 'revenue', Expenses: 'expense' } as const;

export const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
