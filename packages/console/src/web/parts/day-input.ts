/** The state of a date field whose day is written to the page's address. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isCompleteDay } from './day';
import { useDebounced } from './debounced';

interface DayInput {
  readonly value: string;
  readonly onInput: (text: string) => void;
}

/**
 * Shows what is typed. When the person stops typing, calls `choose` with a complete day, or with an empty text if the field was emptied.
 * `value` is the day in the address.
 */
export const useDayInput = (value: string, choose: (day: string) => void): DayInput => {
  const [typed, setTyped] = useState(value);
  const debounced = useDebounced(typed);
  /** The day that the address has, or will have as soon as `choose` has changed it. */
  const chosen = useRef(value);
  useEffect(() => {
    // The Back button, or a button for a common period, has changed the address. A day that was typed here is shown already.
    if (value !== chosen.current) setTyped(value);
    chosen.current = value;
  }, [value]);
  useEffect(() => {
    if (debounced !== typed || debounced === chosen.current || (debounced !== '' && !isCompleteDay(debounced))) return;
    chosen.current = debounced;
    choose(debounced);
  }, [debounced]);
  return { value: typed, onInput: setTyped };
};
