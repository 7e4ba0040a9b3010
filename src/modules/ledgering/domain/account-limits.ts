/** The balance limits of an account. An account that only groups others has none. */
import type { AccountType, LimitBasis } from '../../../kernel/accounting';
import { largestAmount, parseAmount, type Denomination, type Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { AmountPrecisionExceeded, Invalid } from './refusals';

export interface BalanceLimits {
  readonly enforced: boolean;
  readonly basis: LimitBasis;
  /** The lower and the upper limit in minor units, positive on the normal side; null: no limit. */
  readonly min: Minor | null;
  readonly max: Minor | null;
}

export interface WantedLimits {
  readonly enforceBalanceLimits: boolean;
  readonly limitBasis: LimitBasis;
  /** The requested lower and upper limit in major units; null: no limit. */
  readonly minBalance: string | null;
  readonly maxBalance: string | null;
}

/** Reads the limits of a request. Only a liability may have a negative min_balance. */
export const readLimits = (
  request: WantedLimits,
  type: AccountType,
  denomination: Denomination,
): Outcome<Invalid | AmountPrecisionExceeded, BalanceLimits> => {
  const min = readLimit('min_balance', request.minBalance, denomination);
  if (refused(min)) return min;
  const max = readLimit('max_balance', request.maxBalance, denomination);
  if (refused(max)) return max;
  if (min.right !== null && min.right < 0n && type !== 'liability')
    return refuse({ kind: 'Invalid', errors: { min_balance: ['may be negative on liability accounts only'] } });
  if (min.right !== null && max.right !== null && max.right < min.right)
    return refuse({ kind: 'Invalid', errors: { max_balance: ['must not be less than min_balance'] } });
  return ok({
    enforced: request.enforceBalanceLimits,
    basis: request.limitBasis,
    min: min.right,
    max: max.right,
  });
};

const readLimit = (
  field: string,
  text: string | null,
  denomination: Denomination,
): Outcome<Invalid | AmountPrecisionExceeded, Minor | null> => {
  if (text === null) return ok(null);
  const parsed = parseAmount(text, denomination);
  if (!refused(parsed)) return parsed;
  return parsed.left.kind === 'AmountPrecisionExceeded'
    ? refuse({ kind: 'AmountPrecisionExceeded', field, storageDecimals: denomination.storageDecimals })
    : refuse({
        kind: 'Invalid',
        errors: { [field]: [`must be from -${largestAmount(denomination)} to ${largestAmount(denomination)}`] },
      });
};

/**
 * Explains why an account cannot be a group, which only groups other accounts. A group has no balance, so it cannot have limits or belong
 * to a customer. Null if the account can be a group.
 */
export const whyNoGroup = ({
  isGroup,
  category,
  limits,
}: {
  readonly isGroup: boolean;
  readonly category: 'system' | 'customer';
  readonly limits: BalanceLimits;
}): Invalid | null => {
  if (!isGroup) return null;
  if (category !== 'system') return { kind: 'Invalid', errors: { is_group: ['may be true on system accounts only'] } };
  return limits.enforced || limits.min !== null || limits.max !== null
    ? { kind: 'Invalid', errors: { is_group: ['may be true on accounts without limits only: a group has no balance'] } }
    : null;
};
