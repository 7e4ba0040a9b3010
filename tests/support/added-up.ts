/**
 * The sums that hledger and beancount compute from an exported journal, and the sums of the reports, in one form, so that tests can compare
 * them: `USD TILL` or `USD assets` → the amount in hundred-millionths, debits positive. Zeros are left out.
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

/** Adds up the amounts that have the same name. */
export const saidOf = (said: Iterable<readonly [name: string, amount: string]>): Said => {
  const sums = new Map<string, bigint>();
  for (const [name, amount] of said) sums.set(name, (sums.get(name) ?? 0n) + units(amount));
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0n).toSorted());
};

/** Checks a journal with hledger. Throws hledger's error message if the journal is invalid. */
export const checkedByHledger = (text: string): string =>
  inFiles({ 'books.hledger': text }, (pathOf) =>
    printedBy('hledger', '-f', pathOf('books.hledger'), 'check', '--strict'),
  );

/** Runs hledger and returns its output as rows. Throws hledger's error message if it fails. */
export const hledgerOn = (text: string, ...asked: readonly string[]): readonly (readonly string[])[] =>
  inFiles({ 'books.hledger': text }, (pathOf) =>
    rowsOf(printedBy('hledger', '-f', pathOf('books.hledger'), ...asked, '-O', 'csv')),
  );

/** The balance of every account, keyed by the last part of the account's name, which is its code if the code needs no escaping. */
export const balancesByHledger = (text: string, ...asked: readonly string[]): Said =>
  saidOf(
    hledgerOn(text, 'balance', ...asked, '--flat', '-N', '--layout', 'bare')
      .slice(1)
      .map(([account = '', currency, amount = '']) => [`${currency} ${account.split(':').at(-1)}`, amount]),
  );

/** The totals of a statement. `sections` maps hledger's section names to the names used here. */
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

/** The balance of every account up to `day`, by account code. Throws if bean-check finds an error. */
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

/** The balance of every account in all the given books, as the reports show it. */
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

/** The named totals of a report, added up over all the given books. */
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

/** The sections of our reports, by the names that `hledger` gives them. */
export const sectionsOfBalanceSheet = { Assets: 'assets', Liabilities: 'liabilities', Equity: 'equity' } as const;
export const sectionsOfIncomeStatement = { Revenues: 'revenue', Expenses: 'expense' } as const;

export const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
