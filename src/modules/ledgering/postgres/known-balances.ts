/** The balance of an account, or of all in a set, as it was known at a place of the log. */
import { layers, type Layer } from '../../../kernel/accounting';
import { dayBefore, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { BalanceTotals, LayerTotals } from '../application/reader';
import type { AccountId } from '../domain/account';
import { readLastDaysThen, readSumsThen, type KnownCover, type KnownSums, type UpTo } from './known-sums';

export const readKnownBalance = async (
  tx: Tx,
  cover: KnownCover,
  accountIds: readonly AccountId[],
  asOf: Day,
): Promise<BalanceTotals> => {
  const before = dayBefore(asOf);
  const days: readonly UpTo[] = [...(before ? [before] : []), asOf, 'infinity'];
  const [sums, lastDays] = await Promise.all([
    readSumsThen(tx, cover, { accountIds, layers, days }),
    readLastDaysThen(tx, cover, accountIds, asOf),
  ]);
  const sumOf = (layer: Layer, day: UpTo | undefined): Sum =>
    sums.filter((sum) => sum.layer === layer && sum.day === day).reduce(plus, nothing);
  const totalsOf = ({ debits, credits, entryCount }: Sum, lastEntryDate: Day | null): LayerTotals => ({
    ...{ debits, credits, entryCount, lastEntryDate },
  });
  const byLayer = (make: (layer: Layer) => LayerTotals): Record<Layer, LayerTotals> =>
    Object.fromEntries(layers.map((layer) => [layer, make(layer)])) as Record<Layer, LayerTotals>;
  return {
    upTo: byLayer((layer) => totalsOf(sumOf(layer, asOf), lastDays.get(layer) ?? null)),
    after: byLayer((layer) => totalsOf(minus(sumOf(layer, 'infinity'), sumOf(layer, asOf)), null)),
    overdue: totalsOf(sumOf('encumbrance', before), null),
    undone: sumOf('pending', asOf).undone,
    standing: null,
  };
};

type Sum = Omit<KnownSums, 'accountId' | 'layer' | 'day'>;

const nothing: Sum = { debits: 0n, credits: 0n, entryCount: 0, undone: { debits: 0n, credits: 0n } };

const plus = (one: Sum, other: Sum): Sum => ({
  debits: one.debits + other.debits,
  credits: one.credits + other.credits,
  entryCount: one.entryCount + other.entryCount,
  undone: { debits: one.undone.debits + other.undone.debits, credits: one.undone.credits + other.undone.credits },
});

const minus = (one: Sum, other: Sum): Sum => ({
  ...one,
  debits: one.debits - other.debits,
  credits: one.credits - other.credits,
  entryCount: one.entryCount - other.entryCount,
});
