/**
 * POST /transactions/{id}/reverse: posts the mirror image of a transaction, or of a part of it, at once. The original still
 * counts, and is reversed once nothing of it is left.
 */
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { fingerprintOfReversal } from '../domain/formats';
import { acceptanceOf, nothingWanted, replayOf } from '../domain/judging';
import type {
  AmountPrecisionExceeded,
  BalanceLimitExceeded,
  IdempotencyRefusal,
  IdempotencyKeyInUse,
  PostingFailure,
  TransactionNotFound,
} from '../domain/refusals';
import { draftReversal, type ReversalRequest, type UndoingRefusal } from '../domain/reversal';
import type { TransactionId } from '../domain/transaction';
import { readPart } from '../domain/undoing';
import { postNow } from './post-now';
import { inTurn, type TurnDependencies } from './turn';

export type ReverseRefusal =
  AmountPrecisionExceeded | IdempotencyRefusal | TransactionNotFound | UndoingRefusal | BalanceLimitExceeded;

export interface Reversed {
  /** The reversal. */
  readonly id: TransactionId;
  readonly replayed: boolean;
}

export type Reverse = (caller: Principal, request: ReversalRequest) => Promise<Outcome<ReverseRefusal, Reversed>>;

const operation = 'reverse';

export const createReverse =
  (dependencies: TurnDependencies): Reverse =>
  async (caller, request) => {
    const part = readPart(request.part, caller.denomination);
    if (refused(part)) return part;
    const { ledgerId } = caller;
    return inTurn<ReverseRefusal, Reversed>(dependencies, ledgerId, async (turn) => {
      const { acceptances, store } = dependencies;
      const key = request.idempotencyKey;
      const fingerprint = fingerprintOfReversal(request);
      const reading = await acceptances.readAcceptance(turn.tx, ledgerId, {
        ...nothingWanted,
        keys: key === null ? [] : [key],
      });
      const before = key === null ? ok(undefined) : replayOf(key, operation, fingerprint, reading);
      if (refused(before)) return before;
      if (before.right) return ok({ id: before.right.madeId as TransactionId, replayed: true });

      const original = await store.readDecided(turn.tx, ledgerId, request.transactionId);
      if (!original) return refuse({ kind: 'TransactionNotFound' });
      const { closedJournals, lockedUntil } = await store.readPostingFacts(
        turn.tx,
        ledgerId,
        [],
        [original.posting.journalId],
      );
      const facts = { journalIsClosed: closedJournals.size > 0, lockedUntil };
      const drafted = draftReversal(request, part.right, original, facts, caller, turn.now);
      if (refused(drafted)) return drafted;

      const { draft, undoing } = drafted.right;
      const acceptance = acceptanceOf(draft, operation, fingerprint);
      const posted = await postNow(dependencies, turn, ledgerId, [acceptance], undoing);
      return refused(posted) ? refuse(asReverseRefusal(posted.left)) : ok({ id: draft.id, replayed: false });
    });
  };

const asReverseRefusal = (refusal: IdempotencyKeyInUse | PostingFailure): ReverseRefusal => {
  switch (refusal.kind) {
    case 'IdempotencyKeyInUse':
    case 'BalanceLimitExceeded':
    case 'PeriodLocked':
      return refusal;
    case 'AccountInactive':
      return { kind: 'TransactionNotReversible', because: `its account ${refusal.account} is inactive` };
    case 'JournalClosed':
      return { kind: 'TransactionNotReversible', because: 'its journal is closed' };
    case 'PostingCrashed':
    case 'PostingRefused':
      throw new Error(`${refusal.kind} is decided by the poster alone`);
  }
};
