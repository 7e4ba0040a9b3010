/**
 * How reports are printed: one layout each, from which the JSON and the rows for a spreadsheet are both made, so that they say
 * the same. Reports of large charts are made into text piece by piece.
 */
import { accountTypes, type AccountType } from '../../../kernel/accounting';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { Told } from '../application/reports';
import { balanceOf, type Line, type Sums } from '../domain/section';
import { sumsOf, typesOfBalanceSheet, typesOfIncomeStatement } from '../domain/statements';
import { netIncomeType } from './codecs';

/** A report as it is printed: what it is called, what it was asked, which sections it has, and what stands below them. */
export interface Layout {
  /** For the name of a file. */
  readonly name: string;
  readonly types: readonly AccountType[];
  /** Whether each account stands in a column for debit balances, or in one for credit balances. */
  readonly hasColumns: boolean;
  /** The members that say which days and accounts are meant. */
  readonly about: Readonly<Record<string, string | null>>;
  readonly knownAtSequence: number | undefined;
  /** By name, in minor units. */
  readonly totals: Readonly<Record<string, bigint>>;
  /** Of what is no account and yet a row: net income to date. */
  readonly netIncome: Sums | undefined;
}

export interface Asked {
  readonly known_at_sequence: number | undefined;
}

export const trialBalanceLayout = (
  { sections, totals, to }: Told,
  { account_set_code, known_at_sequence }: Asked & { readonly account_set_code: string | undefined },
): Layout => {
  const { debits, credits, debitBalances, creditBalances } = sumsOf(sections);
  const { assets, liabilities, equity, revenue, expense, netIncome } = totals;
  return {
    name: `trial-balance-${to}`,
    types: accountTypes,
    hasColumns: true,
    about: { as_of_date: to, account_set_code: account_set_code ?? null },
    knownAtSequence: known_at_sequence,
    totals: {
      ...{ debits, credits, debit_balances: debitBalances, credit_balances: creditBalances },
      ...{ assets, liabilities, equity, revenue, expense, net_income: netIncome },
    },
    netIncome: undefined,
  };
};

export const balanceSheetLayout = ({ sections, totals, to }: Told, { known_at_sequence }: Asked): Layout => {
  const { assets, liabilities, equity, netIncome } = totals;
  return {
    name: `balance-sheet-${to}`,
    types: typesOfBalanceSheet,
    hasColumns: false,
    about: { as_of_date: to },
    knownAtSequence: known_at_sequence,
    totals: {
      ...{ assets, liabilities, equity, net_income: netIncome },
      liabilities_and_equity: liabilities + equity + netIncome,
    },
    netIncome: sumsOf(sections.filter(({ type }) => typesOfIncomeStatement.some((one) => one === type))),
  };
};

export const incomeStatementLayout = (
  { totals: { revenue, expense, netIncome }, to }: Told,
  { from, known_at_sequence }: Asked & { readonly from: string },
): Layout => ({
  name: `income-statement-${from}-${to}`,
  types: typesOfIncomeStatement,
  hasColumns: false,
  about: { from, to },
  knownAtSequence: known_at_sequence,
  totals: { revenue, expense, net_income: netIncome },
  netIncome: undefined,
});

/** What stands around the rows. */
export const standingView = (told: Told, layout: Layout, { denomination }: Pick<Principal, 'denomination'>): object => {
  const { sequence, hash, knownAt } = told.place;
  const totals = Object.entries(layout.totals).map(([name, units]) => [name, formatAmount(units, denomination)]);
  return {
    ...layout.about,
    layer: told.layer,
    currency: denomination.currency,
    head: { sequence: Number(sequence), hash },
    known_at: knownAt?.toISOString() ?? null,
    known_at_sequence: layout.knownAtSequence ?? null,
    totals: Object.fromEntries(totals) as object,
  };
};

/** The JSON text of a report, row by row. */
export function* reportPieces(told: Told, layout: Layout, caller: Principal): Iterable<string> {
  yield `${JSON.stringify(standingView(told, layout, caller)).slice(0, -1)},"rows":[`;
  let isFirst = true;
  for (const row of rowsOf(told, layout, caller.denomination)) {
    yield isFirst ? row : `,${row}`;
    isFirst = false;
  }
  yield ']}';
}

function* rowsOf({ sections }: Told, { types, hasColumns, netIncome }: Layout, of: Denomination): Iterable<string> {
  for (const { type, lines } of sections)
    if (types.includes(type)) for (const line of lines) yield rowText(line, hasColumns, of);
  if (netIncome) yield JSON.stringify(netIncomeView(netIncome, of));
}

/** Written out: to make an object of each row, and a text of that, would take three times as long. */
const rowText = (
  { account, depth, parentCode, isSubtotal, sums }: Line,
  hasColumns: boolean,
  of: Denomination,
): string => {
  const columns = hasColumns
    ? `"debit_balance":"${formatAmount(sums.debitBalances, of)}","credit_balance":"${formatAmount(sums.creditBalances, of)}",`
    : '';
  return (
    `{"account_id":"${account.id}","code":${JSON.stringify(account.code)},"name":${JSON.stringify(account.name)},` +
    `"type":"${account.type}","normal_balance":"${account.normalBalance}","depth":${depth},` +
    `"parent_code":${JSON.stringify(parentCode)},"is_subtotal":${isSubtotal},` +
    `"debits":"${formatAmount(sums.debits, of)}","credits":"${formatAmount(sums.credits, of)}",${columns}` +
    `"balance":"${formatAmount(balanceOf(account.type, sums), of)}"}`
  );
};

const netIncomeView = (sums: Sums, of: Denomination): object => ({
  account_id: null,
  code: null,
  name: 'Net income to date',
  type: netIncomeType,
  normal_balance: 'credit',
  depth: 0,
  parent_code: null,
  is_subtotal: false,
  debits: formatAmount(sums.debits, of),
  credits: formatAmount(sums.credits, of),
  balance: formatAmount(balanceOf('equity', sums), of),
});
