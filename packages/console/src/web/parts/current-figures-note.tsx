/** A note for numbers that the API knows only for the present. It is shown if the page's header selects an as-of date. */
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
