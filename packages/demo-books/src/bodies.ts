/** Converts the deeds of a story to the bodies of API requests. */
import { formatAmount } from '../../../src/kernel/money';
import type { Principal } from '../../../src/kernel/principal';
import { unreachable } from '../../../src/kernel/refusal';
import type { AccountPlan, Item, Moving, PostingDeed } from './deeds';

/** Data that a request body needs and that exists only once the story is entered into the books. */
export interface Knowledge {
  readonly caller: Principal;
  /** Maps the code of a journal to its id. */
  readonly journals: ReadonlyMap<string, string>;
  now(): Date;
  /** Returns the id of the transaction with that idempotency key. Throws if there is none. */
  idOf(key: string): string;
}

/** The milliseconds from the creation of a hold to its expiry. */
const expiryMs = { 'at once': 2_000, 'in weeks': 21 * 86_400_000 } as const;

/** The body of POST /accounts. */
export const accountBody = ({ floor, ...plan }: AccountPlan): object => ({
  ...{ code: plan.code, name: plan.name, type: plan.type, category: plan.category },
  ...{ parent_code: plan.parent, normal_balance: plan.normalBalance, is_group: plan.isGroup, cash_flow: plan.flow },
  ...(floor === null ? {} : { enforce_balance_limits: true, limit_basis: floor, min_balance: '0' }),
});

/** The body of an item of POST /transactions/batch. */
export const itemBody = (item: Item, known: Knowledge): object => {
  if (item.kind === 'post') return postingBody(item, known);
  const { key, of, amount } = item;
  const about = {
    operation: item.kind,
    transaction_id: known.idOf(of),
    idempotency_key: key,
    amount: amount === null ? null : formatAmount(amount, known.caller.denomination),
  };
  switch (item.kind) {
    case 'settle':
      return { ...about, date: item.day, final: item.isFinal, description: item.description };
    case 'release':
      return { ...about, reason: item.reason };
    case 'reverse':
      return { ...about, date: item.day, reason: item.reason };
    default:
      return unreachable(item);
  }
};

/** The body of POST /transactions. */
export const postingBody = (posting: PostingDeed, { caller, journals, now }: Knowledge): object => {
  const { key, day, layer, expiry, description, reference, journal, correlation, attributes, through } = posting;
  const entries = posting.entries.map(({ account, type, amount }) => ({
    account_code: account,
    type,
    amount: formatAmount(amount, caller.denomination),
  }));
  return {
    ...{
      effective_date: day,
      description,
      idempotency_key: key,
      reference,
      layer,
      correlation_id: correlation,
      attributes,
    },
    expires_at: expiry === 'never' ? null : new Date(now().getTime() + expiryMs[expiry]).toISOString(),
    journal_id: journal === null ? null : journals.get(journal),
    ...(through ? { transaction_code: through.code, transaction_code_params: through.params } : { entries }),
  };
};

/** The body of POST /strings/{code}/convert or /transfer. Each amount has the decimals of its ledger. */
export const movingBody = (moving: Moving, sourceCaller: Principal, targetCaller: Principal): object => {
  const { kind, key, day, source, target, rate, reference, description } = moving;
  const leaves = formatAmount(source.amount, sourceCaller.denomination);
  const enters = formatAmount(target.amount, targetCaller.denomination);
  return {
    source_ledger_code: source.ledger,
    target_ledger_code: target.ledger,
    account_code: source.account,
    ...(kind === 'convert'
      ? { source_amount: leaves, target_amount: enters, rate }
      : { amount: leaves, target_account_code: target.account }),
    ...{ effective_date: day, idempotency_key: key, reference, description },
  };
};
