/** Finds columns beside the amounts, such as fees and taxes, and the column before fees, which does not change the balance of the account. */
import { isNamed, nameOf, type Column, type NumberColumn } from './columns';
import { finding, type Finding } from './finding';
import { words } from './words';

/**
 * Returns the columns before and after fees: in each row, the amount before the fee and the fee give the amount after it, which is named
 * so.
 */
export const splitByFees = (
  numbers: readonly NumberColumn[],
): { readonly before: ReadonlySet<number>; readonly after: ReadonlySet<number> } => {
  const [before, after] = [new Set<number>(), new Set<number>()];
  const of = ({ units }: NumberColumn, row: number): bigint => units[row] ?? 0n;
  for (const fee of numbers.filter(hasFees))
    for (const gross of numbers)
      for (const net of numbers) {
        if (fee === gross || fee === net || gross === net || !isNamed(net, words.net)) continue;
        const isWith = (sign: bigint): boolean =>
          fee.units.every((_, row) => of(gross, row) + sign * of(fee, row) === of(net, row));
        if (!isWith(-1n) && !isWith(1n)) continue;
        before.add(gross.index);
        after.add(net.index);
      }
  return { before, after };
};

/** Warns of a column of fees that are not known to be part of the amounts. */
export const feesBeside = (numbers: readonly NumberColumn[], used: ReadonlySet<number>): readonly Finding[] => {
  const isNet = numbers.some((column) => used.has(column.index) && isNamed(column, words.net));
  const fee = numbers.find((column) => hasFees(column) && !used.has(column.index));
  return isNet || fee === undefined
    ? []
    : [
        finding(
          'amount',
          'guessed',
          `The column ${nameOf(fee)} has fees, which are not read. If the bank takes them in addition to the amounts, post them by hand, or add them to the amounts in the file.`,
        ),
      ];
};

/** Matches what follows the name of an amount: `Amount (after fees)` and `Total inclusive of fees` are not fees. */
const besides =
  /\(.*|(?:^|\s)(?:after|before|incl|excl|net of|less|without|inkl|exkl|nach|vor|ohne|abz)[\p{L}.]*\s.*/iu;
const withoutBesides = ({ name, ...column }: Column): Column => ({ ...column, name: name.replace(besides, '') });

const isOfFees = (column: Column): boolean => isNamed(withoutBesides(column), words.fee);

/** Returns whether the name says that the column has fees, taxes, prices or quantities, and not the amounts of the rows. */
export const isBesideAmounts = (column: Column): boolean =>
  isOfFees(column) || isNamed(withoutBesides(column), words.beside);

const hasFees = (column: NumberColumn): boolean =>
  isOfFees(column) && column.units.some((unit) => unit !== null && unit !== 0n);
