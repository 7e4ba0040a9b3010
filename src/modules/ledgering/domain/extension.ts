/**
 * The extension of an open hold (decision 32): raises the hold to an amount, changes its expiry, or both. Raising posts a further
 * transaction, which adds to the hold's entries. Changing only the expiry posts nothing and writes one event to the log.
 */
import { formatAmount, isTooLarge, maxAmountDigits, type Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { dayIn } from '../../../kernel/time-zone';
import type { LedgerHead } from './chain';
import { endingDateOf, type ExtensionRequest } from './hold';
import { openBooks } from './open-books';
import { close, type PostingPlan } from './posting';
import type { DateBeforeOriginal, HoldNotOpen, Invalid, JournalClosed, PeriodLocked } from './refusals';
import { proportional } from './shares';
import type { Draft, MovedEnd, Undoing } from './transaction';
import { asDescription, draftUndoing, type Acting, type DecidedTransaction, type UndoingFacts } from './undoing';

/** The requested amount is less than the total amount of the hold. To reduce a hold, release a part of it. */
export interface HoldNotRaised {
  readonly kind: 'HoldNotRaised';
  /** The requested amount and the total amount of the hold, in major units. */
  readonly amount: string;
  readonly held: string;
}
/** The extension would change neither the amount nor the expiry of the hold, so it is refused. */
export interface HoldUnchanged {
  readonly kind: 'HoldUnchanged';
  readonly held: string;
  /** The present expiry in ISO 8601; null if the hold has none. */
  readonly expiresAt: string | null;
}

export type ExtensionRefusal =
  Invalid | HoldNotOpen | HoldNotRaised | HoldUnchanged | JournalClosed | PeriodLocked | DateBeforeOriginal;

/** The changes made by an extension: a transaction, a new expiry, or both. */
export interface DraftedExtension {
  /** The transaction that raises the hold; null if the amount does not change. */
  readonly added: { readonly draft: Draft; readonly undoing: Undoing } | null;
  readonly end: MovedEnd | null;
}

export const draftExtension = (
  { expiresAt, date, idempotencyKey }: ExtensionRequest,
  asked: Minor | null,
  hold: DecidedTransaction,
  facts: UndoingFacts,
  { actor, batchId, denomination, timeZone }: Acting,
  now: Date,
): Outcome<ExtensionRefusal, DraftedExtension> => {
  const effectiveDate = endingDateOf(hold, date, facts, dayIn(timeZone, now));
  if (refused(effectiveDate) && !isAboutDate(effectiveDate.left)) return effectiveDate;
  if (expiresAt && expiresAt <= now)
    return refuse({ kind: 'Invalid', errors: { expires_at: ['must be in the future'] } });
  const held = hold.totalAmount + hold.extendedAmount;
  const by = (asked ?? held) - held;
  const heldText = formatAmount(held as Minor, denomination);
  if (by < 0n)
    return refuse({ kind: 'HoldNotRaised', amount: formatAmount(asked as Minor, denomination), held: heldText });
  if (isTooLarge(asked ?? held))
    return refuse({ kind: 'Invalid', errors: { amount: [`must have at most ${maxAmountDigits} digits`] } });
  const end = movedEnd(hold.expiresAt, expiresAt);
  if (by === 0n && !end)
    return refuse({ kind: 'HoldUnchanged', held: heldText, expiresAt: hold.expiresAt?.toISOString() ?? null });
  // Changing only the expiry posts nothing, so the request may have no effective date.
  if (by === 0n)
    return date === null
      ? ok({ added: null, end })
      : refuse({ kind: 'Invalid', errors: { date: ['must be left out if the amount does not change'] } });
  if (refused(effectiveDate)) return effectiveDate;
  const entries = proportional(
    by,
    hold.posting.entries,
    hold.posting.entries.map(({ amount }) => amount),
  );
  const added = draftUndoing(
    hold,
    { entries, isRest: false },
    {
      kind: 'extension',
      reason: end && reasonOfMove(end),
      settled: 0n as Minor,
      excess: 0n as Minor,
      ...(end ? { end } : {}),
      effectiveDate: effectiveDate.right,
      description: asDescription(`Extension: ${hold.description}`),
      reference: hold.reference,
      attributes: hold.attributes,
      metadata: null,
      idempotencyKey,
      batchId,
      acceptedBy: actor,
      acceptedAt: now,
    },
  );
  return ok({ added, end });
};

/** Refusals about the effective date. They count only if the extension raises the hold, because otherwise it has no date. */
const isAboutDate = ({ kind }: { readonly kind: string }): boolean =>
  kind === 'PeriodLocked' || kind === 'DateBeforeOriginal';

const movedEnd = (before: Date | null, after: Date | null | undefined): MovedEnd | null =>
  after === undefined || after?.getTime() === before?.getTime() ? null : { before, after };

const endPattern = /^expires at (?<after>.+), not (?<before>.+)$/;
const never = 'no time';

/**
 * Returns the reason for the event. It contains the old and the new expiry, so that the hash chain proves both. This form never changes.
 */
export const reasonOfMove = ({ before, after }: MovedEnd): string =>
  `expires at ${after?.toISOString() ?? never}, not ${before?.toISOString() ?? never}`;

/** Reads the old and the new expiry from the reason of an event; undefined if the event did not change the expiry. */
export const readMove = (reason: string | null): MovedEnd | undefined => {
  const { after, before } = endPattern.exec(reason ?? '')?.groups ?? {};
  if (after === undefined || before === undefined) return undefined;
  const endOf = (text: string): Date | null => (text === never ? null : new Date(text));
  return { before: endOf(before), after: endOf(after) };
};

/** Plans an extension that changes only the expiry: one event, and the new expiry in the hold's row. */
export const planMove = (
  { posting: { id, contentHash, effectiveDate } }: DecidedTransaction,
  end: MovedEnd,
  actor: string,
  facts: Parameters<typeof openBooks>[0],
  head: LedgerHead,
  at: Date,
): PostingPlan => {
  const extended = {
    type: 'hold_extended',
    ...{ transactionId: id, accountId: null, actor, reason: reasonOfMove(end), occurredAt: at, contentHash },
  } as const;
  return {
    ...{ posted: [], failed: [], undone: [{ id, becomes: { status: 'extended', end } }], overridden: [], at },
    ...close(openBooks(facts, effectiveDate), [extended], head, head.lastTransactionSequence),
  };
};
