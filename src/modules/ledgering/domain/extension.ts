/**
 * Extending an open hold (decision 32): it is raised to an amount, its end is moved, or both. Raising the hold posts a
 * transaction of its own, which adds to the entries of the hold. Moving the end alone only writes an event to the log.
 */
import { formatAmount, maxAmountDigits, type Minor } from '../../../kernel/money';
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

/** A hold is raised to more than it holds; what is to be less is released. */
export interface HoldNotRaised {
  readonly kind: 'HoldNotRaised';
  /** Major units: what was asked for, and what it holds in all. */
  readonly amount: string;
  readonly held: string;
}
/** The extension would change neither the amount nor the end of the hold. */
export interface HoldUnchanged {
  readonly kind: 'HoldUnchanged';
  readonly held: string;
  /** In ISO 8601; null for never. */
  readonly expiresAt: string | null;
}

export type ExtensionRefusal =
  Invalid | HoldNotOpen | HoldNotRaised | HoldUnchanged | JournalClosed | PeriodLocked | DateBeforeOriginal;

/** The changes of an extension: at least one of the two. */
export interface DraftedExtension {
  /** The transaction that raises the hold. */
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
  if ((asked ?? held).toString().length > maxAmountDigits)
    return refuse({ kind: 'Invalid', errors: { amount: [`must have at most ${maxAmountDigits} digits`] } });
  const end = movedEnd(hold.expiresAt, expiresAt);
  if (by === 0n && !end)
    return refuse({ kind: 'HoldUnchanged', held: heldText, expiresAt: hold.expiresAt?.toISOString() ?? null });
  // A move of the end posts nothing on any day.
  if (by === 0n)
    return date === null
      ? ok({ added: null, end })
      : refuse({ kind: 'Invalid', errors: { date: ['must be left out if the amount stays'] } });
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
      attributes: null,
      metadata: null,
      idempotencyKey,
      batchId,
      acceptedBy: actor,
      acceptedAt: now,
    },
  );
  return ok({ added, end });
};

/** An extension that raises a hold has a date, and one that only moves its end has none. */
const isAboutDate = ({ kind }: { readonly kind: string }): boolean =>
  kind === 'PeriodLocked' || kind === 'DateBeforeOriginal';

const movedEnd = (before: Date | null, after: Date | null | undefined): MovedEnd | null =>
  after === undefined || after?.getTime() === before?.getTime() ? null : { before, after };

const endPattern = /^expires at (?<after>.+), not (?<before>.+)$/;
const never = 'no time';

/** The event of a move says where the end was and where it is, so that the chain of hashes proves it. The form of it lasts. */
export const reasonOfMove = ({ before, after }: MovedEnd): string =>
  `expires at ${after?.toISOString() ?? never}, not ${before?.toISOString() ?? never}`;

/** Undefined where the event moved no end. */
export const readMove = (reason: string | null): MovedEnd | undefined => {
  const { after, before } = endPattern.exec(reason ?? '')?.groups ?? {};
  if (after === undefined || before === undefined) return undefined;
  const endOf = (text: string): Date | null => (text === never ? null : new Date(text));
  return { before: endOf(before), after: endOf(after) };
};

/** Moves the end of a hold and nothing else: an event, and the row that says so. */
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
