/**
 * Closing an account deactivates it when nothing remains on it. A settled balance may be swept to another account in the same commit. The
 * sweep is dated today, or the latest day with settled entries if that is later, so that the balance is zero on that day and all later
 * days.
 */
import { signedBalance } from '../../../kernel/accounting';
import { formatAmount, isTooLarge, largestAmount, type Denomination, type Minor } from '../../../kernel/money';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import { isClearingAccount, type Account, type AccountId, type ChangeFacts } from './account';
import type { AccountReserved } from './refusals';

export interface CloseRequest {
  readonly accountId: AccountId;
  readonly sweepToCode: string | null;
  readonly reason: string | null;
  readonly idempotencyKey: string | null;
}

export interface AccountNotClosable {
  readonly kind: 'AccountNotClosable';
  /** The reason why the account cannot be closed, as the end of a sentence; and the remedy, as a sentence. */
  readonly because: string;
  readonly cure: string;
}
export interface AccountHasHolds {
  readonly kind: 'AccountHasHolds';
}
export interface AccountHasBalance {
  readonly kind: 'AccountHasBalance';
  /** The settled balance over all days in major units, signed by the normal balance. */
  readonly balance: string;
}
export interface SweepAccountUnfit {
  readonly kind: 'SweepAccountUnfit';
  readonly account: string;
  readonly because: string;
}

export type NotClosed = AccountReserved | AccountNotClosable | AccountHasHolds | AccountHasBalance | SweepAccountUnfit;

/** The account to which the balance is swept. */
export interface SweepFacts {
  readonly id: AccountId;
  readonly isActive: boolean;
  readonly isClearing: boolean;
  readonly isGroup: boolean;
}

export interface ClosingDay {
  readonly denomination: Denomination;
  readonly today: Day;
  readonly lockedUntil: Day | null;
}

export interface Sweep {
  readonly to: AccountId;
  /** The amount of the sweep, greater than zero. */
  readonly amount: Minor;
  /** The side of the sweep's entry on the closed account. */
  readonly side: 'debit' | 'credit';
  readonly effectiveDate: Day;
}

/** Returns the sweep that must be posted before the account is closed; null if the account has no balance. */
export const judgeClosing = (
  account: Account,
  { sweepToCode }: CloseRequest,
  facts: Pick<ChangeFacts, 'layersLeft' | 'isAwaited' | 'hasActiveChildren' | 'settled' | 'lastSettledDay'>,
  sweepTo: SweepFacts | undefined,
  { denomination, today, lockedUntil }: ClosingDay,
): Outcome<NotClosed, Sweep | null> => {
  const notClosable = (because: string, cure: string): Outcome<NotClosed, never> =>
    refuse({ kind: 'AccountNotClosable', because, cure });
  if (isClearingAccount(account)) return refuse({ kind: 'AccountReserved', account: account.code });
  if (account.isSystem)
    return notClosable('it is a system account', 'PUT /accounts/{accountId} with is_active false deactivates it.');
  if (!account.isActive) return notClosable('it is inactive', 'Activate it first if it has to be swept.');
  if (facts.hasActiveChildren)
    return notClosable('accounts below it are active', 'Close these accounts or move them elsewhere first.');
  if (facts.isAwaited)
    return notClosable('pending transactions name it', 'Try again when they are posted, which takes a moment.');
  if (facts.layersLeft.some((layer) => layer !== 'settled')) return refuse({ kind: 'AccountHasHolds' });
  const { settled, lastSettledDay } = facts;
  if (sweepToCode !== null) {
    const because = unfitness(account, sweepTo);
    if (because !== undefined) return refuse({ kind: 'SweepAccountUnfit', account: sweepToCode, because });
  }
  if (settled === 0n) return ok(null);
  if (!sweepTo) {
    const balance = signedBalance(account.normalBalance, settled > 0n ? settled : 0n, settled < 0n ? -settled : 0n);
    return refuse({ kind: 'AccountHasBalance', balance: formatAmount(balance, denomination) });
  }
  if (isTooLarge(settled))
    return notClosable(
      `its balance is larger than ${largestAmount(denomination)}, which is the most that a sweep can move`,
      'Post part of the balance to another account first.',
    );
  const effectiveDate = lastSettledDay !== null && lastSettledDay > today ? lastSettledDay : today;
  if (lockedUntil !== null && effectiveDate <= lockedUntil)
    return notClosable(
      `its balance would be swept on ${effectiveDate}, and days up to ${lockedUntil} are locked`,
      'Release the lock, or close the account on a later day.',
    );
  return ok({
    to: sweepTo.id,
    amount: (settled > 0n ? settled : -settled) as Minor,
    side: settled > 0n ? 'credit' : 'debit',
    effectiveDate,
  });
};

const unfitness = (account: Account, sweepTo: SweepFacts | undefined): string | undefined => {
  if (!sweepTo) return 'this ledger does not have it';
  if (sweepTo.id === account.id) return 'it is the account that is to be closed';
  if (sweepTo.isClearing) return 'it is the clearing account of a string';
  if (sweepTo.isGroup) return 'it only groups other accounts';
  return sweepTo.isActive ? undefined : 'it is inactive';
};
