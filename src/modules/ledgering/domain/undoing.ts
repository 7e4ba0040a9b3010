/**
 * Undoing a transaction in parts: the requested part of a reversal or release, the amount that it takes off each entry, and the mirror
 * image that undoes this amount.
 */
import { oppositeOf } from '../../../kernel/accounting';
import { newId } from '../../../kernel/ids';
import { formatAmount, type Denomination, type Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { laterOf, type Day } from '../../../kernel/time';
import type { TimeZone } from '../../../kernel/time-zone';
import type { AccountId, AccountName } from './account';
import { debitsOf, findImbalance, readAmount } from './draft';
import { proportional } from './shares';
import type {
  AmountPrecisionExceeded,
  DateBeforeOriginal,
  EntriesNotBalanced,
  Invalid,
  PeriodLocked,
  ReversalExceedsRemainder,
} from './refusals';
import {
  maxDescriptionLength,
  type BatchId,
  type Draft,
  type DraftEntry,
  type EntryId,
  type HoldState,
  type PendingTransaction,
  type TransactionId,
  type TransactionStatus,
  type Undoing,
  type UndoneEntry,
} from './transaction';

/** A decided transaction, with the facts that decide whether it can be undone. */
export interface DecidedTransaction extends Pick<
  Draft,
  | 'layer'
  | 'description'
  | 'reference'
  | 'attributes'
  | 'totalAmount'
  | 'correlationId'
  | 'correlationType'
  | 'undoesTransactionId'
  | 'stringOperationId'
> {
  /** The time when the remaining amount of a hold is released, after its extensions; null if it is never released. */
  readonly expiresAt: Date | null;
  readonly status: TransactionStatus;
  /** The transaction's posting sequence; null if it was not posted. */
  readonly sequence: bigint | null;
  readonly posting: PendingTransaction;
  /** The undone amount of each entry, less the amounts that extensions added to it; and the number of reversals. */
  readonly undone: readonly Minor[];
  readonly reversals: number;
  /** The state of the hold; null if the transaction is not a hold. */
  readonly holdState: HoldState | null;
  /** The amount of the hold that settlements settled; 0 if it is not a hold. */
  readonly settledAmount: Minor;
  /** The code and name of each account in the transaction's entries. */
  readonly accounts: ReadonlyMap<AccountId, AccountName>;
  /** The amount that extensions added to a hold, and the effective date of the latest extension. */
  readonly extendedAmount: Minor;
  readonly extendedOn: Day | null;
}

export type DecidedTransactions = ReadonlyMap<TransactionId, DecidedTransaction>;

/** The states of the journal and of the period locks, which decide whether a transaction can be undone. */
export interface UndoingFacts {
  readonly journalIsClosed: boolean;
  readonly lockedUntil: Day | null;
}

/**
 * Returns the effective date of a release, settlement or reversal. Without a requested date it is today, or the day of the original or of
 * its latest extension if that is later. An earlier date is refused; a lock is named only if that earliest day is locked too.
 */
export const dateOfEnd = (
  asked: Day | null,
  original: DecidedTransaction,
  lockedUntil: Day | null,
  today: Day,
): Outcome<DateBeforeOriginal | PeriodLocked, Day> => {
  const earliest = lastDayOf(original);
  const date = asked ?? laterOf(today, earliest);
  if (lockedUntil && laterOf(date, earliest) <= lockedUntil) return refuse({ kind: 'PeriodLocked', lockedUntil });
  return date < earliest ? refuse({ kind: 'DateBeforeOriginal', date, earliest }) : ok(date);
};

/** Returns the day from which the original and all its extensions count: the latest of their effective dates. */
export const lastDayOf = ({ posting: { effectiveDate }, extendedOn }: DecidedTransaction): Day =>
  extendedOn === null ? effectiveDate : laterOf(effectiveDate, extendedOn);

/** The members that an undoing may inherit: undefined means the value of the original, and null means no value. */
export interface InheritedMembers {
  readonly reference?: string | null | undefined;
  /** The requested attributes. The attribute rules have not judged them yet. */
  readonly attributes?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The part of a transaction that a client wants to undo. Amounts are positive and in major units. */
export type PartRequest =
  // The amount is a sum of debits. Each entry takes a share of it in proportion to its remaining amount.
  | { readonly kind: 'amount'; readonly amount: string }
  | { readonly kind: 'entries'; readonly entries: readonly { readonly entryId: EntryId; readonly amount: string }[] };

/** The part to undo, with amounts in minor units. */
export type Part =
  | { readonly kind: 'amount'; readonly amount: Minor }
  | { readonly kind: 'entries'; readonly entries: readonly { readonly entryId: EntryId; readonly amount: Minor }[] };

/** Checks the form of a requested part, and reads its amounts, without reading the transaction. */
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
      return refuse(invalid(`entries.${index}.entry_id`, 'must not be the id of an entry that is named before'));
    const amount = readAmount(text, `entries.${index}.amount`, denomination);
    if (refused(amount)) return amount;
    entries.push({ entryId, amount: amount.right });
  }
  return ok({ kind: 'entries', entries });
};

/** The entries of a posted transaction in order, and the undone amount of each entry. */
export interface Remainder {
  readonly entries: readonly DraftEntry[];
  readonly undone: readonly Minor[];
}

export const remainderOf = ({ posting: { entries }, undone }: DecidedTransaction): Remainder => ({ entries, undone });

export interface Taken {
  /** The taken amounts in the order of the entries, each entry at most once. Debits and credits are equal in each layer. */
  readonly entries: readonly UndoneEntry[];
  /** Whether no amount of the transaction remains afterwards. */
  readonly isRest: boolean;
}

/** Returns the amounts that a further reversal or release takes off each entry: the part, or the whole remaining amount if it is null. */
export const takePart = (
  part: Part | null,
  { entries: all, undone }: Remainder,
  denomination: Denomination,
): Outcome<Invalid | ReversalExceedsRemainder | EntriesNotBalanced, Taken> => {
  const left = all.map(({ amount }, position) => amount - (undone[position] ?? 0n));
  const wanted = part === null ? ok(wholeRest(left)) : wantedOf(part, all, left);
  if (refused(wanted)) return wanted;
  const debits = left.reduce((sum, units, position) => (all[position]?.type === 'debit' ? sum + units : sum), 0n);
  if (part?.kind === 'amount' && part.amount > debits)
    return refuse(exceeds(null, part.amount, debits as Minor, denomination));
  const entries = wanted.right.toSorted((one, other) => one.position - other.position);
  for (const { position, amount } of entries) {
    const available = left[position] ?? 0n;
    if (amount > available)
      return refuse(exceeds((all[position] as DraftEntry).id, amount, available as Minor, denomination));
  }
  const unbalanced = findImbalance(mirrored(entries, all), denomination);
  if (unbalanced) return refuse(unbalanced);
  const takenOf = new Map(entries.map(({ position, amount }) => [position, amount]));
  const isRest = left.every((amount, position) => amount === (takenOf.get(position) ?? 0n));
  return ok({ entries, isRest });
};

/** The members of an undoing draft, except its entries. */
export type UndoingTerms = Pick<Undoing, 'kind' | 'reason' | 'settled' | 'excess' | 'end'> &
  Pick<
    Draft,
    | 'effectiveDate'
    | 'description'
    | 'reference'
    | 'attributes'
    | 'metadata'
    | 'idempotencyKey'
    | 'batchId'
    | 'acceptedBy'
    | 'acceptedAt'
  >;

/** The actor and the batch of an undoing, and the ledger's denomination and time zone. */
export interface Acting {
  readonly actor: string;
  readonly batchId: BatchId | null;
  readonly denomination: Denomination;
  readonly timeZone: TimeZone;
}

/**
 * Creates the draft of a transaction that undoes or extends another one. Its entries have the accounts and layers of the chosen entries of
 * the original: on the opposite sides, or for an extension on the same sides. Journal and correlation are those of the original.
 */
export const draftUndoing = (
  { posting, layer, correlationId, sequence }: DecidedTransaction,
  { entries: taken, isRest }: Taken,
  { kind, reason, settled, excess, end, ...terms }: UndoingTerms,
): { readonly draft: Draft; readonly undoing: Undoing } => {
  const parts = kind === 'extension' ? partsOf(taken, posting.entries) : mirrored(taken, posting.entries);
  const entries = parts.map((entry) => ({ ...entry, id: newId<'entry'>() }));
  // The undone debits are the credits of the undoing transaction. It balances, so its debits have the same sum.
  const amount = debitsOf(entries);
  return {
    draft: {
      ...terms,
      id: newId<'transaction'>(),
      journalId: posting.journalId,
      layer,
      totalAmount: amount,
      correlationId: correlationId ?? posting.id,
      correlationType: kind === 'reversal' || kind === 'extension' ? kind : 'release',
      correlationSourceId: posting.id,
      transactionCode: null,
      transactionCodeVersion: null,
      undoesTransactionId: posting.id,
      settlesTransactionId: null,
      expiresAt: null,
      stringOperationId: null,
      entries,
    },
    // Only posted transactions are undone, so this transaction has a posting sequence.
    undoing: {
      ...{ kind, id: posting.id, reason, settled, excess, amount, isRest },
      ...{ sequence: sequence as bigint, effectiveDate: posting.effectiveDate, entries: taken },
      ...(end ? { end } : {}),
    },
  };
};

/** The undone amounts of a transaction by kind: `excess` was settled beyond the hold, and `extended` was added to it. */
export type UndoneAmounts = Readonly<Record<'reversed' | 'settled' | 'excess' | 'released' | 'extended', bigint>>;

export const nothingUndone: UndoneAmounts = { reversed: 0n, settled: 0n, excess: 0n, released: 0n, extended: 0n };

/** Returns the amounts that an undoing adds to the undone amounts of a transaction. */
export const amountsOf = ({ kind, amount, settled, excess }: Undoing): UndoneAmounts => {
  if (kind === 'reversal') return { ...nothingUndone, reversed: amount };
  if (kind === 'extension') return { ...nothingUndone, extended: amount };
  return { ...nothingUndone, settled, excess, released: amount - settled };
};

/** Returns the amount that an undoing takes off each entry; for an extension, which adds to the entries, it is negative. */
export const takenOff = ({ kind, entries }: Undoing): readonly UndoneEntry[] =>
  kind === 'extension' ? entries.map(({ position, amount }) => ({ position, amount: -amount as Minor })) : entries;

/** Truncates a text to the maximum length of a description. The transaction that the text comes from keeps the full text. */
export const asDescription = (text: string): string => {
  const characters = [...text];
  return characters.length <= maxDescriptionLength
    ? text
    : `${characters.slice(0, maxDescriptionLength - 1).join('')}…`;
};

/** Returns the undoing entries: each has the opposite side and the undone amount. */
export const mirrored = (taken: readonly UndoneEntry[], entries: readonly DraftEntry[]): readonly DraftEntry[] =>
  partsOf(taken, entries).map((entry) => ({ ...entry, type: oppositeOf(entry.type) }));

const partsOf = (taken: readonly UndoneEntry[], entries: readonly DraftEntry[]): readonly DraftEntry[] =>
  taken.map(({ position, amount }) => ({ ...(entries[position] as DraftEntry), amount }));

const wholeRest = (left: readonly bigint[]): readonly UndoneEntry[] =>
  left.flatMap((amount, position) => (amount > 0n ? [{ position, amount: amount as Minor }] : []));

/** Returns the amounts that a part requests of each entry, even if less remains. */
export const wantedOf = (
  part: Part,
  entries: readonly DraftEntry[],
  left: readonly bigint[],
): Outcome<Invalid, readonly UndoneEntry[]> => {
  if (part.kind === 'amount') return ok(proportional(part.amount, entries, left));
  const wanted: UndoneEntry[] = [];
  for (const [index, { entryId, amount }] of part.entries.entries()) {
    const position = entries.findIndex(({ id }) => id === entryId);
    if (position < 0)
      return refuse(invalid(`entries.${index}.entry_id`, 'must be the id of an entry of the transaction'));
    wanted.push({ position, amount });
  }
  return ok(wanted);
};

const exceeds = (
  entryId: EntryId | null,
  amount: Minor,
  left: Minor,
  denomination: Denomination,
): ReversalExceedsRemainder => ({
  ...{ kind: 'ReversalExceedsRemainder', entryId },
  ...{ amount: formatAmount(amount, denomination), left: formatAmount(left, denomination) },
});

const invalid = (field: string, text: string): Invalid => ({ kind: 'Invalid', errors: { [field]: [text] } });
