/**
 * A draft of a transaction: lines with an account and an amount on one of two sides. It is checked while the person types. The API checks
 * it again, including everything that only the API knows.
 */
import {
  amountFrom,
  compareAmounts,
  difference,
  isAmount,
  isNegative,
  isZero,
  negated,
  sumOf,
} from '../../parts/amount';

export type Side = 'debit' | 'credit';

/** A line as it was typed. At most one of its two amounts is filled in. */
export interface Line {
  readonly key: number;
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
  readonly description: string;
}

export const emptyLine = (key: number): Line => ({ key, account: '', debit: '', credit: '', description: '' });

/** The API's limit on entries in a transaction. */
export const mostLines = 100;
export const leastLines = 2;

export const sideOf = ({ debit, credit }: Line): Side | undefined =>
  debit.trim() !== '' ? 'debit' : credit.trim() !== '' ? 'credit' : undefined;

/** Returns the amount of the line without thousands separators; undefined if it is empty or invalid. */
export const amountOf = (line: Line): string | undefined => {
  const side = sideOf(line);
  const amount = side === undefined ? '' : amountFrom(line[side]);
  return isAmount(amount) ? amount : undefined;
};

export const isEmpty = (line: Line): boolean => line.account.trim() === '' && sideOf(line) === undefined;

/** Returns the lines that are not empty. */
export const written = (lines: readonly Line[]): readonly Line[] => lines.filter((line) => !isEmpty(line));

/** Sets the amount on one side, and clears the other side, because a line has only one amount. */
export const withAmount = (line: Line, side: Side, typed: string): Line => ({
  ...line,
  debit: side === 'debit' ? typed : typed.trim() === '' ? line.debit : '',
  credit: side === 'credit' ? typed : typed.trim() === '' ? line.credit : '',
});

export interface Totals {
  readonly debits: string;
  readonly credits: string;
  /** The sum of the debits less the sum of the credits. */
  readonly difference: string;
  readonly isBalanced: boolean;
}

export const totalsOf = (lines: readonly Line[]): Totals => {
  const of = (side: Side): string =>
    sumOf(lines.flatMap((line) => (sideOf(line) === side ? [amountOf(line) ?? '0'] : [])));
  const [debits, credits] = [of('debit'), of('credit')];
  const less = difference(debits, credits);
  return { debits, credits, difference: less, isBalanced: isZero(less) && !isZero(debits) };
};

/** Returns the side and the amount with which this line would balance the draft; undefined if the other lines are balanced. */
export const missingFor = (
  lines: readonly Line[],
  key: number,
): { readonly side: Side; readonly amount: string } | undefined => {
  const { difference: less } = totalsOf(lines.filter((line) => line.key !== key));
  if (isZero(less)) return undefined;
  return isNegative(less) ? { side: 'debit', amount: negated(less) } : { side: 'credit', amount: less };
};

export interface LineComplaint {
  readonly account?: string;
  readonly amount?: string;
}

/** Returns the mistakes of each line, by the line's key. Empty lines have no mistakes. */
export const complaintsOf = (lines: readonly Line[], decimals: number): ReadonlyMap<number, LineComplaint> =>
  new Map(
    written(lines).flatMap((line) => {
      const amount = amountComplaint(line, decimals);
      const complaint = {
        ...(line.account.trim() === '' ? { account: 'Enter an account.' } : {}),
        ...(amount === undefined ? {} : { amount }),
      };
      return Object.keys(complaint).length === 0 ? [] : [[line.key, complaint] as const];
    }),
  );

const amountComplaint = (line: Line, decimals: number): string | undefined => {
  if (sideOf(line) === undefined) return 'Enter an amount.';
  const amount = amountOf(line);
  if (amount === undefined) return 'Enter an amount with a point before its decimals, such as 125.00.';
  if (compareAmounts(amount, '0') <= 0)
    return 'Enter a positive amount: its column, debit or credit, gives the direction.';
  const fraction = amount.split('.')[1] ?? '';
  return fraction.replace(/0+$/, '').length > decimals
    ? `Enter at most ${decimals} decimals: this ledger stores no more.`
    : undefined;
};

/** Returns the entries for the API. An invalid amount is sent as typed, so that the API reports it. */
export const entriesOf = (lines: readonly Line[]) =>
  written(lines).map((line) => {
    const side = sideOf(line) ?? 'debit';
    return {
      account_code: line.account.trim(),
      type: side,
      amount: amountOf(line) ?? line[side].trim(),
      ...(line.description.trim() === '' ? {} : { description: line.description.trim() }),
    };
  });

/** Converts the API's errors about fields of entries, such as `entries.1.amount`, to the mistakes of each line, by the line's key. */
export const refusalsOf = (
  lines: readonly Line[],
  errors: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<number, LineComplaint> => {
  const sent = written(lines);
  const found = new Map<number, LineComplaint>();
  for (const [field, messages] of Object.entries(errors)) {
    const [, index, member] = /^entries\.(\d+)(?:\.(\w+))?/.exec(field) ?? [];
    const line = index === undefined ? undefined : sent[Number(index)];
    if (line === undefined) continue;
    const where = member === 'account_code' || member === 'account_id' ? 'account' : 'amount';
    found.set(line.key, { ...found.get(line.key), [where]: messages.join('; ') });
  }
  return found;
};
