/** The cash flow statement as JSON and as a table. Both are created from the same rows, so that they show the same figures. */
import { csvMediaType, csvRow, safeText } from '../../../kernel/csv';
import type { CashFlowClass } from '../../../kernel/accounting';
import type { FileReply } from '../../../kernel/http/files';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { CashFlowContent } from '../application/cash-flow';
import {
  cashFlowParts,
  earningsElsewhere,
  earningsIn,
  flowOf,
  flowTotalsOf,
  isInRows,
  type FlowPart,
  type FlowSection,
  type FlowTotals,
} from '../domain/cash-flow';
import { cellsOf, type Cell } from '../domain/columns';
import type { Line, Turned } from '../domain/section';
import type { flowRowTypes } from './cash-flow-shapes';
import { columnHeads, columnsText, leftOutTexts, percentText, type ReportRequest } from './views';

export interface CashFlowRequest extends ReportRequest {
  readonly from: string;
}

/** A row of the statement: an account, or a sum of the operating activities (`account` is null). */
interface FlowRow extends Pick<Line, 'depth' | 'parentCode' | 'isSubtotal'> {
  readonly flowClass: CashFlowClass;
  readonly account: Line['account'] | null;
  readonly type: Line['account']['type'] | (typeof flowRowTypes)[number];
  readonly name: string;
  readonly isFolded: boolean;
  readonly turned: Turned;
  readonly cells: readonly Cell[];
}

const earningsRows = [
  { type: 'net_income', name: 'Net income', of: earningsIn },
  { type: 'earnings_elsewhere', name: 'Net income shown under other activities', of: earningsElsewhere },
] as const;

function* rowsOf(told: CashFlowContent, part: CashFlowClass, { zero }: CashFlowRequest): Iterable<FlowRow> {
  const { columns, sections } = told;
  if (part === 'operating' && told.method === 'indirect')
    for (const { type, name, of } of earningsRows) {
      const turned = of(sections);
      const cells = cellsOf(columns, flowOf(part, turned), (column) => flowOf(part, of(column.sections)));
      const isZero = [flowOf(part, turned), ...cells.map(({ balance }) => balance)].every((units) => units === 0n);
      if (zero === 'hide' && isZero && type === 'earnings_elsewhere') continue;
      const plain = { depth: 0, parentCode: null, isSubtotal: false, isFolded: false };
      yield { ...plain, flowClass: part, account: null, type, name, turned, cells };
    }
  for (const [place, section] of sections.entries()) {
    if (section.flowClass !== part || !isInRows(section, told.method)) continue;
    for (const [index, { account, depth, parentCode, isSubtotal, isFolded, sums }] of section.lines.entries()) {
      const cells = cellsOf(columns, flowOf(part, sums), (column) => {
        const line = (column.sections[place] as FlowSection).lines[index] as Line;
        return flowOf(part, line.sums);
      });
      const named = { account, type: account.type, name: account.name, flowClass: part };
      yield { ...named, depth, parentCode, isSubtotal, isFolded: isFolded === true, turned: sums, cells };
    }
  }
}

const totalsView = (part: FlowPart, of: Denomination): Readonly<Record<string, string>> => {
  const totals = flowTotalsOf(part);
  return {
    net_income: formatAmount(totals.netIncome, of),
    operating: formatAmount(totals.operating, of),
    investing: formatAmount(totals.investing, of),
    financing: formatAmount(totals.financing, of),
    change: formatAmount(totals.change, of),
    opening_cash: formatAmount(totals.openingCash, of),
    closing_cash: formatAmount(totals.closingCash, of),
  };
};

/** Yields the JSON text of a statement, row by row. */
export function* cashFlowPieces(
  told: CashFlowContent,
  request: CashFlowRequest,
  { denomination: of }: Pick<Principal, 'denomination'>,
): Iterable<string> {
  const { from, known_at_sequence } = request;
  const { sequence, hash, knownAt } = told.place;
  const standing = {
    ...{
      from,
      to: told.to,
      method: told.method,
      layer: 'settled',
      currency: of.currency,
      head: { sequence: Number(sequence), hash },
    },
    ...{ known_at: knownAt?.toISOString() ?? null, known_at_sequence: known_at_sequence ?? null },
    totals: totalsView(told, of),
    columns: told.columns.map((column) => ({
      ...{ label: column.label, from: column.from ?? null, to: column.to },
      totals: totalsView(column, of),
    })),
  };
  yield `${JSON.stringify(standing).slice(0, -1)},"rows":[`;
  const heads = columnHeads(told);
  let isFirst = true;
  for (const part of cashFlowParts)
    for (const row of rowsOf(told, part, request)) {
      yield `${isFirst ? '' : ','}${rowText(row, heads, of)}`;
      isFirst = false;
    }
  yield ']}';
}

const rowText = (row: FlowRow, heads: readonly string[], of: Denomination): string => {
  const { account, turned } = row;
  const members = {
    ...{ flow_class: row.flowClass, account_id: account?.id ?? null, code: account?.code ?? null, name: row.name },
    ...{ type: row.type, normal_balance: account?.normalBalance ?? 'credit', depth: row.depth },
    ...{ parent_code: row.parentCode, is_subtotal: row.isSubtotal, is_folded: row.isFolded },
    ...{ debits: formatAmount(turned.debits, of), credits: formatAmount(turned.credits, of) },
    balance: formatAmount(flowOf(row.flowClass, turned), of),
  };
  return `${JSON.stringify(members).slice(0, -1)}${columnsText(heads, row.cells, of)}}`;
};

export const cashFlowSheet = (
  told: CashFlowContent,
  request: CashFlowRequest,
  { denomination }: Pick<Principal, 'denomination'>,
): FileReply => ({
  mediaType: csvMediaType,
  name: `cash-flow-${told.method === 'direct' ? 'direct-' : ''}${request.from}-${told.to}-at-${told.place.sequence}.csv`,
  text: sheetRows(told, request, denomination),
});

const partNames: Readonly<Record<CashFlowClass, readonly [name: string, total: keyof FlowTotals]>> = {
  operating: ['Operating activities', 'operating'],
  investing: ['Investing activities', 'investing'],
  financing: ['Financing activities', 'financing'],
  cash: ['Change in cash', 'change'],
};
const headings = ['row', 'flow_class', 'type', 'code', 'name', 'depth', 'parent_code', 'debits', 'credits', 'balance'];

function* sheetRows(told: CashFlowContent, request: CashFlowRequest, of: Denomination): Iterable<string> {
  const { columns, place } = told;
  const print = (units: bigint | undefined): string => (units === undefined ? '' : formatAmount(units, of));
  const printCells = (cells: readonly Cell[]): readonly string[] =>
    columns.flatMap((_, index) => {
      const { balance, change, changePercent } = cells[index] ?? {};
      return [print(balance), print(change), percentText(changePercent) ?? ''];
    });
  const total = (flowClass: CashFlowClass, name: string, member: keyof FlowTotals, kind = 'total'): string => {
    const own = flowTotalsOf(told)[member];
    const cells = cellsOf(columns, own, (column) => flowTotalsOf(column)[member]);
    return csvRow([kind, flowClass, '', '', name, '', '', '', '', print(own), ...printCells(cells)]);
  };
  const ofColumns = columns.flatMap(({ label }) => [label, `${label} change`, `${label} change_percent`]);
  yield csvRow([...headings, ...ofColumns]);
  for (const part of cashFlowParts) {
    if (part === 'cash') yield total(part, 'Cash before the first day', 'openingCash', 'opening');
    for (const row of rowsOf(told, part, request)) {
      const kind = row.account ? (row.isSubtotal ? 'subtotal' : 'account') : row.type;
      yield csvRow([
        ...[kind, part, row.type, safeText(row.account?.code ?? ''), safeText(row.name), String(row.depth)],
        ...[safeText(row.parentCode ?? ''), print(row.turned.debits), print(row.turned.credits)],
        ...[print(flowOf(part, row.turned)), ...printCells(row.cells)],
      ]);
    }
    yield total(part, ...partNames[part]);
  }
  yield total('cash', 'Cash at the end of the last day', 'closingCash', 'closing');
  const { sequence, hash, knownAt } = place;
  const standing = [
    ...[
      `from ${request.from}`,
      `to ${told.to}`,
      ...(told.method === 'direct' ? ['method direct'] : []),
      ...leftOutTexts(request),
      'layer settled',
      `currency ${of.currency}`,
      `sequence ${sequence}`,
      `hash ${hash}`,
    ],
    ...(knownAt ? [`known at ${knownAt.toISOString()}`] : []),
  ].join('; ');
  yield csvRow(['known_at', '', '', '', standing, '', '', '', '', '', ...printCells([])]);
}
