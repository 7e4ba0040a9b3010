/** Converts the totals of an account as of a day. SQL returns one row for each layer, computed from sums over days, months and years. */
import { layers, type Layer } from '../../../../kernel/accounting';
import type { Day } from '../../../../kernel/time';
import type { BalanceTotals, LayerTotals } from '../../application/reader';

export interface TotalsRow {
  readonly layer: Layer;
  readonly debits: string;
  readonly credits: string;
  readonly entry_count: string;
  readonly debits_up_to: string;
  readonly credits_up_to: string;
  readonly count_up_to: string;
  readonly last_entry_date: Day | null;
}

export const totalsOf = (of: (layer: Layer) => TotalsRow): Omit<BalanceTotals, 'standing'> => {
  const byLayer = (make: (row: TotalsRow) => LayerTotals): Record<Layer, LayerTotals> =>
    Object.fromEntries(layers.map((layer) => [layer, make(of(layer))])) as Record<Layer, LayerTotals>;
  const upTo = byLayer((row) => ({
    debits: BigInt(row.debits_up_to),
    credits: BigInt(row.credits_up_to),
    entryCount: Number(row.count_up_to),
    lastEntryDate: row.last_entry_date,
  }));
  return {
    upTo,
    after: byLayer((row) => ({
      debits: BigInt(row.debits) - BigInt(row.debits_up_to),
      credits: BigInt(row.credits) - BigInt(row.credits_up_to),
      entryCount: Number(row.entry_count) - Number(row.count_up_to),
      lastEntryDate: null,
    })),
  };
};
