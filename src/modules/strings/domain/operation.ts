/** Conversions and transfers: checks which amounts may move between which ledgers, before anything is locked. */
import type { AccountType, NormalBalance } from '../../../kernel/accounting';
import type { Id, LedgerId } from '../../../kernel/ids';
import { largestAmount, parseAmount, type Denomination, type Minor } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import type { AmountPrecisionExceeded, KeyMissingCapability, OperationInvalid, PlanRefusal } from './refusals';
import { participation, type DescribedString, type MemberLedger } from './string';

export interface OperationRequest {
  readonly operation: 'convert' | 'transfer';
  readonly stringCode: string;
  readonly sourceLedgerCode: string;
  readonly targetLedgerCode: string;
  readonly sourceAccountCode: string;
  readonly targetAccountCode: string;
  /** Both amounts are in major units: `sourceAmount` of the source's currency, `targetAmount` of the target's. */
  readonly sourceAmount: string;
  readonly targetAmount: string;
  /** The rate that the caller gave, which is only recorded. If null, a conversion looks up the rate; a transfer has no rate. */
  readonly rate: string | null;
  readonly reference: string;
  readonly effectiveDate: Day | null;
  readonly description: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly idempotencyKey: string | null;
}

/** An account of one member, as the other members see it. */
export interface StringAccount {
  readonly id: Id<'account'>;
  readonly ledgerId: LedgerId;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly category: 'system' | 'customer';
  readonly normalBalance: NormalBalance;
  readonly isActive: boolean;
}

export type AccountToOpen = Pick<StringAccount, 'name' | 'type' | 'normalBalance'>;

export interface PlannedLeg {
  readonly ledger: MemberLedger;
  readonly accountCode: string;
  readonly amount: Minor;
  /** The existing account with the code, or the account to open if the ledger has none. */
  readonly account: { readonly id: StringAccount['id'] } | { readonly opens: AccountToOpen };
}

export interface OperationPlan {
  readonly source: PlannedLeg;
  readonly target: PlannedLeg;
}

/** Checks that the caller may move value through the string. A replay requires this too, because it returns amounts and ledgers. */
export const judgeCapability = (
  stringCode: string,
  { capabilities }: Pick<Principal, 'capabilities'>,
): Outcome<KeyMissingCapability, void> => {
  const capability = participation(stringCode);
  return capabilities.has(capability) ? ok(undefined) : refuse({ kind: 'KeyMissingCapability', capability });
};

/** Checks the caller, the source and the target: everything that can be checked without reading accounts. */
export const judgeParticipants = (
  string: DescribedString | undefined,
  caller: Principal,
  request: OperationRequest,
): Outcome<
  PlanRefusal,
  { readonly string: DescribedString; readonly source: MemberLedger; readonly target: MemberLedger }
> => {
  if (!string) return refuse({ kind: 'StringNotFound' });
  if (!string.isActive) return refuse({ kind: 'StringInactive' });
  if (!string.memberIds.includes(caller.ledgerId)) return refuse({ kind: 'KeyNotInString' });
  const capable = judgeCapability(string.code, caller);
  if (refused(capable)) return capable;
  const member = (code: string): MemberLedger | undefined => string.members.find((ledger) => ledger.code === code);
  const source = member(request.sourceLedgerCode);
  if (!source) return refuse({ kind: 'ForeignLedger', ledgerCode: request.sourceLedgerCode });
  const target = member(request.targetLedgerCode);
  if (!target) return refuse({ kind: 'ForeignLedger', ledgerCode: request.targetLedgerCode });
  if (caller.ledgerId !== source.id && caller.ledgerId !== target.id) return refuse({ kind: 'OperationNotAllowed' });
  return ok({ string, source, target });
};

/**
 * Plans the two legs. `accounts` are the accounts of all members that have one of the request's codes. If the target ledger lacks the
 * account, a new one copies the customer account of that code in the first member, by ledger code, that has one.
 */
export const planOperation = (
  {
    string,
    source,
    target,
  }: { readonly string: DescribedString; readonly source: MemberLedger; readonly target: MemberLedger },
  request: OperationRequest,
  accounts: readonly StringAccount[],
): Outcome<PlanRefusal, OperationPlan> => {
  const [sourceField, targetField] =
    request.operation === 'convert' ? (['source_amount', 'target_amount'] as const) : (['amount', 'amount'] as const);
  const sourceAmount = readAmount(sourceField, request.sourceAmount, source.denomination);
  if (refused(sourceAmount)) return sourceAmount;
  const targetAmount = readAmount(targetField, request.targetAmount, target.denomination);
  if (refused(targetAmount)) return targetAmount;

  const invalid = (because: string): Outcome<OperationInvalid, never> => refuse({ kind: 'OperationInvalid', because });
  if (source.id === target.id) return invalid('source and target are the same ledger');
  const find = ({ id }: MemberLedger, code: string): StringAccount | undefined =>
    accounts.find((account) => account.ledgerId === id && account.code === code);
  const from = find(source, request.sourceAccountCode);
  if (from?.category !== 'customer')
    return invalid(`the ledger ${source.code} has no customer account ${request.sourceAccountCode}`);
  if (!from.isActive)
    return invalid(`the account ${from.code} is inactive in the ledger ${source.code}: activate it first`);
  const to = find(target, request.targetAccountCode);
  if (to && to.category !== 'customer')
    return invalid(`the account ${to.code} of the ledger ${target.code} is a system account`);
  if (to && !to.isActive)
    return invalid(`the account ${to.code} is inactive in the ledger ${target.code}: activate it first`);
  const model = to ?? modelOf(string, accounts, request.targetAccountCode);
  if (!model) return invalid(`no ledger of the string has a customer account ${request.targetAccountCode}`);
  if (sourceAmount.right <= 0n || targetAmount.right <= 0n) return invalid('the amounts must be greater than zero');

  const sameCurrency = source.denomination.currency === target.denomination.currency;
  if (request.operation === 'convert' && sameCurrency)
    return refuse({ kind: 'CurrencyMismatch', because: 'a conversion is between different currencies; use transfer' });
  if (request.operation === 'transfer' && !sameCurrency)
    return refuse({ kind: 'CurrencyMismatch', because: 'a transfer is within one currency; use convert' });
  const { name, type, normalBalance } = model;
  return ok({
    source: { ledger: source, accountCode: from.code, amount: sourceAmount.right, account: { id: from.id } },
    target: {
      ledger: target,
      accountCode: request.targetAccountCode,
      amount: targetAmount.right,
      account: to ? { id: to.id } : { opens: { name, type, normalBalance } },
    },
  });
};

/**
 * Returns the account whose properties a newly opened account copies: the customer account of that code in the first member, by ledger
 * code, that has one.
 */
export const modelOf = (
  { members }: Pick<DescribedString, 'members'>,
  accounts: readonly StringAccount[],
  code: string,
): StringAccount | undefined => {
  for (const { id } of members) {
    const account = accounts.find((candidate) => candidate.ledgerId === id && candidate.code === code);
    if (account?.category === 'customer') return account;
  }
  return undefined;
};

const readAmount = (
  field: AmountPrecisionExceeded['field'],
  text: string,
  denomination: Denomination,
): Outcome<AmountPrecisionExceeded | OperationInvalid, Minor> => {
  const amount = parseAmount(text, denomination);
  if (!refused(amount)) return amount;
  return amount.left.kind === 'AmountPrecisionExceeded'
    ? refuse({ kind: 'AmountPrecisionExceeded', field, storageDecimals: denomination.storageDecimals })
    : refuse({ kind: 'OperationInvalid', because: `${field} must be at most ${largestAmount(denomination)}` });
};
