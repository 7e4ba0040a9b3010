/**
 * A hook that returns a value once it has not changed for some time. With it, a request is sent when the person stops typing, and not after
 * each letter.
 */
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
