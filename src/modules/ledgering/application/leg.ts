/** Posts one leg of a conversion or transfer between two ledgers, and opens the accounts that it needs. */
import type { AccountType, NormalBalance } from '../../../kernel/accounting';
import { oppositeOf } from '../../../kernel/accounting';
import type { Fingerprint } from '../../../kernel/formats';
import { requireDenomination } from '../../../kernel/guess';
import { idFromName, newId, type LedgerId } from '../../../kernel/ids';
import type { Denomination, Minor } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import { refuse, refused, ok, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import type { AttributeMap } from '../../attributes';
import { plainAccount, type Account, type AccountId } from '../domain/account';
import { accountFormats } from '../domain/formats';
import { nothingWanted } from '../domain/judging';
import { acceptanceOf } from '../domain/operation-acceptance';
import type {
  AccountInactive,
  BalanceLimitExceeded,
  ClearingAccountTaken,
  IdempotencyKeyInUse,
  JournalClosed,
  PeriodLocked,
} from '../domain/refusals';
import type { PostingPlan } from '../domain/posting';
import type { StringOperation } from '../domain/string-operation';
import type { Draft, StringOperationId } from '../domain/transaction';
import { OutdatedGuess } from './ports';
import { postNow } from './post-now';
import { logEvent, type Turn, type TurnDependencies } from './turn';

/** An account that a leg opens if the ledger does not have it yet. */
export interface AccountToBe {
  readonly name: string;
  readonly type: AccountType;
  readonly normalBalance: NormalBalance;
}

export interface Leg {
  readonly ledgerId: LedgerId;
  readonly accountCode: string;
  /** The account that had the code when the leg was judged; if there was none, the account that the leg will open. */
  readonly account: { readonly id: AccountId } | { readonly opens: AccountToBe };
  /** 'leaves' if the value leaves the account; 'enters' if the value enters it. */
  readonly effect: 'leaves' | 'enters';
  readonly amount: Minor;
  /** The currency and decimals in which the amount was read. */
  readonly denomination: Denomination;
}

/** The members that are the same in both legs. */
export interface BothLegs {
  readonly operation: StringOperation['operation'];
  readonly idempotencyKey: string | null;
  /** The fingerprint of the request. A request with the same idempotency key and fingerprint is a retry. */
  readonly fingerprint: Fingerprint;
  /** The clearing account that is the other side of a leg. Each ledger has its own clearing account, with the same code and name. */
  readonly clearing: { readonly code: string; readonly name: string };
  readonly effectiveDate: Day;
  readonly description: string;
  readonly reference: string;
}

export type LegRefusal =
  IdempotencyKeyInUse | ClearingAccountTaken | AccountInactive | JournalClosed | PeriodLocked | BalanceLimitExceeded;

/** The attributes of both legs, and the subset that is indexed for search. */
export interface Stamp {
  readonly attributes: AttributeMap | null;
  readonly indexed: AttributeMap | null;
}

export interface PostedLeg {
  readonly transactionId: Draft['id'];
  readonly plan: PostingPlan;
}

export const postLeg = async (
  dependencies: TurnDependencies,
  turn: Turn,
  caller: Principal,
  request: BothLegs,
  leg: Leg,
  operationId: StringOperationId,
  { attributes, indexed }: Stamp,
): Promise<Outcome<LegRefusal, PostedLeg>> => {
  const { acceptances, store } = dependencies;
  const named = {
    ...nothingWanted,
    accountCodes: [leg.accountCode, request.clearing.code],
    accountIds: 'opens' in leg.account ? [idToBe(leg)] : [],
  };
  const { facts } = await acceptances.readAcceptance(turn.tx, leg.ledgerId, named);
  requireDenomination(leg.denomination, facts.denomination);
  const customer = facts.accountsByCode.get(leg.accountCode);
  // Only the account's id is compared: its category never changes, but a different account may have taken the code since the leg was
  // judged.
  if (customer?.id !== ('id' in leg.account ? leg.account.id : undefined))
    throw new OutdatedGuess(`another account has the code ${leg.accountCode}`);
  const clearing = facts.accountsByCode.get(request.clearing.code);
  // A tenant may have opened an ordinary account with this code before the codes of clearing accounts were reserved.
  if (clearing && !clearing.isClearing) return refuse({ kind: 'ClearingAccountTaken', account: clearing.code });

  let now = turn;
  const open = async (account: Account): Promise<AccountId> => {
    await dependencies.chart.insertAccount(now.tx, leg.ledgerId, account);
    const event = {
      type: 'account_created',
      accountId: account.id,
      actor: caller.actor,
      content: accountFormats.contentOf(account),
    } as const;
    now = await logEvent(dependencies, now, leg.ledgerId, event);
    return account.id;
  };
  // The id is derived from the code. It is already taken if an account was opened with this code earlier, and that account's code was
  // changed later.
  const id = facts.accountsById.has(idToBe(leg)) ? newId<'account'>() : idToBe(leg);
  const accountId =
    'id' in leg.account
      ? leg.account.id
      : await open(customerAccount(leg.accountCode, leg.account.opens, id, turn.now));
  const clearingId = clearing?.id ?? (await open(clearingAccount(request.clearing, turn.now)));

  const { accounts } = await store.readPostingFacts(turn.tx, leg.ledgerId, {
    ...{ accountIds: [accountId], journalIds: [], days: [] },
  });
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
    // The idempotency key is stored in the caller's ledger, which is the ledger of one of the two legs.
    idempotencyKey: leg.ledgerId === caller.ledgerId ? request.idempotencyKey : null,
    metadata: null,
    attributes,
    transactionCode: null,
    transactionCodeVersion: null,
    batchId: null,
    undoesTransactionId: null,
    settlesTransactionId: null,
    expiresAt: null,
    stringOperationId: operationId,
    acceptedBy: caller.actor,
    acceptedAt: turn.now,
    entries: [
      { ...entry, id: newId<'entry'>(), accountId, type: side },
      { ...entry, id: newId<'entry'>(), accountId: clearingId, type: oppositeOf(side) },
    ],
  };
  const acceptance = {
    ...acceptanceOf(draft, request.operation, request.fingerprint, leg.denomination),
    makes: operationId,
    indexed,
  };
  const plan = await postNow(dependencies, now, leg.ledgerId, [acceptance]);
  if (!refused(plan)) return ok({ transactionId: draft.id, plan: plan.right });
  if (plan.left.kind === 'PostingCrashed' || plan.left.kind === 'PostingRefused')
    throw new Error(`${plan.left.kind} is decided by the poster alone`);
  return refuse(plan.left);
};

const blank = {
  ...plainAccount,
  parentId: null,
  limits: { enforced: false, basis: 'settled', min: null, max: null },
} as const;

const idToBe = ({ ledgerId, accountCode }: Leg): AccountId => idFromName<'account'>(ledgerId, accountCode);

/** Creates the account as the list of the string's accounts describes it while it does not exist: with the same id, name, type and normal balance. */
const customerAccount = (code: string, opens: AccountToBe, id: AccountId, now: Date): Account => ({
  ...blank,
  ...opens,
  ...{ id, code, category: 'customer', isSystem: false, createdAt: now, updatedAt: now },
});

const clearingAccount = ({ code, name }: BothLegs['clearing'], now: Date): Account => ({
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
