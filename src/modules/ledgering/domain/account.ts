/** The accounts of a ledger, which entries debit and credit (specification, "Account"). */
import {
  normalBalanceOf,
  type AccountType,
  type CashFlowClass,
  type Layer,
  type LimitBasis,
  type NormalBalance,
} from '../../../kernel/accounting';
import { newId, type Id } from '../../../kernel/ids';
import { formatAmount, type Denomination, type Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import { readLimits, whyNoGroup, type BalanceLimits, type WantedLimits } from './account-limits';
import type {
  AccountCodeReserved,
  AccountCodeTaken,
  AccountDepthExceeded,
  AccountHasEntries,
  AccountHierarchyCycle,
  AccountReserved,
  AmountPrecisionExceeded,
  Invalid,
  ParentAccountNotFound,
} from './refusals';

export type AccountId = Id<'account'>;

/** The code and the name of an account, shown beside an entry. */
export interface AccountName {
  readonly accountCode: string;
  readonly accountName: string;
}
export type AccountCategory = 'system' | 'customer';

export interface Account {
  readonly id: AccountId;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly category: AccountCategory;
  readonly normalBalance: NormalBalance;
  readonly parentId: AccountId | null;
  readonly description: string | null;
  readonly isActive: boolean;
  readonly isSystem: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly limits: BalanceLimits;
  /**
   * The cash-flow class of the account. Null: the account has the class of its nearest ancestor of the same type that has one; without such
   * an ancestor, `financing` for equity and `operating` for all other types.
   */
  readonly cashFlow: CashFlowClass | null;
  /** Whether the account only groups the accounts below it. A group has no entries, so it has no limits and belongs to no customer. */
  readonly isGroup: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The defaults for members that a request to open an account may leave out. */
export const plainAccount = {
  description: null,
  isActive: true,
  metadata: null,
  cashFlow: null,
  isGroup: false,
} as const;

export interface NewAccount extends WantedLimits {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly category: AccountCategory;
  readonly normalBalance: NormalBalance | null;
  readonly parentCode: string | null;
  readonly description: string | null;
  readonly isActive: boolean;
  readonly isSystem: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly cashFlow: CashFlowClass | null;
  readonly isGroup: boolean;
}

/** The prefix of the codes of clearing accounts. A string opens these accounts as the other side of conversions and transfers. */
const reservedCodePrefix = 'STR-';

/** Clients shorten `/accounts/code/../balance` to `/accounts/balance`, so a new account may not have the code `.` or `..`. */
const isLostInPaths = (code: string): boolean => code === '.' || code === '..';

const isReservedCode = (code: string): boolean => code.startsWith(reservedCodePrefix);

/** Whether the account is a clearing account. An account that a client opened before the prefix was reserved is not. */
export const isClearingAccount = ({ code, isSystem, type }: Pick<Account, 'code' | 'isSystem' | 'type'>): boolean =>
  isReservedCode(code) && isSystem && type === 'equity';

/** The maximum number of levels in the tree of accounts, counting the root. It is bounded because the tree is printed as nested JSON. */
export const maxAccountDepth = 64;

/**
 * The facts that decide whether an account can be opened: whether its code is taken, whether its parent exists, and how deep the parent is.
 */
export interface OpeningFacts {
  readonly codeTaken: boolean;
  readonly parentId: AccountId | undefined;
  /** The number of accounts from the root down to the parent of the new account; 0 without a parent. */
  readonly depthAbove: number;
}

export type OpenAccountRefusal =
  | Invalid
  | AmountPrecisionExceeded
  | AccountCodeReserved
  | AccountCodeTaken
  | ParentAccountNotFound
  | AccountDepthExceeded;

export const openAccount = (
  request: NewAccount,
  facts: OpeningFacts,
  denomination: Denomination,
  now: Date,
): Outcome<OpenAccountRefusal, Account> => {
  const limits = readLimits(request, request.type, denomination);
  if (refused(limits)) return limits;
  if (isCashWithoutAsset(request)) return refuse(cashIsAnAsset);
  const unfit = whyNoGroup({ isGroup: request.isGroup, category: request.category, limits: limits.right });
  if (unfit) return refuse(unfit);
  if (isLostInPaths(request.code))
    return refuse({ kind: 'Invalid', errors: { code: ['must not be "." or "..", which clients remove from paths'] } });
  if (isReservedCode(request.code)) return refuse({ kind: 'AccountCodeReserved', code: request.code });
  if (facts.codeTaken) return refuse({ kind: 'AccountCodeTaken', code: request.code });
  if (request.parentCode !== null && facts.parentId === undefined)
    return refuse({ kind: 'ParentAccountNotFound', parent: request.parentCode });
  if (facts.depthAbove + 1 > maxAccountDepth) return refuse({ kind: 'AccountDepthExceeded', max: maxAccountDepth });
  return ok({
    id: newId<'account'>(),
    code: request.code,
    name: request.name,
    type: request.type,
    category: request.category,
    normalBalance: request.normalBalance ?? normalBalanceOf(request.type),
    parentId: facts.parentId ?? null,
    description: request.description,
    isActive: request.isActive,
    isSystem: request.isSystem,
    metadata: request.metadata,
    limits: limits.right,
    cashFlow: request.cashFlow,
    isGroup: request.isGroup,
    createdAt: now,
    updatedAt: now,
  });
};

/** A partial update of an account: undefined members do not change. */
export interface AccountChange {
  readonly parentId?: AccountId | null | undefined;
  readonly code?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: AccountType | undefined;
  readonly normalBalance?: NormalBalance | undefined;
  readonly description?: string | null | undefined;
  readonly isActive?: boolean | undefined;
  readonly metadata?: Account['metadata'] | undefined;
  readonly enforceBalanceLimits?: boolean | undefined;
  readonly limitBasis?: LimitBasis | undefined;
  /** The new lower and upper limit in major units. */
  readonly minBalance?: string | null | undefined;
  readonly maxBalance?: string | null | undefined;
  readonly cashFlow?: CashFlowClass | null | undefined;
  readonly isGroup?: boolean | undefined;
}

export interface ChangeFacts {
  readonly codeTaken: boolean;
  readonly parentExists: boolean;
  /** Whether the new parent is the account itself or a descendant of it. */
  readonly parentIsBelow: boolean;
  /** The number of accounts from the root down to the new parent; 0 without a parent. */
  readonly depthAbove: number;
  /** The number of accounts on the longest path down from this account, counting it; 0 if the parent does not change. */
  readonly depthBelow: number;
  /** Whether a posted or pending transaction uses the account. */
  readonly isInTransactions: boolean;
  /** The layers on which the account has a balance over all days: settled, open holds, open encumbrances. */
  readonly layersLeft: readonly Layer[];
  /** Whether a pending transaction names the account. */
  readonly isAwaited: boolean;
  /** Whether a child of the account is active. */
  readonly hasActiveChildren: boolean;
  /** The settled balance over all days: debits less credits, in minor units. */
  readonly settled: bigint;
  /** The latest effective date of the account's settled entries; null if it has no settled entries. */
  readonly lastSettledDay: Day | null;
}

export type ChangeAccountRefusal = OpenAccountRefusal | AccountReserved | AccountHierarchyCycle | AccountHasEntries;

export const changeAccount = (
  account: Account,
  change: AccountChange,
  facts: ChangeFacts,
  denomination: Denomination,
  now: Date,
): Outcome<ChangeAccountRefusal, Account> => {
  const type = change.type ?? account.type;
  const normalBalance = change.normalBalance ?? account.normalBalance;
  const keep = (limit: Minor | null): string | null => (limit === null ? null : formatAmount(limit, denomination));
  const limits = readLimits(
    {
      enforceBalanceLimits: change.enforceBalanceLimits ?? account.limits.enforced,
      limitBasis: change.limitBasis ?? account.limits.basis,
      minBalance: change.minBalance === undefined ? keep(account.limits.min) : change.minBalance,
      maxBalance: change.maxBalance === undefined ? keep(account.limits.max) : change.maxBalance,
    },
    type,
    denomination,
  );
  if (refused(limits)) return limits;
  const cashFlow = change.cashFlow === undefined ? account.cashFlow : change.cashFlow;
  if (isCashWithoutAsset({ type, cashFlow })) return refuse(cashIsAnAsset);
  const isGroup = change.isGroup ?? account.isGroup;
  const unfit = whyNoGroup({ isGroup, category: account.category, limits: limits.right });
  if (unfit) return refuse(unfit);
  if (change.code !== undefined && isReservedCode(change.code))
    return refuse({ kind: 'AccountCodeReserved', code: change.code });
  // Earlier versions could deactivate a clearing account. Such an account may be activated again, because an inactive one blocks its
  // string.
  const isTouched = change.code !== undefined || isGroup || (change.isActive !== undefined && account.isActive);
  if (isTouched && isClearingAccount(account)) return refuse({ kind: 'AccountReserved', account: account.code });
  if (facts.codeTaken) return refuse({ kind: 'AccountCodeTaken', code: change.code ?? account.code });
  if (change.parentId && !facts.parentExists) return refuse({ kind: 'ParentAccountNotFound', parent: change.parentId });
  if (change.parentId && facts.parentIsBelow) return refuse({ kind: 'AccountHierarchyCycle' });
  if (change.parentId && facts.depthAbove + facts.depthBelow > maxAccountDepth)
    return refuse({ kind: 'AccountDepthExceeded', max: maxAccountDepth });
  const isOther = type !== account.type || normalBalance !== account.normalBalance || isGroup !== account.isGroup;
  if (facts.isInTransactions && isOther) return refuse({ kind: 'AccountHasEntries' });
  // Every member is listed by name, so that a new member of Account cannot be forgotten here.
  return ok({
    id: account.id,
    parentId: change.parentId === undefined ? account.parentId : change.parentId,
    code: change.code ?? account.code,
    name: change.name ?? account.name,
    type,
    category: account.category,
    normalBalance,
    description: change.description === undefined ? account.description : change.description,
    isActive: change.isActive ?? account.isActive,
    isSystem: account.isSystem,
    metadata: change.metadata === undefined ? account.metadata : change.metadata,
    limits: limits.right,
    cashFlow,
    isGroup,
    createdAt: account.createdAt,
    updatedAt: now,
  });
};

/** Only an asset can be cash, because a balance sheet shows cash among the assets. */
const isCashWithoutAsset = ({ type, cashFlow }: Pick<Account, 'type' | 'cashFlow'>): boolean =>
  cashFlow === 'cash' && type !== 'asset';

const cashIsAnAsset: Invalid = { kind: 'Invalid', errors: { cash_flow: ['may be cash on asset accounts only'] } };
