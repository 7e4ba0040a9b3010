/** Finds columns with fees, and the column before fees, which is not the one that changes the balance of the account. */
import type { NumberColumn } from './columns';
import { finding, type Finding } from './finding';
import { words } from './words';

/** Returns the columns with the amounts before a fee, if another column has the amounts after it. */
export const grossIn = (numbers: readonly NumberColumn[]): ReadonlySet<number> => {
  const gross = new Set<number>();
  const of = ({ units }: NumberColumn, row: number): bigint => units[row] ?? 0n;
  for (const fee of numbers.filter(hasFees))
    for (const before of numbers)
      for (const after of numbers) {
        if (fee === before || fee === after || before === after || !words.net.test(after.name)) continue;
        const isWith = (sign: bigint): boolean =>
          fee.units.every((_, row) => of(before, row) + sign * of(fee, row) === of(after, row));
        if (isWith(-1n) || isWith(1n)) gross.add(before.index);
      }
  return gross;
};

/** Warns of a column of fees that are not known to be part of the amounts. */
export const feesBeside = (numbers: readonly NumberColumn[], used: ReadonlySet<number>): readonly Finding[] => {
  const isNet = numbers.some(({ index, name }) => used.has(index) && words.net.test(name));
  const fee = numbers.find((column) => hasFees(column) && !used.has(column.index));
  return isNet || fee === undefined
    ? []
    : [
        finding(
          'amount',
          'guessed',
          `The column ${JSON.stringify(fee.name)} has fees, which are not read. If the bank takes them in addition to the amounts, post them by hand, or add them to the amounts in the file.`,
        ),
      ];
};

const hasFees = ({ name, units }: NumberColumn): boolean =>
  words.fee.test(name) && units.some((unit) => unit !== null && unit !== 0n);
