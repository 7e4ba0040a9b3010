/** The terms of double-entry bookkeeping that every module shares. */
import type { Minor } from './money';

export const accountTypes = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
export type AccountType = (typeof accountTypes)[number];

export const entryTypes = ['debit', 'credit'] as const;
export type EntryType = (typeof entryTypes)[number];

/** The side on which an account's balance grows. */
export type NormalBalance = EntryType;

export const layers = ['settled', 'pending', 'encumbrance'] as const;
export type Layer = (typeof layers)[number];

/**
 * The balance that a limit is checked against: the settled balance, or the available one. With `available`, a limit
 * holds both for the balance that may be spent and for the balance that would result if every pending transaction were
 * posted.
 */
export const limitBases = ['settled', 'available'] as const;
export type LimitBasis = (typeof limitBases)[number];

/**
 * The section of the cash flow statement to which an account belongs: `cash` is cash and cash equivalents; the other three are the
 * activities that explain the change in cash.
 */
export const cashFlowClasses = ['cash', 'operating', 'investing', 'financing'] as const;
export type CashFlowClass = (typeof cashFlowClasses)[number];

/** Assets and expenses grow on the debit side, everything else on the credit side. */
export const normalBalanceOf = (type: AccountType): NormalBalance =>
  type === 'asset' || type === 'expense' ? 'debit' : 'credit';

export const oppositeOf = (type: EntryType): EntryType => (type === 'debit' ? 'credit' : 'debit');

/** Returns a balance in minor units: positive when it lies on the account's normal side, negative otherwise. */
export const signedBalance = (normal: NormalBalance, debits: bigint, credits: bigint): Minor =>
  (normal === 'debit' ? debits - credits : credits - debits) as Minor;
