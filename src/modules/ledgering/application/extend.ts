/** POST /transactions/{id}/extend: raises an open hold, changes its expiry, or both, in one turn of the ledger. */
import { requireDenomination } from '../../../kernel/guess';
import type { Minor } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { judgedAnew } from '../../../kernel/running/optimistic';
import { dayIn } from '../../../kernel/time-zone';
import { indexedOf, type Attributes, type Judgement } from '../../attributes';
import { readAmount } from '../domain/draft';
import { draftExtension, planMove, type ExtensionRefusal } from '../domain/extension';
import { extendFormats } from '../domain/formats';
import type { ExtensionRequest } from '../domain/hold';
import { nothingWanted, pendingOf, replayOf } from '../domain/judging';
import { acceptanceOf } from '../domain/operation-acceptance';
import { planPosting, touchedBy, type PostingPlan } from '../domain/posting';
import type {
  AccountInactive,
  AmountPrecisionExceeded,
  BalanceLimitExceeded,
  IdempotencyRefusal,
  TransactionNotFound,
} from '../domain/refusals';
import type { TransactionId } from '../domain/transaction';
import { lastDayOf } from '../domain/undoing';
import { holdRules, isStale, requireIndexed } from './guesses';
import { readRehearsed, type Rehearsed } from './rehearsal';
import type { RehearsalReader } from './rehearsal-reader';
import { useKey } from './used-key';
import { inTurn, type TurnDependencies } from './turn';

export type ExtendRefusal =
  | ExtensionRefusal
  | AmountPrecisionExceeded
  | IdempotencyRefusal
  | TransactionNotFound
  | AccountInactive
  | BalanceLimitExceeded;

export interface Extended {
  /** The id of the hold. */
  readonly id: TransactionId;
  /** True if an earlier request with the same idempotency key extended the hold; this request then changes nothing. */
  readonly replayed: boolean;
  /** The transactions and balances as the extension would leave them, for a dry run; null for a real extension. */
  readonly rehearsed: Rehearsed | null;
}

export type Extend = (
  caller: Principal,
  request: ExtensionRequest,
  isDryRun: boolean,
) => Promise<Outcome<ExtendRefusal, Extended>>;

export const extendOperation = 'extend';

export interface ExtendDependencies extends TurnDependencies {
  readonly attributes: Pick<Attributes, 'judge'>;
  readonly rehearsals: RehearsalReader;
}

export const createExtend =
  (dependencies: ExtendDependencies): Extend =>
  async (caller, request, isDryRun) => {
    const amount = request.amount === null ? ok(null) : readAmount(request.amount, 'amount', caller.denomination);
    if (refused(amount)) return amount;
    // The added amount inherits the attributes of the hold, and the rules decide which of them are indexed.
    return judgedAnew(
      (stale: Judgement | undefined) => dependencies.attributes.judge(caller, [], stale),
      (judgement) => extendJudged(dependencies, caller, request, amount.right, judgement, isDryRun),
      isStale,
    );
  };

const extendJudged = (
  { rehearsals, ...dependencies }: ExtendDependencies,
  caller: Principal,
  request: ExtensionRequest,
  amount: Minor | null,
  judgement: Judgement,
  isDryRun: boolean,
): Promise<Outcome<ExtendRefusal, Extended>> => {
  const { ledgerId, denomination, timeZone } = caller;
  const { transactionId: id, idempotencyKey: key } = request;
  const { acceptances, store } = dependencies;
  const fingerprint = extendFormats.fingerprintOf(request);
  return inTurn<ExtendRefusal, Extended>(
    dependencies,
    ledgerId,
    async (turn) => {
      const { tx, head, now } = turn;
      const today = dayIn(timeZone, now);
      const answer = async (plans: readonly PostingPlan[], replayed: boolean): Promise<Outcome<never, Extended>> =>
        ok({
          ...{ id, replayed },
          rehearsed: isDryRun ? await readRehearsed(rehearsals, tx, ledgerId, plans, [id], today) : null,
        });
      const reading = await acceptances.readAcceptance(tx, ledgerId, {
        ...nothingWanted,
        keys: key === null ? [] : [key],
      });
      requireDenomination(denomination, reading.facts.denomination);
      const before = key === null ? ok(undefined) : replayOf(key, extendOperation, fingerprint, reading);
      if (refused(before)) return before;
      if (before.right) return answer([], true);
      const hold = (await store.readDecided(tx, ledgerId, [id])).get(id);
      if (!hold) return refuse({ kind: 'TransactionNotFound' });
      const touched = touchedBy([hold.posting]);
      const facts = await store.readPostingFacts(tx, ledgerId, {
        ...touched,
        days: [...new Set([...touched.days, today, lastDayOf(hold), request.date ?? today])],
      });
      const drafted = draftExtension(
        request,
        amount,
        hold,
        { journalIsClosed: facts.closedJournals.size > 0, lockedUntil: facts.lockedUntil },
        { actor: caller.actor, batchId: null, denomination, timeZone },
        now,
      );
      if (refused(drafted)) return drafted;
      const { added, end } = drafted.right;
      if (added) {
        const { draft, undoing } = added;
        requireIndexed(judgement, draft.attributes);
        const acceptance = {
          ...acceptanceOf(draft, extendOperation, fingerprint, denomination),
          indexed: indexedOf(draft.attributes, judgement.indexedKeys),
          undoes: undoing,
        };
        const plan = planPosting([pendingOf(acceptance)], facts, head, now);
        const [failed] = plan.failed;
        if (failed) return refuse(asRefusal(failed.failure));
        await store.writeAtOnce(tx, ledgerId, [acceptance], plan, 'locked');
        turn.follows(plan);
        return answer([plan], false);
      }
      if (!end) throw new Error('an extension that changes nothing was not refused');
      const used = await useKey(dependencies, turn, ledgerId, {
        key,
        operation: extendOperation,
        fingerprint,
        makes: id,
      });
      if (refused(used)) return used;
      const plan = planMove(hold, end, caller.actor, facts, head, now);
      await store.writePosting(tx, ledgerId, plan);
      turn.follows(plan);
      return answer([plan], false);
    },
    { hold: (tx) => holdRules(acceptances, tx, judgement), isTakenBack: isDryRun },
  );
};

const asRefusal = (failure: PostingPlan['failed'][number]['failure']): ExtendRefusal => {
  if (failure.kind === 'PostingCrashed' || failure.kind === 'PostingRefused')
    throw new Error(`${failure.kind} is decided by the poster alone`);
  return failure;
};
