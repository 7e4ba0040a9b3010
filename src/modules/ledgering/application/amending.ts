/**
 * PATCH /transactions/{id} and POST /transactions/{id}/notes: a turn of the ledger changes the
 * texts of a transaction (description, reference, metadata) or adds a
 * note. The transaction's row, hash and entries do not change; each amendment and each note is an event of the log.
 */
import { newId, type LedgerId } from '../../../kernel/ids';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import {
  amend,
  type AmendmentRequest,
  type NoteId,
  type NoteRequest,
  type NothingAmended,
  type TransactionNotAmendable,
  type WordsOnly,
} from '../domain/amendment';
import { amendFormats, amendmentFormats, annotateFormats, noteFormats } from '../domain/formats';
import { nothingWanted, replayOf, type KeyUse } from '../domain/judging';
import type { IdempotencyRefusal, TransactionNotFound } from '../domain/refusals';
import type { TransactionRow } from './reader';
import type { RehearsalReader } from './rehearsal-reader';
import { inTurn, logEvent, type Turn, type TurnDependencies } from './turn';
import { useKey, type Keyed } from './used-key';
import type { NoteRow, WordsStore } from './words-reader';

export type AmendRefusal =
  WordsOnly | IdempotencyRefusal | TransactionNotFound | TransactionNotAmendable | NothingAmended;
export type AnnotateRefusal = IdempotencyRefusal | TransactionNotFound;

interface Answered<A> {
  readonly answer: A;
  /** True if an earlier request with the same idempotency key made this change; this request then writes nothing. */
  readonly replayed: boolean;
}

export interface Amending {
  /** Returns the transaction with its present texts. */
  amend(caller: Principal, request: AmendmentRequest): Promise<Outcome<AmendRefusal, Answered<TransactionRow>>>;
  annotate(caller: Principal, request: NoteRequest): Promise<Outcome<AnnotateRefusal, Answered<NoteRow>>>;
}

export const createAmending = (
  dependencies: TurnDependencies,
  words: WordsStore,
  rehearsals: RehearsalReader,
): Amending => ({
  amend: ({ ledgerId, actor }, request) =>
    inTurn<AmendRefusal, Answered<TransactionRow>>(dependencies, ledgerId, async (turn) => {
      const { tx, head, now } = turn;
      const { transactionId, reason, idempotencyKey: key } = request;
      const fingerprint = amendFormats.fingerprintOf(request);
      const before = await earlierUse(dependencies, turn, ledgerId, { key, operation: 'amend', fingerprint });
      if (refused(before)) return before;
      const answer = async (replayed: boolean): Promise<Outcome<never, Answered<TransactionRow>>> => {
        const [row] = await rehearsals.transactions(tx, ledgerId, [transactionId]);
        if (!row) throw new Error(`transaction ${transactionId} was amended and cannot be read`);
        return ok({ answer: row, replayed });
      };
      if (before.right) return answer(true);
      const found = await words.readWords(tx, ledgerId, transactionId);
      if (!found) return refuse({ kind: 'TransactionNotFound' });
      const amended = amend(found, request, now);
      if (refused(amended)) return amended;
      const used = await useKey(dependencies, turn, ledgerId, {
        ...{ key, operation: 'amend', fingerprint, makes: transactionId },
      });
      if (refused(used)) return used;
      await logEvent(dependencies, turn, ledgerId, {
        ...{ type: 'transaction_amended', transactionId, actor, reason },
        content: amendmentFormats.contentOf(amended.right),
      });
      await words.insertAmendment(tx, ledgerId, head.lastSequence + 1n, amended.right);
      return answer(false);
    }),

  annotate: ({ ledgerId, actor }, request) =>
    inTurn<AnnotateRefusal, Answered<NoteRow>>(dependencies, ledgerId, async (turn) => {
      const { tx, head, now } = turn;
      const { idempotencyKey: key, ...asked } = request;
      const fingerprint = annotateFormats.fingerprintOf(request);
      const before = await earlierUse(dependencies, turn, ledgerId, { key, operation: 'annotate', fingerprint });
      if (refused(before)) return before;
      if (before.right) {
        const made = await words.readNote(tx, ledgerId, asked.transactionId, before.right.madeId as NoteId);
        if (!made) throw new Error(`note ${before.right.madeId} has a key and cannot be read`);
        return ok({ answer: made, replayed: true });
      }
      if (!(await words.readWords(tx, ledgerId, asked.transactionId))) return refuse({ kind: 'TransactionNotFound' });
      const note = { id: newId<'note'>(), ...asked, createdAt: now };
      const used = await useKey(dependencies, turn, ledgerId, {
        ...{ key, operation: 'annotate', fingerprint, makes: note.id },
      });
      if (refused(used)) return used;
      await logEvent(dependencies, turn, ledgerId, {
        ...{ type: 'transaction_noted', transactionId: note.transactionId, actor },
        content: noteFormats.contentOf(note),
      });
      return ok({ answer: { ...note, sequence: head.lastSequence + 1n, actor }, replayed: false });
    }),
});

/** Returns the earlier use of the request's idempotency key. Undefined if the request has no key, or its key is new. */
const earlierUse = async (
  { acceptances }: TurnDependencies,
  { tx }: Turn,
  ledgerId: LedgerId,
  { key, operation, fingerprint }: Keyed,
): Promise<Outcome<IdempotencyRefusal, KeyUse | undefined>> => {
  if (key === null) return ok(undefined);
  const reading = await acceptances.readAcceptance(tx, ledgerId, { ...nothingWanted, keys: [key] });
  return replayOf(key, operation, fingerprint, reading);
};
