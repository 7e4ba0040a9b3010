/** Random books for the tests of the cash flow statement: a chart with classes, and transactions of up to three pairs of entries. */
import type { Answer } from './client';
import type { TestBooks, TestLedger } from './ledger';
import type { Random as RandomValues } from './random';
import { credit, dataOf, debit, decide, openAccount, transaction } from './requests';

type Random = Pick<RandomValues, 'next' | 'pick'>;

export type Flow = 'operating' | 'investing' | 'financing' | 'cash';
export const flows = ['operating', 'investing', 'financing', 'cash'] as const;

/** Each account with its cash flow class: its own, or inherited from an account above it, or that of its type. */
export const chart = {
  BANK: { type: 'asset', parent: null, own: 'cash', flow: 'cash' },
  'BANK-EUR': { type: 'asset', parent: 'BANK', own: null, flow: 'cash' },
  'BANK-TERM': { type: 'asset', parent: 'BANK', own: 'investing', flow: 'investing' },
  TILL: { type: 'asset', parent: null, own: 'cash', flow: 'cash' },
  OWED: { type: 'asset', parent: null, own: null, flow: 'operating' },
  VAN: { type: 'asset', parent: null, own: 'investing', flow: 'investing' },
  'VAN-WEAR': { type: 'asset', parent: 'VAN', own: 'operating', flow: 'operating' },
  'VAN-LEASE': { type: 'liability', parent: 'VAN', own: null, flow: 'operating' },
  BILLS: { type: 'liability', parent: null, own: null, flow: 'operating' },
  LOAN: { type: 'liability', parent: null, own: 'financing', flow: 'financing' },
  'LOAN-B': { type: 'liability', parent: 'LOAN', own: null, flow: 'financing' },
  CAPITAL: { type: 'equity', parent: null, own: null, flow: 'financing' },
  GRANTS: { type: 'equity', parent: null, own: 'operating', flow: 'operating' },
  SALES: { type: 'revenue', parent: null, own: null, flow: 'operating' },
  GAIN: { type: 'revenue', parent: null, own: 'investing', flow: 'investing' },
  RENT: { type: 'expense', parent: null, own: null, flow: 'operating' },
  INTEREST: { type: 'expense', parent: null, own: 'financing', flow: 'financing' },
} as const;
export type Code = keyof typeof chart;
export const codes = Object.keys(chart) as Code[];

export const isEarning = (code: Code): boolean => chart[code].type === 'revenue' || chart[code].type === 'expense';

export interface Entry {
  /** The number of the entry's transaction. */
  readonly of: number;
  readonly day: string;
  readonly code: Code;
  /** The amount in minor units, positive for a debit. */
  readonly units: number;
}

/** Returns a function that draws a random day: one of the `days` days that begin `from` days after 2024-01-01. */
export const dayOf =
  (next: Random['next']) =>
  (from: number, days: number): string =>
    new Date(Date.UTC(2024, 0, 1) + (from + Math.floor(next() * days)) * 86_400_000).toISOString().slice(0, 10);
const amountOf = (units: number): string => (units / 100).toFixed(2);
export const minor = (amount: string): number => Math.round(Number(amount) * 100);
export const totalsIn = (totals: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(totals).map(([name, amount]) => [name, minor(amount)]));

/** Opens the chart, posts the transactions, and adds their entries to `entries`. */
export const openCashFlowBooks = async (
  ledger: Pick<TestLedger, 'newLedger'>,
  { next, pick }: Random,
  entries: Entry[],
): Promise<TestBooks> => {
  const day = dayOf(next);
  const books = await ledger.newLedger();
  for (const code of codes) {
    const { type, parent, own } = chart[code];
    await openAccount(books.api, {
      ...{ code, type, cash_flow: own },
      ...(parent === null ? {} : { parent_code: parent }),
    });
  }
  const transactions = Array.from({ length: 100 }, (_, of) => {
    const effective_date = day(0, 800);
    const legs = Array.from({ length: 1 + Math.floor(next() * 3) }, () => ({
      ...{ from: pick(codes), to: pick(codes), units: 1 + Math.floor(next() * 100_000) },
    }));
    for (const { from, to, units } of legs)
      entries.push(
        { of, day: effective_date, code: from, units },
        { of, day: effective_date, code: to, units: -units },
      );
    const sides = legs.flatMap(({ from, to, units }) => [debit(from, amountOf(units)), credit(to, amountOf(units))]);
    return transaction({ effective_date, entries: sides });
  });
  const { results } = dataOf(await books.api.post('/transactions/batch', { transactions }, { Prefer: 'wait=20' }), 202);
  expect(results.map(({ status }: Answer['body']) => status)).toEqual(results.map(() => 'posted'));
  // A hold does not move cash.
  await decide(books.api, { layer: 'pending', entries: [debit('BANK', '9.00'), credit('SALES', '9.00')] });
  return books;
};
