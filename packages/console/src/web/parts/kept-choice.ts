/** A choice that the browser stores, such as colours or density. It is set as an attribute of the HTML document. */
import { createStore, type Store } from '../api/store';

interface ChoiceOptions<Value extends string> {
  readonly storageKey: string;
  /** The possible values. The first is the default, for which no attribute is set. */
  readonly values: readonly [Value, ...Value[]];
  /** The name of the attribute in the document's `dataset`. */
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
      // The browser does not allow storage, so the default is used.
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
        // The browser does not allow storage, so the choice is lost when the page is closed.
      }
      apply();
    },
  };
};
