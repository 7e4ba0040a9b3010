/** The totals of an account as of a day, layer by layer: one row for each, from sums over days, months and years. */
import { layers, type Layer } from '../../../kernel/accounting';
import type { Day } from '../../../kernel/time';
import type { BalanceTotals, LayerTotals } from '../application/reader';

export interface TotalsRow {
  readonly layer: Layer;
  readonly debits: string;
  readonly credits: string;
  readonly entry_count: string;
  readonly debits_up_to: string;
  readonly credits_up_to: string;
  readonly count_up_to: string;
  readonly debits_on: string;
  readonly credits_on: string;
  readonly count_on: string;
  readonly last_entry_date: Day | null;
}

export const totalsOf = (of: (layer: Layer) => TotalsRow): Omit<BalanceTotals, 'undone' | 'standing'> => {
  const byLayer = (make: (row: TotalsRow) => LayerTotals): Record<Layer, LayerTotals> =>
    Object.fromEntries(layers.map((layer) => [layer, make(of(layer))])) as Record<Layer, LayerTotals>;
  const upTo = byLayer((row) => ({
    debits: BigInt(row.debits_up_to),
    credits: BigInt(row.credits_up_to),
    entryCount: Number(row.count_up_to),
    lastEntryDate: row.last_entry_date,
  }));
  const onTheDay = of('encumbrance');
  return {
    upTo,
    after: byLayer((row) => ({
      debits: BigInt(row.debits) - BigInt(row.debits_up_to),
      credits: BigInt(row.credits) - BigInt(row.credits_up_to),
      entryCount: Number(row.entry_count) - Number(row.count_up_to),
      lastEntryDate: null,
    })),
    overdue: {
      debits: upTo.encumbrance.debits - BigInt(onTheDay.debits_on),
      credits: upTo.encumbrance.credits - BigInt(onTheDay.credits_on),
      entryCount: upTo.encumbrance.entryCount - Number(onTheDay.count_on),
      lastEntryDate: null,
    },
  };
};
