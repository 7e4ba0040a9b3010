/** Undoing a transaction in parts: what a reversal asks for, and what it takes of each entry. */
import { oppositeOf } from '../../../kernel/accounting';
import { formatAmount, type Denomination, type Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { findImbalance, readAmount } from './draft';
import type {
  AmountPrecisionExceeded,
  EntriesNotBalanced,
  Invalid,
  ReversalExceedsRemainder,
  ReversalPartsExceeded,
} from './refusals';
import type { DraftEntry, EntryId, UndoneEntry } from './transaction';

/** The part of a transaction that a reversal is to undo, as a client asks for it. Amounts are major units, greater than zero. */
export type PartRequest =
  // Of a transaction with one debit and one credit.
  | { readonly kind: 'amount'; readonly amount: string }
  | { readonly kind: 'entries'; readonly entries: readonly { readonly entryId: EntryId; readonly amount: string }[] };

/** The same in the ledger's own decimals. */
export type Part =
  | { readonly kind: 'amount'; readonly amount: Minor }
  | { readonly kind: 'entries'; readonly entries: readonly { readonly entryId: EntryId; readonly amount: Minor }[] };

/** A transaction names all that reversed it in every answer: so many at the most. The last one reverses the whole rest. */
export const maxReversalParts = 100;

/** The shape of the request, judged without the transaction. */
export const readPart = (
  part: PartRequest | null,
  denomination: Denomination,
): Outcome<Invalid | AmountPrecisionExceeded, Part | null> => {
  if (part === null) return ok(null);
  if (part.kind === 'amount') {
    const amount = readAmount(part.amount, 'amount', denomination);
    return refused(amount) ? amount : ok({ kind: 'amount', amount: amount.right });
  }
  const entries: { readonly entryId: EntryId; readonly amount: Minor }[] = [];
  for (const [index, { entryId, amount: text }] of part.entries.entries()) {
    if (entries.some((before) => before.entryId === entryId))
      return refuse(invalid(`entries.${index}.entry_id`, 'must name another entry than those before it'));
    const amount = readAmount(text, `entries.${index}.amount`, denomination);
    if (refused(amount)) return amount;
    entries.push({ entryId, amount: amount.right });
  }
  return ok({ kind: 'entries', entries });
};

/** The entries of a posted transaction in their order, and what its reversals left of it. */
export interface Remainder {
  readonly entries: readonly DraftEntry[];
  /** What is undone of each entry. */
  readonly undone: readonly Minor[];
  /** How many reversals it has. */
  readonly reversals: number;
}

export interface Taken {
  /** In the order of the entries, none twice: together they balance. */
  readonly entries: readonly UndoneEntry[];
  /** Whether nothing is left behind it. */
  readonly isRest: boolean;
}

/** What one more reversal takes of each entry; all that is left where no part is named. */
export const takePart = (
  part: Part | null,
  remainder: Remainder,
  denomination: Denomination,
): Outcome<Invalid | ReversalExceedsRemainder | EntriesNotBalanced | ReversalPartsExceeded, Taken> => {
  const left = remainder.entries.map(({ amount }, position) => amount - (remainder.undone[position] ?? 0n));
  const wanted = part === null ? ok(wholeRest(left)) : wantedOf(part, remainder.entries);
  if (refused(wanted)) return wanted;
  const entries = wanted.right.toSorted((one, other) => one.position - other.position);
  for (const { position, amount } of entries) {
    const available = left[position] ?? 0n;
    if (amount > available)
      return refuse({
        kind: 'ReversalExceedsRemainder',
        entryId: (remainder.entries[position] as DraftEntry).id,
        amount: formatAmount(amount, denomination),
        left: formatAmount(available, denomination),
      });
  }
  const unbalanced = findImbalance(mirrored(entries, remainder.entries), denomination);
  if (unbalanced) return refuse(unbalanced);
  const takenOf = new Map(entries.map(({ position, amount }) => [position, amount]));
  const isRest = left.every((amount, position) => amount === (takenOf.get(position) ?? 0n));
  if (!isRest && remainder.reversals + 1 >= maxReversalParts)
    return refuse({ kind: 'ReversalPartsExceeded', max: maxReversalParts });
  return ok({ entries, isRest });
};

/** The entries of the reversal: the other side of each, with what is undone of it. */
export const mirrored = (taken: readonly UndoneEntry[], entries: readonly DraftEntry[]): readonly DraftEntry[] =>
  taken.map(({ position, amount }) => {
    const entry = entries[position] as DraftEntry;
    return { ...entry, type: oppositeOf(entry.type), amount };
  });

const wholeRest = (left: readonly bigint[]): readonly UndoneEntry[] =>
  left.flatMap((amount, position) => (amount > 0n ? [{ position, amount: amount as Minor }] : []));

const wantedOf = (part: Part, entries: readonly DraftEntry[]): Outcome<Invalid, readonly UndoneEntry[]> => {
  if (part.kind === 'amount') {
    const { amount } = part;
    const isPair = entries.length === 2 && entries[0]?.type !== entries[1]?.type;
    return isPair
      ? ok([0, 1].map((position) => ({ position, amount })))
      : refuse(invalid('amount', 'needs a transaction with one debit and one credit: give entries'));
  }
  const wanted: UndoneEntry[] = [];
  for (const [index, { entryId, amount }] of part.entries.entries()) {
    const position = entries.findIndex(({ id }) => id === entryId);
    if (position < 0)
      return refuse(invalid(`entries.${index}.entry_id`, 'must be the id of an entry of the transaction'));
    wanted.push({ position, amount });
  }
  return ok(wanted);
};

const invalid = (field: string, text: string): Invalid => ({ kind: 'Invalid', errors: { [field]: [text] } });
