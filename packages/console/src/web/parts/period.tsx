/** The fields for a period from one day to another, both inclusive, and buttons for common periods. */
import { usePlace, useQuery, useToday } from '../api/place';
import { useDayInput } from './day-input';
import { TextField } from './form';
import { stretchesTo } from './stretches';

/** A period from one day to another, both inclusive and in the form YYYY-MM-DD. */
export interface Period {
  readonly from: string;
  readonly to: string;
  /** The as-of date of the page. The offered periods end on or before it. */
  readonly last: string;
}

/** Returns the period in the page's address. By default it is from `begin(last)` to the as-of date. */
export const usePeriod = (begin: (last: string) => string): Period => {
  const { asOf } = usePlace();
  const today = useToday();
  const query = useQuery();
  const last = asOf ?? today;
  return { from: query.get('from') ?? begin(last), to: query.get('to') ?? last, last };
};

export const PeriodFields = ({ of: { from, to, last } }: { readonly of: Period }) => {
  const query = useQuery();
  const stretches = stretchesTo(last, usePlace().ledger.fiscal_year_start);
  const typed = (begin: string, end: string): void => query.set({ from: begin, to: end }, { replace: true });
  const first = useDayInput(from, (day) => day !== '' && typed(day, to));
  const final = useDayInput(to, (day) => day !== '' && typed(from, day));
  return (
    <>
      <TextField isPrinted={false} label="From" type="date" {...first} />
      <TextField isPrinted={false} label="To" type="date" {...final} />
      <span class="stretches" role="group" aria-label="Periods">
        {stretches.map((one) => (
          <button
            key={one.name}
            type="button"
            class="button is-plain is-small"
            aria-pressed={one.from === from && one.to === to}
            onClick={() => query.set({ from: one.from, to: one.to })}
          >
            {one.name}
          </button>
        ))}
      </span>
    </>
  );
};
