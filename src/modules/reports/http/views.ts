/**
 * The layout of each report. Both the JSON and the rows for a spreadsheet are created from it, so that they show the same figures. Reports
 * of large charts are converted to text piece by piece.
 */
import { accountTypes, type AccountType } from '../../../kernel/accounting';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { ReportContent } from '../application/reports';
import { cellsOf, type Cell } from '../domain/columns';
import { balanceOf, type Line, type Section, type Turned } from '../domain/section';
import { earningsOf, sumsOf, typesOfBalanceSheet, typesOfIncomeStatement } from '../domain/statements';
import type { earningTypes } from './codecs';

/** The layout of a report: its name, the members that repeat the request, its sections and its totals. */
export interface Layout {
  /** The part of the file name that names the report. */
  readonly name: string;
  readonly types: readonly AccountType[];
  /** Whether each account has a column for a debit balance and one for a credit balance. */
  readonly hasColumns: boolean;
  /** The members of the response that repeat the days and accounts of the request. */
  readonly about: Readonly<Record<string, string | null>>;
  readonly knownAtSequence: number | undefined;
  readonly shown: ShownRequest;
  /** The totals of the report or of one of its columns, by name, in minor units. */
  readonly totalsOf: (part: Part) => Readonly<Record<string, bigint>>;
  /** Whether earnings have rows of their own: retained earnings of prior years, and net income of the fiscal year. */
  readonly hasEarnings: boolean;
}

/** The figures of the report, or of one of its columns. */
export type Part = Pick<ReportContent, 'sections' | 'totals' | 'retained'>;

/** The rows of the balance sheet that show a sum instead of an account, in their order. */
export interface EarningsRow {
  readonly type: (typeof earningTypes)[number];
  readonly name: string;
  readonly of: (part: Part) => Turned;
}

export const earningsRows: readonly EarningsRow[] = [
  {
    type: 'retained_earnings',
    name: 'Retained earnings of prior years',
    of: ({ sections, retained }) => earningsOf(sections, retained).retained,
  },
  {
    type: 'net_income',
    name: 'Net income of the fiscal year',
    of: ({ sections, retained }) => earningsOf(sections, retained).ofYear,
  },
];

export interface ReportRequest extends ShownRequest {
  readonly known_at_sequence: number | undefined;
}

/** The parameters that leave out rows of a report. */
export interface ShownRequest {
  readonly depth: number | undefined;
  readonly zero: 'show' | 'hide';
}

/** Returns the texts with which a table says that it lacks rows: its reader does not know the request. */
export const leftOutTexts = ({ depth, zero }: ShownRequest): readonly string[] => [
  ...(depth === undefined ? [] : [`depth ${depth}`]),
  ...(zero === 'hide' ? ['zero hide'] : []),
];

export const trialBalanceLayout = (
  { to }: ReportContent,
  { account_set_code, known_at_sequence, ...shown }: ReportRequest & { readonly account_set_code: string | undefined },
): Layout => ({
  name: `trial-balance-${to}`,
  types: accountTypes,
  hasColumns: true,
  about: { as_of_date: to, account_set_code: account_set_code ?? null },
  knownAtSequence: known_at_sequence,
  shown,
  totalsOf: ({ sections, totals: { assets, liabilities, equity, revenue, expense, netIncome } }) => {
    const { debits, credits, debitBalances, creditBalances } = sumsOf(sections);
    return {
      ...{ debits, credits, debit_balances: debitBalances, credit_balances: creditBalances },
      ...{ assets, liabilities, equity, revenue, expense, net_income: netIncome },
    };
  },
  hasEarnings: false,
});

export const balanceSheetLayout = ({ to }: ReportContent, { known_at_sequence, ...shown }: ReportRequest): Layout => ({
  name: `balance-sheet-${to}`,
  types: typesOfBalanceSheet,
  hasColumns: false,
  about: { as_of_date: to },
  knownAtSequence: known_at_sequence,
  shown,
  totalsOf: ({ totals: { assets, liabilities, equity, netIncome }, retained }) => {
    const retainedEarnings = balanceOf('equity', retained);
    return {
      ...{ assets, liabilities, equity, retained_earnings: retainedEarnings, net_income: netIncome - retainedEarnings },
      liabilities_and_equity: liabilities + equity + netIncome,
    };
  },
  hasEarnings: true,
});

export const incomeStatementLayout = (
  { to }: ReportContent,
  { from, known_at_sequence, ...shown }: ReportRequest & { readonly from: string },
): Layout => ({
  name: `income-statement-${from}-${to}`,
  types: typesOfIncomeStatement,
  hasColumns: false,
  about: { from, to },
  knownAtSequence: known_at_sequence,
  shown,
  totalsOf: ({ totals: { revenue, expense, netIncome } }) => ({ revenue, expense, net_income: netIncome }),
  hasEarnings: false,
});

/** The members of a report other than its rows. */
export const standingView = (
  told: ReportContent,
  layout: Layout,
  { denomination }: Pick<Principal, 'denomination'>,
): object => {
  const { sequence, hash, knownAt } = told.place;
  const totalsIn = (part: Part): object =>
    Object.fromEntries(
      Object.entries(layout.totalsOf(part)).map(([name, units]) => [name, formatAmount(units, denomination)]),
    );
  const columns = told.columns.map((column) => ({
    ...{ label: column.label, from: column.from ?? null, to: column.to },
    totals: totalsIn(column),
  }));
  return {
    ...layout.about,
    layer: told.layer,
    currency: denomination.currency,
    head: { sequence: Number(sequence), hash },
    known_at: knownAt?.toISOString() ?? null,
    known_at_sequence: layout.knownAtSequence ?? null,
    totals: totalsIn(told),
    columns,
  };
};

/** Yields the JSON text of a report, row by row. */
export function* reportPieces(told: ReportContent, layout: Layout, caller: Principal): Iterable<string> {
  yield `${JSON.stringify(standingView(told, layout, caller)).slice(0, -1)},"rows":[`;
  let isFirst = true;
  for (const row of rowsOf(told, layout, caller.denomination)) {
    yield isFirst ? row : `,${row}`;
    isFirst = false;
  }
  yield ']}';
}

function* rowsOf(told: ReportContent, { types, hasColumns, hasEarnings }: Layout, of: Denomination): Iterable<string> {
  const heads = columnHeads(told);
  for (const [place, { type, lines }] of told.sections.entries())
    if (types.includes(type))
      for (const [index, line] of lines.entries())
        yield rowText(line, columnsText(heads, lineCells(told, place, index), of), hasColumns, of);
  if (hasEarnings)
    for (const row of earningsRows) {
      const balanceIn = (part: Part): bigint => balanceOf('equity', row.of(part));
      const cells = cellsOf(told.columns, balanceIn(told), balanceIn);
      yield `${JSON.stringify(earningsView(row, told, of)).slice(0, -1)}${columnsText(heads, cells, of)}}`;
    }
}

/** Returns the figures of one line in each additional column. All columns have the same lines. */
export const lineCells = (
  { sections, columns }: Pick<ReportContent, 'sections' | 'columns'>,
  place: number,
  index: number,
): readonly Cell[] => {
  const balanceIn = (part: readonly Section[]): bigint => {
    const { type, lines } = part[place] as Section;
    return balanceOf(type, (lines[index] as Line).sums);
  };
  return columns.length === 0 ? [] : cellsOf(columns, balanceIn(sections), (column) => balanceIn(column.sections));
};

/** Returns the JSON text with which each column begins in every row. */
export const columnHeads = ({ columns }: Pick<ReportContent, 'columns'>): readonly string[] =>
  columns.map(({ label, from = null, to }) => `${JSON.stringify({ label, from, to }).slice(0, -1)},"balance":"`);

/** Returns the JSON text of a row's member `columns`. A report of twelve months over a large chart has a hundred thousand cells. */
export const columnsText = (heads: readonly string[], cells: readonly Cell[], of: Denomination): string => {
  let text = ',"columns":[';
  for (const [index, { balance, change, changePercent }] of cells.entries()) {
    const percent = percentText(changePercent);
    text +=
      `${index === 0 ? '' : ','}${heads[index] as string}${formatAmount(balance, of)}",` +
      `"change":${change === undefined ? 'null' : `"${formatAmount(change, of)}"`},` +
      `"change_percent":${percent === null ? 'null' : `"${percent}"`}}`;
  }
  return `${text}]`;
};

/** Prints hundredths of a per cent: `12.50`. */
export const percentText = (hundredths: bigint | undefined): string | null => {
  if (hundredths === undefined) return null;
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Writes the JSON of a row by hand: creating an object and calling JSON.stringify takes three times as long. */
const rowText = (
  { account, depth, parentCode, isSubtotal, isFolded, sums }: Line,
  columns: string,
  hasColumns: boolean,
  of: Denomination,
): string => {
  const sides = hasColumns
    ? `"debit_balance":"${formatAmount(sums.debitBalances, of)}","credit_balance":"${formatAmount(sums.creditBalances, of)}",`
    : '';
  return (
    `{"account_id":"${account.id}","code":${JSON.stringify(account.code)},"name":${JSON.stringify(account.name)},` +
    `"type":"${account.type}","normal_balance":"${account.normalBalance}","depth":${depth},` +
    `"parent_code":${JSON.stringify(parentCode)},"is_subtotal":${isSubtotal},"is_folded":${isFolded === true},` +
    `"debits":"${formatAmount(sums.debits, of)}","credits":"${formatAmount(sums.credits, of)}",${sides}` +
    `"balance":"${formatAmount(balanceOf(account.type, sums), of)}"${columns}}`
  );
};

const earningsView = ({ type, name, of: sumsIn }: EarningsRow, told: Part, of: Denomination): object => ({
  account_id: null,
  code: null,
  name,
  type,
  normal_balance: 'credit',
  depth: 0,
  parent_code: null,
  is_subtotal: false,
  is_folded: false,
  debits: formatAmount(sumsIn(told).debits, of),
  credits: formatAmount(sumsIn(told).credits, of),
  balance: formatAmount(balanceOf('equity', sumsIn(told)), of),
});
