/**
 * Writes a report as a table for spreadsheets (`Accept: text/csv`): the rows of the JSON, a total below each section, the totals of the
 * report, and last the sequence of the log. The first column has the kind of each row, so that a user can sum a column over accounts only.
 * Texts of clients are escaped, so that no spreadsheet runs them as formulas.
 */
import type { AccountType } from '../../../kernel/accounting';
import { csvMediaType, csvRow, safeText } from '../../../kernel/csv';
import type { FileReply } from '../../../kernel/http/files';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { ReportContent } from '../application/reports';
import { cellsOf, type Cell } from '../domain/columns';
import { balanceOf, type Line, type Section, type Sums, type Turned } from '../domain/section';
import { sumsOf } from '../domain/statements';
import { earningsRows, leftOutTexts, lineCells, percentText, type Layout, type Part } from './views';

export const reportSheet = (
  told: ReportContent,
  layout: Layout,
  { denomination }: Pick<Principal, 'denomination'>,
): FileReply => ({
  mediaType: csvMediaType,
  name: `${layout.name}-at-${told.place.sequence}.csv`,
  text: rowsOf(told, layout, denomination),
});

/** The kinds of rows, which the first column names. */
type RowKind = 'account' | 'subtotal' | 'total' | 'retained_earnings' | 'net_income' | 'known_at';

interface Cells {
  readonly kind: RowKind;
  readonly type?: string;
  readonly code?: string;
  readonly name: string;
  readonly depth?: number;
  readonly parentCode?: string | null;
  readonly sums?: Turned & Partial<Sums>;
  readonly balance?: bigint;
  readonly cells?: readonly Cell[];
}

const headings = ['row', 'type', 'code', 'name', 'depth', 'parent_code', 'debits', 'credits'];

function* rowsOf(told: ReportContent, layout: Layout, denomination: Denomination): Iterable<string> {
  const { hasColumns, hasEarnings, types } = layout;
  const { columns } = told;
  const print = (units: bigint | undefined): string => (units === undefined ? '' : formatAmount(units, denomination));
  const row = ({ kind, type = '', code = '', name, depth, parentCode, sums, balance, cells }: Cells): string =>
    csvRow([
      ...[kind, type, safeText(code), safeText(name), depth?.toString() ?? '', safeText(parentCode ?? '')],
      ...[print(sums?.debits), print(sums?.credits)],
      ...(hasColumns ? [print(sums?.debitBalances), print(sums?.creditBalances)] : []),
      print(balance),
      ...columns.flatMap((_, index) => {
        const cell = cells?.[index];
        return [print(cell?.balance), print(cell?.change), percentText(cell?.changePercent) ?? ''];
      }),
    ]);
  const ofColumns = columns.flatMap(({ label }) => [label, `${label} change`, `${label} change_percent`]);
  yield csvRow([...headings, ...(hasColumns ? ['debit_balance', 'credit_balance'] : []), 'balance', ...ofColumns]);
  const shown = told.sections.filter(({ type }) => types.includes(type));
  for (const [place, section] of told.sections.entries()) {
    if (!types.includes(section.type)) continue;
    for (const [index, line] of section.lines.entries())
      yield row({ ...cellsOfLine(line), cells: lineCells(told, place, index) });
    const cells = cellsOf(columns, balanceOf(section.type, section.sums), (column) =>
      balanceOf(section.type, (column.sections[place] as Section).sums),
    );
    yield row({ ...totalOf(section), cells });
  }
  if (hasEarnings)
    for (const { type, name, of } of earningsRows) {
      const balanceIn = (part: Part): bigint => balanceOf('equity', of(part));
      const cells = cellsOf(columns, balanceIn(told), balanceIn);
      yield row({ kind: type, type, name, sums: of(told), balance: balanceIn(told), cells });
    }
  yield row({ kind: 'total', ...closing(told, layout, shown) });
  yield row({ kind: 'known_at', name: standingText(told, layout, denomination) });
}

const cellsOfLine = ({ account, depth, parentCode, isSubtotal, sums }: Line): Cells => ({
  kind: isSubtotal ? 'subtotal' : 'account',
  type: account.type,
  code: account.code,
  name: account.name,
  depth,
  parentCode,
  sums,
  balance: balanceOf(account.type, sums),
});

const sectionNames: Readonly<Record<AccountType, string>> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  revenue: 'Revenue',
  expense: 'Expense',
};

const totalOf = ({ type, sums }: Section): Cells => ({
  kind: 'total',
  type,
  name: sectionNames[type],
  sums,
  balance: balanceOf(type, sums),
});

/**
 * Returns the row before the last row, which has the sequence. It shows the sums of the debit and credit columns, the total of liabilities
 * and equity, or net income.
 */
const closing = (
  told: ReportContent,
  { hasColumns, hasEarnings }: Layout,
  shown: readonly Section[],
): Omit<Cells, 'kind'> => {
  if (hasColumns) return { name: 'All accounts', sums: sumsOf(shown) };
  const balanceIn = ({ totals: { liabilities, equity, netIncome } }: Part): bigint =>
    hasEarnings ? liabilities + equity + netIncome : netIncome;
  const balances = { balance: balanceIn(told), cells: cellsOf(told.columns, balanceIn(told), balanceIn) };
  if (hasEarnings) return { name: 'Liabilities, equity and earnings', ...balances };
  return { type: 'net_income', name: 'Net income', sums: sumsOf(shown), ...balances };
};

const standingText = (
  { place, layer }: ReportContent,
  { about, shown }: Layout,
  { currency }: Denomination,
): string => {
  const asked = Object.entries(about).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
  const { sequence, hash, knownAt } = place;
  return [
    ...[
      ...asked,
      ...leftOutTexts(shown),
      `layer ${layer}`,
      `currency ${currency}`,
      `sequence ${sequence}`,
      `hash ${hash}`,
    ],
    ...(knownAt ? [`known at ${knownAt.toISOString()}`] : []),
  ].join('; ');
};
