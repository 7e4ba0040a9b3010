/**
 * Computes the part of a hold that a settlement settles, the amounts that it takes off the hold, and the amount that it settles beyond the
 * hold.
 */
import { isTooLarge, maxAmountDigits, type Denomination, type Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { findImbalance } from './draft';
import type { EntriesNotBalanced, Invalid, ReversalExceedsRemainder } from './refusals';
import type { DraftEntry, UndoneEntry } from './transaction';
import { takePart, wantedOf, type Part, type Remainder, type Taken } from './undoing';

export interface SettledPart {
  /** The settled amount of each entry, in the order of the entries. */
  readonly settled: readonly UndoneEntry[];
  /** The sum of the settled debits, as far as the hold covered them. */
  readonly amount: Minor;
  /** The sum of the settled debits beyond the remaining amount of the hold. */
  readonly excess: Minor;
  /** The amounts that the settlement takes off the hold: the settled part, or the whole remaining amount. */
  readonly taken: Taken;
}

export interface SettlementTerms {
  /** Whether the settlement also releases the rest of the hold. */
  readonly isFinal: boolean;
  /** Whether the settlement may exceed the hold. If it does, it takes the whole remaining amount off the hold. */
  readonly allowsExcess: boolean;
}

export const settlePart = (
  part: Part | null,
  remainder: Remainder,
  { isFinal, allowsExcess }: SettlementTerms,
  denomination: Denomination,
): Outcome<Invalid | ReversalExceedsRemainder | EntriesNotBalanced, SettledPart> => {
  const taken = takePart(part, remainder, denomination);
  const rest = takePart(null, remainder, denomination);
  if (refused(rest)) throw new Error('all that is left of a hold can always be taken');
  if (!refused(taken)) {
    const { entries: settled } = taken.right;
    const amount = debitsIn(settled, remainder.entries);
    return ok({ settled, amount, excess: 0n as Minor, taken: isFinal ? rest.right : taken.right });
  }
  if (part === null || !allowsExcess || taken.left.kind !== 'ReversalExceedsRemainder') return taken;
  if (part.kind === 'entries' && !isFinal)
    return refuse(invalid('final', 'must be true if more of an entry is settled than is held'));
  const wanted = wantedOf(part, remainder.entries, leftOf(remainder));
  if (refused(wanted)) return wanted;
  const settled = wanted.right.toSorted((one, other) => one.position - other.position);
  const unbalanced = findImbalance(
    settled.map(({ position, amount }) => ({ ...(remainder.entries[position] as DraftEntry), amount })),
    denomination,
  );
  if (unbalanced) return refuse(unbalanced);
  const total = debitsIn(settled, remainder.entries);
  if (isTooLarge(total))
    return refuse(invalid('entries', `must add up to at most ${maxAmountDigits} digits in the ledger's smallest unit`));
  const held = debitsIn(rest.right.entries, remainder.entries);
  const amount = total < held ? total : held;
  return ok({ settled, amount, excess: (total - amount) as Minor, taken: rest.right });
};

const debitsIn = (parts: readonly UndoneEntry[], entries: readonly DraftEntry[]): Minor =>
  parts.reduce((sum, { position, amount }) => (entries[position]?.type === 'debit' ? sum + amount : sum), 0n) as Minor;

const leftOf = ({ entries, undone }: Remainder): readonly bigint[] =>
  entries.map(({ amount }, position) => amount - (undone[position] ?? 0n));

const invalid = (field: string, text: string): Invalid => ({ kind: 'Invalid', errors: { [field]: [text] } });
