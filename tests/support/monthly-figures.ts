/**
 * The figures of each month as hledger computes them from an exported journal, and as the reports show them, in one form: `2024-01 asset
 * TILL` → the amount in hundred-millionths. Totals have the name `total`.
 */
import { dayAfter, hledgerOn, saidOf, type Said } from './added-up';
import type { Answer } from './client';
import type { TestBooks } from './ledger';
import { dataOf } from './requests';

type Read = Answer['body'];
type Figure = readonly [name: string, amount: string];

/** Whole months, because hledger extends a range of days to whole months. */
export interface Months {
  readonly from: string;
  readonly to: string;
  /** Their names, such as `2024-01`. */
  readonly names: readonly string[];
}

export const monthsFrom = (year: number, count: number): Months => {
  const first = (month: number): Date => new Date(Date.UTC(year, month, 1));
  const names = Array.from({ length: count }, (_, month) => first(month).toISOString().slice(0, 7));
  return {
    from: `${names[0]}-01`,
    to: new Date(first(count).getTime() - 86_400_000).toISOString().slice(0, 10),
    names,
  };
};

/** The accounts of an exported journal: code → the codes from the top down to the account. */
export type Paths = ReadonlyMap<string, readonly string[]>;

/** The paths of the file, whose levels hledger's `--depth` counts. */
export const pathsIn = (journal: string): Paths =>
  new Map([...journal.matchAll(/^account (.+)$/gm)].map(([, path = '']) => [codeOf(path), path.split(':')]));

/**
 * The paths of the sections of our reports. They are those of the file, except for an asset that begins a new path there although its
 * parent is an asset: hledger 1.25 would leave it out of its reports.
 */
export const pathsOfSections = (journal: string): Paths => {
  const accounts = new Map(
    [...journal.matchAll(/^account (.+)\n((?: {4};.*\n)+)/gm)].map(([, path = '', tags = '']) => {
      const tag = (name: string): string => new RegExp(`; ${name}: (.*)`).exec(tags)?.[1] ?? '';
      return [path, { isAsset: /[AC]/.test(tag('type')), parent: tag('parent') }];
    }),
  );
  const wholeOf = (path: string): readonly string[] => {
    const [top = '', ...below] = path.split(':');
    const { isAsset, parent = '' } = accounts.get(top) ?? {};
    return [...(isAsset && accounts.get(parent)?.isAsset ? wholeOf(parent) : []), top, ...below];
  };
  return new Map([...accounts.keys()].map((path) => [codeOf(path), wholeOf(path)]));
};

/** Adds up the figures of accounts by the account at this depth of their path. */
export const foldedBy = (paths: Paths, figures: Said, depth: number | undefined): Said => {
  const sums = new Map<string, bigint>();
  for (const [name, amount] of Object.entries(figures)) {
    const words = name.split(' ');
    const code = words.pop() ?? '';
    const folded = [...words, paths.get(code)?.slice(0, depth).at(-1) ?? code].join(' ');
    sums.set(folded, (sums.get(folded) ?? 0n) + amount);
  }
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0n).toSorted());
};

const codeOf = (path: string): string => path.split(':').at(-1) ?? '';
const atDepth = (depth: number | undefined): readonly string[] => (depth === undefined ? [] : ['--depth', `${depth}`]);

/** hledger's sections, by the names of the sections of our reports. */
const sections = {
  ...{ Assets: 'asset', Liabilities: 'liability', Revenues: 'revenue', Expenses: 'expense' },
  'Cash flows': 'cash',
} as const;

type Statement = 'balancesheet' | 'incomestatement' | 'cashflow';

export const statementByHledger = (journal: string, statement: Statement, months: Months, depth?: number): Said => {
  const days = ['--monthly', '-b', months.from, '-e', dayAfter(months.to)];
  const rows = hledgerOn(journal, statement, '--cleared', ...days, ...atDepth(depth), '--layout', 'bare');
  const figures: Figure[] = [];
  let section = '';
  for (const [first = '', currency = '', ...amounts] of rows.slice(2)) {
    const begun = sections[first as keyof typeof sections];
    if (begun !== undefined) section = begun;
    if (currency === '') continue;
    if (amounts.length !== months.names.length) throw new Error(`${statement} has ${amounts.length} columns`);
    const name = first === 'Net:' ? 'net total' : `${section} ${first === 'total' ? first : codeOf(first)}`;
    for (const [index, amount] of amounts.entries()) figures.push([`${months.names[index]} ${name}`, amount]);
  }
  return saidOf(figures);
};

/** The changes of all accounts in each month, debits positive. */
export const registerByHledger = (journal: string, months: Months, depth?: number): Said => {
  const days = ['--monthly', '-b', months.from, '-e', dayAfter(months.to)];
  const rows = hledgerOn(journal, 'register', '--cleared', ...days, ...atDepth(depth)).slice(1);
  return saidOf(
    rows.map(([, day = '', , , path = '', amount = '']) => [`${day.slice(0, 7)} ${codeOf(path)}`, numberIn(amount)]),
  );
};

/** The balance of an account with all accounts below its path at the end of each month in which it changed, debits positive. */
export const runningByHledger = (journal: string, path: readonly string[], months: Months): Said => {
  const days = ['--monthly', '--historical', '-b', months.from, '-e', dayAfter(months.to)];
  const pattern = `acct:^${path.join(':')}(:|$)`;
  const rows = hledgerOn(journal, 'register', pattern, '--cleared', ...days, ...atDepth(path.length)).slice(1);
  return saidOf(rows.map(([, day = '', , , , , total = '']) => [day.slice(0, 7), numberIn(total)]));
};

/** The number in an amount such as `-5.00 "B01"`, or in `0`. */
const numberIn = (amount: string): string => amount.split(' ')[0] ?? '';

const shownTo = (depth: number | undefined): string => `columns=month${depth === undefined ? '' : `&depth=${depth}`}`;

const read = async ({ api }: Pick<TestBooks, 'api'>, path: string): Promise<Read> =>
  dataOf(await api.get(`/reports/${path}`), 200);

/** The figures of the rows of accounts and of the totals, by the names that `statementByHledger` gives them. */
export const statementReported = async (
  books: TestBooks,
  statement: Statement,
  months: Months,
  depth?: number,
): Promise<Said> => {
  const range = `from=${months.from}&to=${months.to}`;
  const shown = shownTo(depth);
  const told = {
    balancesheet: {
      path: `balance-sheet?as_of_date=${months.to}&columns_from=${months.from}&${shown}`,
      sectionOf: ({ type }: Read): string | undefined => (['asset', 'liability'].includes(type) ? type : undefined),
      totals: { asset: ['assets'], liability: ['liabilities'], net: ['equity', 'retained_earnings', 'net_income'] },
    },
    incomestatement: {
      path: `income-statement?${range}&${shown}`,
      sectionOf: ({ type }: Read): string | undefined => type,
      totals: { revenue: ['revenue'], expense: ['expense'], net: ['net_income'] },
    },
    cashflow: {
      path: `cash-flow?${range}&${shown}`,
      sectionOf: ({ flow_class }: Read): string | undefined => (flow_class === 'cash' ? 'cash' : undefined),
      totals: { cash: ['change'] },
    },
  }[statement];
  const { rows, columns } = await read(books, told.path);
  const figures: Figure[] = [];
  for (const [index, month] of months.names.entries()) {
    if (columns[index].label !== month) throw new Error(`column ${index} is ${columns[index].label}`);
    for (const row of rows) {
      const section = row.is_subtotal || row.code === null ? undefined : told.sectionOf(row);
      if (section !== undefined) figures.push([`${month} ${section} ${row.code}`, row.columns[index].balance]);
    }
    for (const [section, names] of Object.entries(told.totals))
      for (const name of names) figures.push([`${month} ${section} total`, columns[index].totals[name]]);
  }
  return saidOf(figures);
};

/** The balances of all accounts before the first month and at the end of each month, debits positive, as the trial balance shows them. */
const balancesReported = async (books: TestBooks, months: Months, depth?: number) => {
  const before = monthBefore(months);
  const path = `trial-balance?as_of_date=${months.to}&columns_from=${before}-01&${shownTo(depth)}`;
  const { rows } = await read(books, path);
  const isGrownByDebit = ({ type }: Read): boolean => type === 'asset' || type === 'expense';
  return rows
    .filter(({ is_subtotal }: Read) => !is_subtotal)
    .map((row: Read) => ({
      code: row.code as string,
      balances: row.columns.map(({ balance }: Read) => (isGrownByDebit(row) ? balance : negated(balance))),
    })) as readonly { readonly code: string; readonly balances: readonly string[] }[];
};

const monthBefore = ({ from }: Months): string => new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 7);
const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** The changes that `registerByHledger` finds, as the differences of the balances in the trial balance. */
export const changesReported = async (books: TestBooks, months: Months, depth?: number): Promise<Said> =>
  saidOf(
    (await balancesReported(books, months, depth)).flatMap(({ code, balances: [opening = '', ...balances] }) =>
      balances.flatMap((balance, index): readonly Figure[] => [
        [`${months.names[index]} ${code}`, balance],
        [`${months.names[index]} ${code}`, negated(balances[index - 1] ?? opening)],
      ]),
    ),
  );

/** The balance of an account with all accounts below it at the end of each month, debits positive. */
export const runningReported = async (books: TestBooks, path: readonly string[], months: Months): Promise<Said> => {
  const rows = await balancesReported(books, months, path.length);
  const [, ...balances] = rows.find(({ code }) => code === path.at(-1))?.balances ?? [];
  return saidOf(balances.map((balance, index) => [months.names[index] ?? '', balance]));
};
