/** The remainder: the amount of one entry that makes debits equal credits in the entry's layer. */
import type { Layer } from '../../../kernel/accounting';
import { formatAmount, type Denomination, type Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { remainder, withinReach } from './amount';
import type { ExpandedEntry } from './transaction-code';

export type RenderedEntry = Omit<ExpandedEntry, 'amount'> & {
  readonly amount: Minor | typeof remainder;
  readonly isOptional: boolean;
};

export interface Sums {
  readonly debits: bigint;
  readonly credits: bigint;
}

/** Returns the debits and credits of the layer, without the remainder. */
export const sumsOf = (
  entries: readonly Pick<RenderedEntry, 'type' | 'layer' | 'amount'>[],
  layerOfSums: Layer,
): Sums => {
  let [debits, credits] = [0n, 0n];
  for (const { type, layer, amount } of entries) {
    if (layer !== layerOfSums || amount === remainder) continue;
    if (type === 'debit') debits += amount;
    else credits += amount;
  }
  return { debits, credits };
};

/**
 * Computes the remainder, which may be zero only if its entry is optional. A refusal has the index of the entry, and a text that completes
 * the sentence "the amount …".
 */
export const fillRemainder = (
  entries: readonly RenderedEntry[],
  denomination: Denomination,
): Outcome<{ readonly index: number; readonly text: string }, readonly ExpandedEntry[]> => {
  const index = entries.findIndex(({ amount }) => amount === remainder);
  const entry = entries[index];
  const filled = entry ? remainderOf(entry, sumsOf(entries, entry.layer), denomination) : ok(0n as Minor);
  if (refused(filled)) return refuse({ index, text: filled.left });
  return ok(
    entries.map(({ isOptional: _, amount, ...rest }) => ({
      ...rest,
      amount: amount === remainder ? filled.right : amount,
    })),
  );
};

const remainderOf = (
  { type, layer, isOptional }: RenderedEntry,
  { debits, credits }: Sums,
  denomination: Denomination,
): Outcome<string, Minor> => {
  const units = type === 'debit' ? credits - debits : debits - credits;
  if (units > 0n || (isOptional && units === 0n)) return withinReach(units);
  const [left, debited, credited] = [units, debits, credits].map((sum) => formatAmount(sum, denomination));
  return refuse(
    `must ${isOptional ? 'not be less' : 'be greater'} than zero, but "{remainder}" comes to ${left}: the other debits of the layer ${layer} are ${debited} and the other credits ${credited}`,
  );
};
