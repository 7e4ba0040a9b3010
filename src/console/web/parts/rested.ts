/** A value once it has not changed for a while: so that what is typed is asked about when it stands, and not letter by letter. */
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
