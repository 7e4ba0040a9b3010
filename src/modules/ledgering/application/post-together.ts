/**
 * Posts the two legs of a conversion or transfer in two ledgers at once, both or none. Both heads are locked in the order of
 * the ledgers' ids, and each leg is posted like any other transaction.
 */
import { newId, type LedgerId } from '../../../kernel/ids';
import { judgedAnew } from '../../../kernel/running/optimistic';
import { todayOf, type Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { behind } from '../../../kernel/unit-of-work';
import { indexedOf, type AttributeRefusal, type Attributes, type Judgement } from '../../attributes';
import { nothingWanted, replayOf } from '../domain/judging';
import type { IdempotencyKeyInUse, IdempotencyKeyReused, PeriodLocked } from '../domain/refusals';
import { postLeg, type BothLegs, type Leg, type LegRefusal, type Stamp } from './leg';
import type { PostingPlan } from '../domain/posting';
import { holdRules, isStale } from './guesses';
import { stringOperationFormats } from '../domain/formats';
import type { StringOperation } from '../domain/string-operation';
import type { StringGuess, StringOperationStore } from './ports';
import { readRehearsed, type Rehearsed } from './rehearsal';
import { type RehearsalReader } from './rehearsal-reader';
import { inTurns, logEvent, type Turn, type TurnDependencies } from './turn';

export interface TogetherRequest extends BothLegs {
  readonly source: Leg;
  readonly target: Leg;
  /** The attributes of the request. The attribute rules have not judged them yet. */
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly record: StringOperation['record'];
  /** The values by which the request was judged. If one of them has changed, `post` throws `OutdatedGuess` and nothing is written. */
  readonly guess: Omit<StringGuess, 'ledgerIds'>;
  /** True if everything is rolled back after the result has been read. */
  readonly isDryRun: boolean;
}

/** The refusals of a conversion or transfer. A refusal by the attribute rules is returned unchanged. */
export type TogetherRefusal = AttributeRefusal | IdempotencyKeyReused | LegRefusal;

export interface PostedTogether {
  readonly operation: StringOperation;
  readonly replayed: boolean;
  /**
   * The balances in the caller's own ledger as the operation would leave them, for a dry run; null for a real posting. An API key sees no
   * balances of another ledger.
   */
  readonly balances: Rehearsed['balances'] | null;
}

export interface Together {
  post(caller: Principal, request: TogetherRequest): Promise<Outcome<TogetherRefusal, PostedTogether>>;
  /** Returns the operation that an earlier request with the idempotency key created; undefined if the key is unused. */
  replay(
    caller: Principal,
    request: Pick<TogetherRequest, 'operation' | 'idempotencyKey' | 'fingerprint'>,
  ): Promise<Outcome<IdempotencyKeyInUse | IdempotencyKeyReused, PostedTogether | undefined>>;
}

export const createTogether = (
  dependencies: TurnDependencies,
  operations: StringOperationStore,
  attributes: Pick<Attributes, 'judge'>,
  rehearsals: RehearsalReader,
): Together => {
  const { unitOfWork, clock } = dependencies;

  const replay = async (
    tx: Turn['tx'],
    { ledgerId }: Principal,
    { operation, idempotencyKey, fingerprint }: Pick<TogetherRequest, 'operation' | 'idempotencyKey' | 'fingerprint'>,
  ): Promise<Outcome<IdempotencyKeyInUse | IdempotencyKeyReused, PostedTogether | undefined>> => {
    if (idempotencyKey === null) return ok(undefined);
    const reading = await dependencies.acceptances.readAcceptance(tx, ledgerId, {
      ...nothingWanted,
      keys: [idempotencyKey],
    });
    const made = replayOf(idempotencyKey, operation, fingerprint, reading);
    if (refused(made)) return made;
    if (!made.right) return ok(undefined);
    const found = await operations.readOperation(tx, ledgerId, made.right.madeId);
    if (!found) throw new Error(`the key ${idempotencyKey} made an operation that cannot be found`);
    return ok({ operation: found, replayed: true, balances: null });
  };

  const post = (
    caller: Principal,
    request: TogetherRequest,
    judgement: Judgement,
  ): Promise<Outcome<TogetherRefusal, PostedTogether>> => {
    const { source, target } = request;
    const ledgerIds = [source.ledgerId, target.ledgerId];
    const { acceptances } = dependencies;
    const { rules, verdicts, newKeys } = judgement;
    const work = async (turns: ReadonlyMap<LedgerId, Turn>): Promise<Outcome<TogetherRefusal, PostedTogether>> => {
      const { tx } = turns.get(source.ledgerId) as Turn;
      const before = await replay(tx, caller, request);
      if (refused(before)) return before;
      if (before.right) return ok(before.right);
      const plans = new Map<LedgerId, PostingPlan>();
      const verdict = verdicts[0] ?? ok(null);
      if (refused(verdict)) return verdict;
      const stamped: Stamp = { attributes: verdict.right, indexed: indexedOf(verdict.right, judgement.indexedKeys) };

      const operationId = newId<'string operation'>();
      const posted: StringOperation['source'][] = [];
      let locked: PeriodLocked | undefined;
      for (const leg of [source, target]) {
        const turn = turns.get(leg.ledgerId) as Turn;
        const transaction = await postLeg(dependencies, turn, caller, request, leg, operationId, stamped);
        if (!refused(transaction)) {
          const { transactionId, plan } = transaction.right;
          posted.push({ ledgerId: leg.ledgerId, transactionId });
          plans.set(leg.ledgerId, plan);
        } else if (transaction.left.kind !== 'PeriodLocked') return refuse(transaction.left);
        // A locked period is returned only if neither leg has another refusal. If both have one, the later lock is returned.
        else if (!locked || transaction.left.lockedUntil > locked.lockedUntil) locked = transaction.left;
      }
      if (locked) return refuse(locked);
      const operation: StringOperation = {
        id: operationId,
        operation: request.operation,
        source: posted[0] as StringOperation['source'],
        target: posted[1] as StringOperation['source'],
        record: request.record,
        createdAt: clock.now(),
      };
      await operations.insertOperation(tx, caller.ledgerId, operation);
      // Each of the two ledgers logs the operation directly after its leg, so a reader of one log learns which operation the leg belongs
      // to.
      const content = stringOperationFormats.contentOf(operation);
      for (const [ledgerId, { head }] of plans)
        await logEvent(dependencies, { ...(turns.get(ledgerId) as Turn), head }, ledgerId, {
          ...{ type: 'string_operation_posted', actor: caller.actor, content },
          subject: { stringOperationId: operationId },
        });
      if (rules?.hold === 'alone') await acceptances.declareKeys(tx, rules.tenantId, newKeys.flat(), clock.now());
      const ownPlans = [plans.get(caller.ledgerId) ?? []].flat();
      const balances = request.isDryRun
        ? (await readRehearsed(rehearsals, tx, caller.ledgerId, ownPlans, [], todayOf(caller, clock))).balances
        : null;
      return ok({ operation, replayed: false, balances });
    };
    return inTurns<TogetherRefusal, PostedTogether>(dependencies, ledgerIds, work, {
      hold: (tx) =>
        behind(holdRules(acceptances, tx, judgement), operations.holdGuess(tx, { ...request.guess, ledgerIds })),
      isTakenBack: request.isDryRun,
    });
  };

  return {
    replay: (caller, request) => unitOfWork.run({ ledgerIds: [caller.ledgerId] }, (tx) => replay(tx, caller, request)),

    post: (caller, request) =>
      judgedAnew(
        (stale: Judgement | undefined) => attributes.judge(caller, [request.attributes], stale),
        (judgement) => post(caller, request, judgement),
        isStale,
      ),
  };
};
