/**
 * A report as a table for spreadsheets (`Accept: text/csv`): the rows of the JSON, a total below each section, the totals of the
 * report, and last where in the log it stands. The first column says what a row is, so that a column is summed over accounts
 * alone; what clients wrote is made safe.
 */
import type { AccountType } from '../../../kernel/accounting';
import { csvMediaType, csvRow, safeText } from '../../../kernel/csv';
import type { FileReply } from '../../../kernel/http/files';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { Told } from '../application/reports';
import { balanceOf, type Line, type Section, type Sums } from '../domain/section';
import { sumsOf } from '../domain/statements';
import { netIncomeType } from './codecs';
import type { Layout } from './views';

export const reportSheet = (
  told: Told,
  layout: Layout,
  { denomination }: Pick<Principal, 'denomination'>,
): FileReply => ({
  mediaType: csvMediaType,
  name: `${layout.name}-at-${told.place.sequence}.csv`,
  text: rowsOf(told, layout, denomination),
});

/** What a row is. */
type RowKind = 'account' | 'subtotal' | 'total' | 'net_income' | 'known_at';

interface Cells {
  readonly kind: RowKind;
  readonly type?: string;
  readonly code?: string;
  readonly name: string;
  readonly depth?: number;
  readonly parentCode?: string | null;
  readonly sums?: Sums;
  readonly balance?: bigint;
}

const headings = ['row', 'type', 'code', 'name', 'depth', 'parent_code', 'debits', 'credits'];

function* rowsOf(told: Told, layout: Layout, denomination: Denomination): Iterable<string> {
  const { hasColumns, netIncome, types } = layout;
  const print = (units: bigint | undefined): string => (units === undefined ? '' : formatAmount(units, denomination));
  const row = ({ kind, type = '', code = '', name, depth, parentCode, sums, balance }: Cells): string =>
    csvRow([
      ...[kind, type, safeText(code), safeText(name), depth?.toString() ?? '', safeText(parentCode ?? '')],
      ...[print(sums?.debits), print(sums?.credits)],
      ...(hasColumns ? [print(sums?.debitBalances), print(sums?.creditBalances)] : []),
      print(balance),
    ]);
  yield csvRow([...headings, ...(hasColumns ? ['debit_balance', 'credit_balance'] : []), 'balance']);
  const shown = told.sections.filter(({ type }) => types.includes(type));
  for (const section of shown) {
    for (const line of section.lines) yield row(cellsOf(line));
    yield row(totalOf(section));
  }
  if (netIncome) yield row({ ...netIncomeCells, sums: netIncome, balance: balanceOf('equity', netIncome) });
  yield row({ kind: 'total', ...closing(told, layout, shown) });
  yield row({ kind: 'known_at', name: standingText(told, layout, denomination) });
}

const cellsOf = ({ account, depth, parentCode, isSubtotal, sums }: Line): Cells => ({
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

const netIncomeCells = { kind: 'net_income', type: netIncomeType, name: 'Net income to date' } as const;

/** The last line of the report itself: both columns; the other side of the balance sheet; what was earned. */
const closing = (
  { totals: { liabilities, equity, netIncome } }: Told,
  { hasColumns, netIncome: toDate }: Layout,
  shown: readonly Section[],
): Omit<Cells, 'kind'> => {
  if (hasColumns) return { name: 'All accounts', sums: sumsOf(shown) };
  if (toDate) return { name: 'Liabilities, equity and net income', balance: liabilities + equity + netIncome };
  return { type: netIncomeType, name: 'Net income', sums: sumsOf(shown), balance: netIncome };
};

const standingText = ({ place, layer }: Told, { about }: Layout, { currency }: Denomination): string => {
  const asked = Object.entries(about).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
  const { sequence, hash, knownAt } = place;
  return [
    ...[...asked, `layer ${layer}`, `currency ${currency}`, `sequence ${sequence}`, `hash ${hash}`],
    ...(knownAt ? [`known at ${knownAt.toISOString()}`] : []),
  ].join('; ');
};
