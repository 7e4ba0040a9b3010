/** A value that components share. A component that reads it through `useStore` renders again when it changes. */
import { useEffect, useState } from 'preact/hooks';

export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (hear: () => void) => () => void;
}

export const createStore = <Value>(first: Value): Store<Value> => {
  let value = first;
  const hearers = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const hear of [...hearers]) hear();
    },
    subscribe: (hear) => {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
  };
};

export const useStore = <Value>({ get, subscribe }: Store<Value>): Value => {
  const [value, setValue] = useState(get);
  useEffect(() => {
    // The value may have changed between the rendering and this effect, so it is read again.
    setValue(() => get());
    return subscribe(() => setValue(() => get()));
  }, [get, subscribe]);
  return value;
};
