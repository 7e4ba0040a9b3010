/**
 * Compares the balances that a journal asserts with the ledger's balances after the import. The ledger returns the balance at the end of a
 * day. So the transactions that follow an assertion in the file, on the same day, are subtracted first.
 */
import { formatAmount, parseAmount, type Denomination, type Minor } from '../../../src/kernel/money';
import { refused } from '../../../src/kernel/refusal';
import { dayBefore, type Day } from '../../../src/kernel/time';
import type { ChartPlan } from './chart';
import type { LedgerCalls } from './ledger-calls';
import type { AssertionRow, EntryRow, Reason, TransactionRow } from './rows';

export interface Assertions {
  add(row: AssertionRow): void;
  /** Records a transaction of the file. It is subtracted for the assertions before it on the same day. */
  take(row: TransactionRow): void;
  readonly size: number;
  /** Returns the assertions whose balance differs from the ledger's. */
  check(context: CheckContext): Promise<readonly (Reason & { readonly line: number })[]>;
}

export interface CheckContext {
  readonly calls: LedgerCalls;
  readonly denomination: Denomination;
  readonly chart: Pick<ChartPlan, 'codeOf'>;
  /** The names of all accounts in the file. */
  readonly names: readonly string[];
}

interface Asserted extends AssertionRow {
  later: bigint;
}

const isOf = ({ account, isWithin }: AssertionRow, name: string): boolean =>
  name === account || (isWithin && name.startsWith(`${account}:`));

export const sumOf = (assertion: AssertionRow, entries: readonly EntryRow[]): bigint =>
  entries.reduce(
    (sum, { account, layer, amount }) => (layer === 'settled' && isOf(assertion, account) ? sum + amount : sum),
    0n,
  );

export const createAssertions = (): Assertions => {
  const all: Asserted[] = [];
  const byDay = new Map<Day, Asserted[]>();
  return {
    add: (row) => {
      const asserted = { ...row, later: row.behind };
      all.push(asserted);
      if (row.isBeforeDay) return;
      const ofDay = byDay.get(row.date);
      if (ofDay) ofDay.push(asserted);
      else byDay.set(row.date, [asserted]);
    },
    take: ({ date, entries }) => {
      for (const asserted of byDay.get(date) ?? []) asserted.later += sumOf(asserted, entries);
    },
    get size() {
      return all.length;
    },
    check: async (context) => {
      const failed: (Reason & { readonly line: number })[] = [];
      const balanceOn = balancesOf(context);
      for (const asserted of all) {
        const { line, account, date, amount, later, isWithin, isBeforeDay } = asserted;
        const day = isBeforeDay ? dayBefore(date) : date;
        let sum = -later;
        const below = isWithin ? context.names.filter((name) => name !== account && isOf(asserted, name)) : [];
        if (day !== undefined) for (const name of [account, ...below]) sum += await balanceOn(name, day);
        if (sum === amount) continue;
        const print = (of: bigint): string => formatAmount(of as Minor, context.denomination);
        const when = isBeforeDay ? `at the beginning of ${date}` : `on ${date}`;
        const message = `The file asserts that the balance of ${account} is ${print(amount)} ${when}, but in the ledger it is ${print(sum)}.`;
        failed.push({ line, code: 'ASSERTION_FAILED', message });
      }
      return failed;
    },
  };
};

interface ReadBalance {
  readonly balances: { readonly settled: string };
  readonly normal_balance: 'debit' | 'credit';
}

/**
 * Returns a function that reads the settled balance of an account on a day, positive for debits. It returns zero if the name matches no
 * account, and reads each balance only once.
 */
const balancesOf = ({ calls, chart, denomination }: CheckContext): ((name: string, day: Day) => Promise<bigint>) => {
  const known = new Map<string, bigint>();
  return async (name, day) => {
    const code = chart.codeOf(name);
    if (refused(code)) return 0n;
    const key = `${day} ${code.right}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const asked = { params: { code: code.right }, query: { as_of_date: day } };
    const read = await calls.call<ReadBalance>('readAccountBalance', asked);
    const balance = refused(read) ? balanceOfNone(read.left) : balanceIn(read.right, denomination);
    known.set(key, balance);
    return balance;
  };
};

/** A missing account has a balance of zero. Any other refusal is a fault of the program, because the file cannot cause it. */
const balanceOfNone = ({ code, message }: Reason): bigint => {
  if (code === 'ACCOUNT_NOT_FOUND') return 0n;
  throw new Error(`a balance that the file asserts could not be read: ${message}`);
};

const balanceIn = ({ balances, normal_balance: side }: ReadBalance, denomination: Denomination): bigint => {
  const settled = parseAmount(balances.settled, denomination);
  if (refused(settled)) throw new Error(`the ledger returned a balance that is not an amount: ${balances.settled}`);
  return side === 'credit' ? -settled.right : settled.right;
};
