/** From a day to a day, both counted: two fields, and the stretches that are asked for most. */
import { usePlace } from '../api/place';
import { TextField } from './form';
import { stretchesTo } from './stretches';

export interface PeriodProps {
  readonly from: string;
  readonly to: string;
  /** The day the stretches end on. */
  readonly last: string;
  readonly onChange: (from: string, to: string) => void;
}

export const PeriodFields = ({ from, to, last, onChange }: PeriodProps) => {
  const stretches = stretchesTo(last, usePlace().ledger.fiscal_year_start);
  return (
    <>
      <TextField label="From" type="date" value={from} onInput={(day) => day !== '' && onChange(day, to)} />
      <TextField label="To" type="date" value={to} onInput={(day) => day !== '' && onChange(from, day)} />
      <span class="stretches" role="group" aria-label="Stretches of time">
        {stretches.map((one) => (
          <button
            key={one.name}
            type="button"
            class="button is-plain is-small"
            aria-pressed={one.from === from && one.to === to}
            onClick={() => onChange(one.from, one.to)}
          >
            {one.name}
          </button>
        ))}
      </span>
    </>
  );
};
