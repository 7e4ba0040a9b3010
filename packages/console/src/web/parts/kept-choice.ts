/** A choice that this browser keeps, as an attribute of the page: colours, density. */
import { createStore, type Store } from '../api/store';

interface ChoiceOptions<Value extends string> {
  readonly storageKey: string;
  /** The possible values. The first one is the default and sets no attribute. */
  readonly values: readonly [Value, ...Value[]];
  /** The attribute's name in `dataset`. */
  readonly attribute: string;
}

export interface KeptChoice<Value extends string> {
  readonly store: Store<Value>;
  /** Chooses the next value; after the last value comes the first one. */
  readonly next: () => void;
}

export const keptChoice = <Value extends string>({
  storageKey,
  values,
  attribute,
}: ChoiceOptions<Value>): KeptChoice<Value> => {
  const [usual] = values;
  const stored = (): Value => {
    try {
      return values.find((one) => one === localStorage.getItem(storageKey)) ?? usual;
    } catch {
      // The browser does not allow storage: the default applies.
      return usual;
    }
  };
  const store = createStore<Value>(stored());
  const apply = (): void => {
    const chosen = store.get();
    if (chosen === usual) delete document.documentElement.dataset[attribute];
    else document.documentElement.dataset[attribute] = chosen;
  };
  apply();
  return {
    store,
    next: () => {
      const chosen = values[(values.indexOf(store.get()) + 1) % values.length] ?? usual;
      store.set(chosen);
      try {
        localStorage.setItem(storageKey, chosen);
      } catch {
        // The browser does not allow storage: the choice lasts until the page is closed.
      }
      apply();
    },
  };
};
