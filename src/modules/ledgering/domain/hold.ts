/**
 * Holds: transactions on the pending or encumbrance layer, until they are settled, released or expired (decision 18). A settlement, a
 * release and an expiry each take a part of the hold, or the whole remaining amount, off its layer. A settlement also posts the settled
 * part on the settled layer, through a separate transaction in the same commit.
 */
import { newId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { laterOf, type Day } from '../../../kernel/time';
import { dayIn } from '../../../kernel/time-zone';
import { debitsOf, layerOf } from './draft';
import type {
  DateBeforeOriginal,
  EntriesNotBalanced,
  HoldExceeded,
  HoldNotOpen,
  Invalid,
  JournalClosed,
  PeriodLocked,
  ReversalExceedsRemainder,
} from './refusals';
import { settlePart } from './settling';
import type { Draft, DraftEntry, HoldState, TransactionId, Undoing, UndoneEntry } from './transaction';
import {
  asDescription,
  dateOfEnd,
  draftUndoing,
  lastDayOf,
  remainderOf,
  takePart,
  type Acting,
  type DecidedTransaction,
  type InheritedMembers,
  type Part,
  type PartRequest,
  type UndoneAmounts,
  type UndoingFacts,
} from './undoing';

/** The state of a hold and its amounts: settled, released and remaining amounts add up to `amount`. */
export interface HoldStanding {
  readonly state: HoldState;
  /** The total of the hold, including the amounts that extensions added. */
  readonly amount: Minor;
  /** The part of `amount` that extensions added. */
  readonly extendedAmount: Minor;
  readonly settledAmount: Minor;
  /** The amount by which settlements exceeded the hold. It is not part of `settledAmount`. */
  readonly excessAmount: Minor;
  /** The amount released by releases, by reversals, or by a void. */
  readonly releasedAmount: Minor;
  readonly remainingAmount: Minor;
  /** The time when the remaining amount is released; null if it is never released. */
  readonly expiresAt: Date | null;
  /** Whether an extension has ever changed the expiry. */
  readonly isEndMoved: boolean;
}

/** The expiry of a hold, and whether an extension has ever changed it. */
export type HoldEnd = Pick<HoldStanding, 'expiresAt' | 'isEndMoved'>;

export const standingOf = (
  state: HoldState,
  totalAmount: Minor,
  { reversed, settled, excess, released, extended }: UndoneAmounts,
  end: HoldEnd,
): HoldStanding => {
  const amount = totalAmount + extended;
  const remaining = state === 'open' ? amount - reversed - settled - released : 0n;
  return {
    state,
    amount: amount as Minor,
    extendedAmount: extended as Minor,
    ...end,
    settledAmount: settled as Minor,
    excessAmount: excess as Minor,
    releasedAmount: (amount - settled - remaining) as Minor,
    remainingAmount: remaining as Minor,
  };
};

export interface SettlementRequest extends InheritedMembers {
  /** The id of the hold. */
  readonly transactionId: TransactionId;
  /** The part to settle; null for the whole remaining amount. */
  readonly part: PartRequest | null;
  /** The effective date. Null: today, or the day of the hold or of its latest extension if that is later. */
  readonly date: Day | null;
  /** Whether the settlement also releases the rest of the hold. */
  readonly isFinal: boolean;
  /** Whether the settlement may exceed the hold; undefined counts as false. */
  readonly allowsExcess?: boolean;
  readonly description: string | null;
  readonly metadata: Draft['metadata'];
  /** Whether the settlement may exceed balance limits; undefined counts as false. */
  readonly overridesLimits?: boolean;
  readonly idempotencyKey: string | null;
}

export interface ReleaseRequest extends InheritedMembers {
  /** The id of the hold. */
  readonly transactionId: TransactionId;
  /** The part to release; null for the whole remaining amount. */
  readonly part: PartRequest | null;
  readonly reason: string | null;
  /** The effective date. Null: today, or the day of the hold or of its latest extension if that is later. */
  readonly date: Day | null;
  readonly idempotencyKey: string | null;
}

export interface ExtensionRequest {
  /** The id of the hold. */
  readonly transactionId: TransactionId;
  /** The new total of the hold in major units, including settled and released amounts; null if it does not change. */
  readonly amount: string | null;
  /** The new expiry; null if the hold is never to expire; undefined if the expiry does not change. */
  readonly expiresAt?: Date | null | undefined;
  /** The effective date of the added amount. Null: today, or the day of the hold or of its latest extension if that is later. */
  readonly date: Day | null;
  readonly idempotencyKey: string | null;
}

/** The reasons why a hold cannot be settled or released as requested. */
export type HoldRefusal =
  HoldNotOpen | HoldExceeded | JournalClosed | PeriodLocked | DateBeforeOriginal | Invalid | EntriesNotBalanced;

export interface DraftedSettlement {
  /** Takes the settled part, or in a final settlement the whole remaining amount, off the hold's layer, with the hold's attributes. */
  readonly release: { readonly draft: Draft; readonly undoing: Undoing };
  /** The transaction that posts the settled part. */
  readonly settled: Draft;
}

export const draftSettlement = (
  request: SettlementRequest,
  asked: Part | null,
  attributes: Draft['attributes'],
  hold: DecidedTransaction,
  facts: UndoingFacts,
  { actor, batchId, denomination, timeZone }: Acting,
  now: Date,
): Outcome<HoldRefusal, DraftedSettlement> => {
  const date = endingDateOf(hold, request.date, facts, dayIn(timeZone, now));
  if (refused(date)) return date;
  const effectiveDate = date.right;
  const terms = { isFinal: request.isFinal, allowsExcess: request.allowsExcess ?? false };
  const part = settlePart(asked, remainderOf(hold), terms, denomination);
  if (refused(part)) return refuse(asHoldRefusal(part.left, true));
  const reference = request.reference === undefined ? hold.reference : request.reference;
  const entries = settledEntries(part.right.settled, hold.posting.entries);
  const release = draftUndoing(hold, part.right.taken, {
    kind: 'settlement',
    reason: null,
    settled: part.right.amount,
    excess: part.right.excess,
    effectiveDate,
    description: asDescription(`Release: ${hold.description}`),
    reference,
    attributes: hold.attributes,
    metadata: null,
    idempotencyKey: null,
    batchId,
    acceptedBy: actor,
    acceptedAt: now,
  });
  const settled: Draft = {
    id: newId<'transaction'>(),
    journalId: hold.posting.journalId,
    effectiveDate,
    layer: 'settled',
    description: asDescription(request.description ?? `Settlement: ${hold.description}`),
    reference,
    totalAmount: debitsOf(entries),
    correlationId: release.draft.correlationId,
    correlationType: 'settlement',
    correlationSourceId: hold.posting.id,
    idempotencyKey: request.idempotencyKey,
    metadata: request.metadata,
    attributes,
    transactionCode: null,
    transactionCodeVersion: null,
    batchId,
    undoesTransactionId: null,
    settlesTransactionId: hold.posting.id,
    expiresAt: null,
    stringOperationId: null,
    acceptedBy: actor,
    acceptedAt: now,
    entries,
  };
  return ok({ release, settled });
};

export const draftRelease = (
  request: ReleaseRequest,
  part: Part | null,
  attributes: Draft['attributes'],
  hold: DecidedTransaction,
  facts: UndoingFacts,
  { actor, batchId, denomination, timeZone }: Acting,
  now: Date,
): Outcome<HoldRefusal, { readonly draft: Draft; readonly undoing: Undoing }> => {
  const effectiveDate = endingDateOf(hold, request.date, facts, dayIn(timeZone, now));
  if (refused(effectiveDate)) return effectiveDate;
  const taken = takePart(part, remainderOf(hold), denomination);
  if (refused(taken)) return refuse(asHoldRefusal(taken.left, false));
  return ok(
    draftUndoing(hold, taken.right, {
      kind: 'release',
      reason: request.reason,
      settled: 0n as Minor,
      excess: 0n as Minor,
      effectiveDate: effectiveDate.right,
      description: asDescription(`Release: ${request.reason ?? hold.description}`),
      reference: request.reference === undefined ? hold.reference : request.reference,
      attributes,
      metadata: null,
      idempotencyKey: request.idempotencyKey,
      batchId,
      acceptedBy: actor,
      acceptedAt: now,
    }),
  );
};

/** The actor of all releases by expiry. No API key has this text as its prefix. */
export const expiryActor = 'expiry';
export const expiryReason = 'expired';

/**
 * Releases the remaining amount of a hold that has expired. The release is dated the day of the expiry in the ledger's time zone, or the
 * day of the hold or of its latest extension if that is later. It may be in a locked period, because it moves no settled money; so from the
 * day of the expiry on, the available balance is correct.
 */
export const draftExpiry = (
  hold: DecidedTransaction,
  { denomination, timeZone }: Pick<Acting, 'denomination' | 'timeZone'>,
  now: Date,
): { readonly draft: Draft; readonly undoing: Undoing } => {
  const rest = takePart(null, remainderOf(hold), denomination);
  if (refused(rest)) throw new Error('all that is left of a hold can always be taken');
  if (hold.expiresAt === null) throw new Error('only a hold that has a time expires');
  const expiredOn = dayIn(timeZone, hold.expiresAt);
  return draftUndoing(hold, rest.right, {
    kind: 'expiry',
    reason: expiryReason,
    settled: 0n as Minor,
    excess: 0n as Minor,
    effectiveDate: laterOf(expiredOn, lastDayOf(hold)),
    description: asDescription(`Release: ${expiryReason}`),
    reference: hold.reference,
    attributes: hold.attributes,
    metadata: null,
    idempotencyKey: null,
    batchId: null,
    acceptedBy: expiryActor,
    acceptedAt: now,
  });
};

/** Returns the effective date of a settlement, release or extension; or the reason why the hold cannot be changed. */
export const endingDateOf = (
  hold: DecidedTransaction,
  date: Day | null,
  { journalIsClosed, lockedUntil }: UndoingFacts,
  today: Day,
): Outcome<HoldNotOpen | JournalClosed | PeriodLocked | DateBeforeOriginal, Day> => {
  if (hold.holdState !== 'open' || layerOf(hold.posting.entries) === undefined)
    return refuse({ kind: 'HoldNotOpen', because: whyNotOpen(hold) });
  if (journalIsClosed) return refuse({ kind: 'JournalClosed' });
  return dateOfEnd(date, hold, lockedUntil, today);
};

const asHoldRefusal = (
  refusal: Invalid | ReversalExceedsRemainder | EntriesNotBalanced,
  isSettlement: boolean,
): HoldRefusal =>
  refusal.kind === 'ReversalExceedsRemainder' ? { ...refusal, kind: 'HoldExceeded', isSettlement } : refusal;

/** Adds the article to a noun: `release` becomes `a release`, and `extension` becomes `an extension`. */
export const aOrAn = (noun: string | null): string => `${/^[aeiou]/.test(noun ?? '') ? 'an' : 'a'} ${noun}`;

const whyNotOpen = (hold: DecidedTransaction): string => {
  const { status, undoesTransactionId, correlationType, holdState, posting } = hold;
  if (status !== 'posted') return `it is ${status}`;
  if (undoesTransactionId !== null) return `it is ${aOrAn(correlationType)}`;
  // Earlier versions accepted transactions with entries on several layers. Only a part of such a transaction is a hold.
  if (holdState === 'open' && layerOf(posting.entries) === undefined)
    return 'its entries are on several layers: reverse it, and post the hold as a separate transaction';
  return holdState === null ? 'it is on the settled layer, which has no holds' : `it is ${holdState}`;
};

/** Returns the settled entries, on the same sides as the entries of the hold. */
const settledEntries = (settled: readonly UndoneEntry[], entries: readonly DraftEntry[]): readonly DraftEntry[] =>
  settled.map(({ position, amount }) => ({
    ...(entries[position] as DraftEntry),
    id: newId<'entry'>(),
    layer: 'settled',
    amount,
  }));
