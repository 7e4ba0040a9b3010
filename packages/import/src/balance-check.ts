/**
 * Checks the balances that a bank prints in its rows against the amounts of the rows. The rows may be sorted oldest first or newest first,
 * so one of the two orders must fit all rows and their days. After a row that cannot be read, the check starts again.
 */
import type { Minor } from '../../../src/kernel/money';
import type { Day } from '../../../src/kernel/time';
import type { CsvMap } from './csv-map';
import type { Reason } from './rows';

export interface CheckedRow {
  readonly account: string;
  readonly line: number;
  readonly date: Day;
  readonly amount: Minor;
  /** The balance that the bank printed in the row; null if the row has none. */
  readonly balance: Minor | null;
}

export interface BalanceCheck {
  /** Returns the reason if the row's balance does not fit the rows before it; undefined if it fits. */
  take(row: CheckedRow): (Reason & { readonly line: number }) | undefined;
  broken(): void;
  end(): (Reason & { readonly line: number }) | undefined;
}

interface Chain {
  last: (CheckedRow & { readonly balance: Minor }) | undefined;
  /** The sum of the rows after `last`, which have no printed balance. */
  between: bigint;
  mayAscend: boolean;
  mayDescend: boolean;
  readonly first: Pick<CheckedRow, 'date' | 'line'>;
  latest: Pick<CheckedRow, 'date' | 'line'>;
}

export const createBalanceCheck = (
  order: NonNullable<CsvMap['balance']>['order'],
  print: (amount: Minor) => string,
): BalanceCheck => {
  const chains = new Map<string, Chain>();
  const chainOf = (row: CheckedRow): Chain => {
    const before = chains.get(row.account);
    if (before) return before;
    const [mayAscend, mayDescend] = [order !== 'newest_first', order !== 'oldest_first'];
    const chain = { last: undefined, between: 0n, mayAscend, mayDescend, first: row, latest: row };
    chains.set(row.account, chain);
    return chain;
  };
  return {
    take: (row) => {
      const chain = chainOf(row);
      const { last, between } = chain;
      chain.latest = row;
      if (row.balance === null) {
        chain.between += row.amount;
        return undefined;
      }
      chain.last = { ...row, balance: row.balance };
      chain.between = 0n;
      if (last === undefined) return undefined;
      const older = last.balance + between + row.amount;
      const newer = last.balance - between - last.amount;
      chain.mayAscend &&= row.balance === older;
      chain.mayDescend &&= row.balance === newer;
      if (chain.mayAscend || chain.mayDescend) return undefined;
      return {
        code: 'BALANCE_DIFFERS',
        line: row.line,
        message: `The balance is ${print(row.balance)}. After line ${last.line} it would be ${print(older as Minor)} if the oldest row is first, and ${print(newer as Minor)} if the newest row is first. A sign, a decimal mark or an earlier row was probably misread: correct the map or the file.`,
      };
    },
    broken: () => {
      for (const chain of chains.values()) {
        chain.last = undefined;
        chain.between = 0n;
      }
    },
    end: () => {
      if (order !== undefined) return undefined;
      for (const { mayAscend, mayDescend, first, latest } of chains.values()) {
        const isOnly = mayAscend !== mayDescend;
        if (isOnly && (mayAscend ? first.date > latest.date : first.date < latest.date))
          return {
            code: 'BALANCE_DIFFERS',
            line: latest.line,
            message: `The balances match the amounts only if the ${mayAscend ? 'oldest' : 'newest'} row is first, but by the days the ${mayAscend ? 'newest' : 'oldest'} row is first: the signs of the amounts are reversed.`,
          };
      }
      return undefined;
    },
  };
};
