/**
 * Posts two legs in two ledgers, both or none, at once: what conversions and transfers are made of. Both heads are locked
 * in ledger order, and the legs go through the one posting path.
 */
import type { AccountType, NormalBalance } from '../../../kernel/accounting';
import { oppositeOf } from '../../../kernel/accounting';
import type { Fingerprint } from '../../../kernel/formats';
import { idFromName, newId, type LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import type { AttributeMap } from '../../attributes';
import type { Account, AccountId } from '../domain/account';
import { accountFormats } from '../domain/formats';
import type {
  AccountInactive,
  BalanceLimitExceeded,
  ClearingAccountTaken,
  IdempotencyKeyInUse,
  IdempotencyKeyReused,
  JournalClosed,
  LegAccountMissing,
  PeriodLocked,
} from '../domain/refusals';
import type { Draft, StringOperationId } from '../domain/transaction';
import type { StringOperation, StringOperationStore } from './ports';
import { acceptanceOf, postNow, replayOf } from './post-now';
import { inTurns, logEvent, type Turn, type TurnDependencies } from './turn';

/** What an account would be, where the ledger does not have it yet. */
export interface AccountToBe {
  readonly name: string;
  readonly type: AccountType;
  readonly normalBalance: NormalBalance;
}

export interface Leg {
  readonly ledgerId: LedgerId;
  readonly accountCode: string;
  /** Opens the account with this leg where it is missing; null where it must be there. */
  readonly opens: AccountToBe | null;
  /** Whether value leaves the account or enters it. */
  readonly effect: 'leaves' | 'enters';
  readonly amount: Minor;
}

export interface TogetherRequest {
  readonly operation: StringOperation['operation'];
  readonly idempotencyKey: string | null;
  /** What makes a retry the same request. */
  readonly fingerprint: Fingerprint;
  readonly source: Leg;
  readonly target: Leg;
  /** The account on the other side of both legs, one in each ledger. */
  readonly clearing: { readonly code: string; readonly name: string };
  readonly effectiveDate: Day;
  readonly description: string;
  readonly reference: string;
  readonly attributes: AttributeMap | null;
  readonly record: StringOperation['record'];
}

export type TogetherRefusal =
  | IdempotencyKeyInUse
  | IdempotencyKeyReused
  | LegAccountMissing
  | ClearingAccountTaken
  | AccountInactive
  | JournalClosed
  | PeriodLocked
  | BalanceLimitExceeded;

export interface PostedTogether {
  readonly operation: StringOperation;
  readonly replayed: boolean;
}

export interface Together {
  post(caller: Principal, request: TogetherRequest): Promise<Outcome<TogetherRefusal, PostedTogether>>;
  /** What a key made before, or undefined where it is free. */
  replay(
    caller: Principal,
    request: Pick<TogetherRequest, 'operation' | 'idempotencyKey' | 'fingerprint'>,
  ): Promise<Outcome<IdempotencyKeyInUse | IdempotencyKeyReused, PostedTogether | undefined>>;
}

export const createTogether = (dependencies: TurnDependencies, operations: StringOperationStore): Together => {
  const { unitOfWork, clock } = dependencies;

  const replay = async (
    tx: Turn['tx'],
    { ledgerId }: Principal,
    { operation, idempotencyKey, fingerprint }: Pick<TogetherRequest, 'operation' | 'idempotencyKey' | 'fingerprint'>,
  ): Promise<Outcome<IdempotencyKeyInUse | IdempotencyKeyReused, PostedTogether | undefined>> => {
    if (idempotencyKey === null) return ok(undefined);
    const reading = await dependencies.acceptances.readAcceptance(tx, ledgerId, { ...nothing, keys: [idempotencyKey] });
    const made = replayOf(idempotencyKey, operation, fingerprint, reading);
    if (refused(made)) return made;
    if (made.right === undefined) return ok(undefined);
    const found = await operations.readOperation(tx, ledgerId, made.right);
    if (!found) throw new Error(`the key ${idempotencyKey} made an operation that cannot be found`);
    return ok({ operation: found, replayed: true });
  };

  return {
    replay: (caller, request) => unitOfWork.run({ ledgerIds: [caller.ledgerId] }, (tx) => replay(tx, caller, request)),

    post: (caller, request) => {
      const { source, target } = request;
      const ledgerIds = [source.ledgerId, target.ledgerId];
      return inTurns<TogetherRefusal, PostedTogether>(dependencies, ledgerIds, async (turns) => {
        const { tx } = turns.get(source.ledgerId) as Turn;
        const before = await replay(tx, caller, request);
        if (refused(before)) return before;
        if (before.right) return ok(before.right);

        const operationId = newId<'string operation'>();
        const posted: StringOperation['source'][] = [];
        let locked: PeriodLocked | undefined;
        for (const leg of [source, target]) {
          const turn = turns.get(leg.ledgerId) as Turn;
          const transaction = await postLeg(dependencies, turn, caller, request, leg, operationId);
          if (!refused(transaction)) posted.push({ ledgerId: leg.ledgerId, transactionId: transaction.right });
          else if (transaction.left.kind !== 'PeriodLocked') return refuse(transaction.left);
          // Judged last of all: what the other leg is refused for comes first.
          else locked ??= transaction.left;
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
        return ok({ operation, replayed: false });
      });
    },
  };
};

const nothing = { keys: [], accountIds: [], accountCodes: [], journalIds: [], correlationSourceIds: [] };

const postLeg = async (
  dependencies: TurnDependencies,
  turn: Turn,
  caller: Principal,
  request: TogetherRequest,
  leg: Leg,
  operationId: StringOperationId,
): Promise<Outcome<TogetherRefusal, Draft['id']>> => {
  const { acceptances, store } = dependencies;
  const named = {
    ...nothing,
    accountCodes: [leg.accountCode, request.clearing.code],
    accountIds: leg.opens ? [idToBe(leg)] : [],
  };
  const { facts } = await acceptances.readAcceptance(turn.tx, leg.ledgerId, named);
  const customer = facts.accountsByCode.get(leg.accountCode);
  if (!customer && !leg.opens)
    return refuse({ kind: 'LegAccountMissing', ledgerId: leg.ledgerId, code: leg.accountCode });
  const clearing = facts.accountsByCode.get(request.clearing.code);
  // Codes of clearing accounts were not reserved from the beginning: somebody's own account may stand there.
  if (clearing && !clearing.isClearing) return refuse({ kind: 'ClearingAccountTaken', account: clearing.code });

  let now = turn;
  const open = async (account: Account): Promise<AccountId> => {
    await dependencies.chart.insertAccount(now.tx, leg.ledgerId, account);
    const event = {
      type: 'account_created',
      accountId: account.id,
      actor: caller.keyPrefix,
      contentHash: accountFormats.hashOf(account),
    } as const;
    now = await logEvent(dependencies, now, leg.ledgerId, event);
    return account.id;
  };
  // An account that was opened like this and then got another code keeps its id.
  const id = facts.accountsById.has(idToBe(leg)) ? newId<'account'>() : idToBe(leg);
  const accountId = customer?.id ?? (await open(customerAccount(leg, id, turn.now)));
  const clearingId = clearing?.id ?? (await open(clearingAccount(request.clearing, turn.now)));

  const { accounts } = await store.readPostingFacts(turn.tx, leg.ledgerId, [accountId], []);
  const normal = accounts.get(accountId)?.normalBalance ?? 'credit';
  const side = leg.effect === 'enters' ? normal : oppositeOf(normal);
  const entry = { layer: 'settled', amount: leg.amount, description: null, metadata: null } as const;
  const draft: Draft = {
    id: newId<'transaction'>(),
    journalId: facts.defaultJournalId,
    effectiveDate: request.effectiveDate,
    layer: 'settled',
    description: request.description,
    reference: request.reference,
    totalAmount: leg.amount,
    correlationId: operationId,
    correlationType: null,
    correlationSourceId: null,
    // The key belongs to the ledger of the caller, whichever leg stands there.
    idempotencyKey: leg.ledgerId === caller.ledgerId ? request.idempotencyKey : null,
    metadata: null,
    attributes: request.attributes,
    transactionCode: null,
    transactionCodeVersion: null,
    batchId: null,
    reversesTransactionId: null,
    stringOperationId: operationId,
    acceptedBy: caller.keyPrefix,
    acceptedAt: turn.now,
    entries: [
      { ...entry, id: newId<'entry'>(), accountId, type: side },
      { ...entry, id: newId<'entry'>(), accountId: clearingId, type: oppositeOf(side) },
    ],
  };
  const acceptance = { ...acceptanceOf(draft, request.operation, request.fingerprint), makes: operationId };
  const plan = await postNow(dependencies, now, leg.ledgerId, [acceptance], null, 'limits before periods');
  if (!refused(plan)) return ok(draft.id);
  if (plan.left.kind === 'PostingCrashed' || plan.left.kind === 'PostingRefused')
    throw new Error(`${plan.left.kind} is decided by the poster alone`);
  return refuse(plan.left);
};

const blank = {
  parentId: null,
  description: null,
  isActive: true,
  metadata: null,
  limits: { enforced: false, min: null, max: null },
};

const idToBe = ({ ledgerId, accountCode }: Leg): AccountId => idFromName<'account'>(ledgerId, accountCode);

/** Exactly what the listing of the string's accounts described before. */
const customerAccount = ({ accountCode, opens }: Leg, id: AccountId, now: Date): Account => {
  if (!opens) throw new Error('only a leg that may open its account opens it');
  return {
    ...blank,
    ...opens,
    id,
    code: accountCode,
    category: 'customer',
    isSystem: false,
    createdAt: now,
    updatedAt: now,
  };
};

const clearingAccount = ({ code, name }: TogetherRequest['clearing'], now: Date): Account => ({
  ...blank,
  id: newId<'account'>(),
  code,
  name,
  type: 'equity',
  normalBalance: 'credit',
  category: 'system',
  isSystem: true,
  createdAt: now,
  updatedAt: now,
});
