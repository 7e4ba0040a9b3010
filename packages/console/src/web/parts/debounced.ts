/** Returns a value once it has not changed for a while, so that a request is sent when typing pauses, and not for each letter. */
import { useEffect, useState } from 'preact/hooks';

const pauseMs = 250;

export const useDebounced = <Value>(value: Value, ms = pauseMs): Value => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(() => value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
};
