/** From a day to a day, both counted: two fields, and the stretches that are asked for most. */
import { daysLater, firstOfMonth, firstOfYear } from './day';
import { TextField } from './form';

export interface PeriodProps {
  readonly from: string;
  readonly to: string;
  /** The day the stretches end on. */
  readonly last: string;
  readonly onChange: (from: string, to: string) => void;
}

/** Long before any books. */
export const theBeginning = '1900-01-01';

export const PeriodFields = ({ from, to, last, onChange }: PeriodProps) => {
  const monthBefore = firstOfMonth(daysLater(firstOfMonth(last), -1));
  const stretches = [
    { name: 'This month', from: firstOfMonth(last), to: last },
    { name: 'Last month', from: monthBefore, to: daysLater(firstOfMonth(last), -1) },
    { name: '90 days', from: daysLater(last, -89), to: last },
    { name: 'This year', from: firstOfYear(last), to: last },
    { name: 'All', from: theBeginning, to: last },
  ];
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
