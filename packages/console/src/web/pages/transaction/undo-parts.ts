/** The part of a transaction that an act takes: the whole remaining amount, an amount, or the amounts of single entries. */
import { amountFrom, compareAmounts, isAmount, isZero, sumOf } from '../../parts/amount';
import type { Entry } from './t-accounts';

export const extents = ['all', 'amount', 'entries'] as const;
export type Extent = (typeof extents)[number];

/**
 * Returns the possible extents. With one debit and one credit, an amount is enough. With more entries, the ledger distributes an amount in
 * proportion, or a person enters the amount of each entry.
 */
export const extentsOf = (entries: readonly Pick<Entry, 'type'>[]): readonly Extent[] =>
  entries.length === 2 && entries[0]?.type !== entries[1]?.type ? ['all', 'amount'] : extents;

/** Maps the id of an entry to the amount that was typed for it. */
export type TypedParts = Readonly<Record<string, string>>;

const amountsOf = (entries: readonly Entry[], typed: TypedParts) =>
  entries.flatMap((entry) => {
    const amount = amountFrom(typed[entry.id] ?? '');
    return amount === '' ? [] : [{ entry, amount }];
  });

export interface PartTotals {
  readonly debits: string;
  readonly credits: string;
  /** The reason why the amounts cannot be sent; undefined if they can. */
  readonly complaint?: string;
}

/**
 * Returns the totals of the typed amounts. With `isUnbounded`, an amount may be higher than that of its entry: a settlement may exceed the
 * hold, or the entry's amount is not the amount that remains of it. Then only the preview can judge the amounts.
 */
export const totalsOf = (entries: readonly Entry[], typed: TypedParts, isUnbounded = false): PartTotals => {
  const parts = amountsOf(entries, typed);
  const of = (type: Entry['type']): string =>
    sumOf(parts.filter(({ entry, amount }) => entry.type === type && isAmount(amount)).map(({ amount }) => amount));
  const totals = { debits: of('debit'), credits: of('credit') };
  const wrong = parts.find(({ amount }) => !isAmount(amount) || compareAmounts(amount, '0') <= 0);
  const tooMuch = parts.find(
    ({ entry, amount }) => !isUnbounded && isAmount(amount) && compareAmounts(amount, entry.amount) > 0,
  );
  if (wrong !== undefined) return { ...totals, complaint: `${wrong.amount} is not an amount above zero.` };
  if (tooMuch !== undefined)
    return {
      ...totals,
      complaint: `The amount for ${tooMuch.entry.account_code} can be at most ${tooMuch.entry.amount}.`,
    };
  if (compareAmounts(totals.debits, totals.credits) !== 0)
    return { ...totals, complaint: 'Debits and credits must be equal.' };
  return isZero(totals.debits) ? { ...totals, complaint: 'Enter an amount for at least one entry.' } : totals;
};

/** Returns the amounts for the API. Entries without an amount are left out. */
export const partsOf = (entries: readonly Entry[], typed: TypedParts) =>
  amountsOf(entries, typed).map(({ entry, amount }) => ({ entry_id: entry.id, amount }));
