/** The words of double entry that every context shares. */
import type { Minor } from './money';

export const accountTypes = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
export type AccountType = (typeof accountTypes)[number];

export const entryTypes = ['debit', 'credit'] as const;
export type EntryType = (typeof entryTypes)[number];

/** The side on which an account's balance grows. */
export type NormalBalance = EntryType;

export const layers = ['settled', 'pending', 'encumbrance'] as const;
export type Layer = (typeof layers)[number];

/** What limits bind: the settled balance, or what may be spent of it and what it would be if all that is pending came. */
export const limitBases = ['settled', 'available'] as const;
export type LimitBasis = (typeof limitBases)[number];

/** Assets and expenses grow on the debit side, everything else on the credit side. */
export const normalBalanceOf = (type: AccountType): NormalBalance =>
  type === 'asset' || type === 'expense' ? 'debit' : 'credit';

export const oppositeOf = (type: EntryType): EntryType => (type === 'debit' ? 'credit' : 'debit');

/** A balance in minor units, signed by the normal balance. */
export const signedBalance = (normal: NormalBalance, debits: bigint, credits: bigint): Minor =>
  (normal === 'debit' ? debits - credits : credits - debits) as Minor;
