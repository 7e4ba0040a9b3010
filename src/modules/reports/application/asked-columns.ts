/** The columns of a report: computes the days of each column that the caller requests. */
import { firstOfFiscalYear, type FiscalYearStart } from '../../../kernel/fiscal-year';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { firstDay, type Day } from '../../../kernel/time';
import type { Column, Shown } from '../domain/columns';
import {
  maxColumns,
  periodBefore,
  periodsOf,
  type Comparison,
  type Period,
  type Range,
  type Span,
} from '../domain/periods';
import type { Invalid } from '../domain/refusals';

/** The additional columns that the caller requests, which show the same figures for other days, and the rows that the report shows. */
export interface Layout extends Shown {
  /**
   * The period of each column: a month, fiscal quarter or fiscal year. The columns cover the report's range, or the days since
   * `columnsFrom`.
   */
  readonly columns: Span | undefined;
  /** The first day of the columns, for a report without a first day. Undefined: the first day of the fiscal year. */
  readonly columnsFrom?: Day | undefined;
  readonly compare: readonly Comparison[];
}

export type AskedColumn = Period & Pick<Column, 'against'>;

/** Computes the days of each column: first the consecutive periods, then the periods that the report is compared with. */
export const periodsFor = (
  { from, to }: { readonly from?: Day | undefined } & Pick<Range, 'to'>,
  { columns, columnsFrom, compare }: Layout,
  yearStart: FiscalYearStart,
): Outcome<Invalid, readonly AskedColumn[]> => {
  if (columns === undefined && columnsFrom !== undefined)
    return invalid('columns_from', 'is the first day of `columns`: add `columns`, or leave it out');
  const first = from ?? columnsFrom ?? firstOfFiscalYear(yearStart, to) ?? firstDay;
  if (first > to) return invalid('columns_from', `must not be after the last day, which is ${to}`);
  const following = columns === undefined ? [] : periodsOf(columns, { from: first, to }, yearStart);
  if (following === undefined || following.length + compare.length > maxColumns)
    return invalid('columns', `would give more than ${maxColumns} columns: ask for longer periods, or for fewer days`);
  const compared = compare.map((comparison) => periodBefore(comparison, { from, to }));
  if (compared.includes(undefined)) return invalid('compare', 'would begin before the first day, 0001-01-01');
  return ok([
    // Each column of a balance counts all days from the beginning up to the last day of its period.
    ...following.map((period, index): AskedColumn => ({
      ...period,
      from: from === undefined ? undefined : period.from,
      against: index === 0 ? undefined : 'the column before',
    })),
    ...compared.flatMap((period) => (period ? [{ ...period, against: 'the report' } as const] : [])),
  ]);
};

const invalid = (field: string, message: string): Outcome<Invalid, never> =>
  refuse({ kind: 'Invalid', errors: { [field]: [message] } });
