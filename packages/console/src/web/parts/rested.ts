/** Returns a value once it has not changed for a while, so that a request is sent when typing pauses, and not for each letter. */
import { useEffect, useState } from 'preact/hooks';

const restMs = 250;

export const useRested = <Value>(value: Value, ms = restMs): Value => {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
};
