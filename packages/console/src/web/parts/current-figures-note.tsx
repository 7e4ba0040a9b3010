/**
 * A note beside numbers that the API knows only for the present: shown if the head names a day, which governs all other numbers.
 */
import { usePlace } from '../api/place';
import { Day } from './labels';

export const CurrentFiguresNote = ({ what }: { readonly what: string }) => {
  const { asOf } = usePlace();
  if (asOf === undefined) return null;
  return (
    <p class="note small is-of-now">
      {what} as of now, not as of <Day of={asOf} />.
    </p>
  );
};
