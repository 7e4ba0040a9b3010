/** Named items that the browser stores for a ledger: saved views, and maps of imports. */

interface Named {
  readonly name: string;
}

/** The part of the browser's storage that is used. Tests pass a storage of their own. */
interface ItemStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

export interface NamedItems<Item extends Named> {
  readonly read: (ledgerId: string, storage: Pick<ItemStorage, 'getItem'>) => readonly Item[];
  /**
   * Stores an item, and replaces an item with the same name. If the browser does not allow storage, the item is lost when the page is
   * closed.
   */
  readonly keep: (ledgerId: string, item: Item, storage: ItemStorage) => readonly Item[];
  /** Returns whether an item has ever been stored, even if all items have been deleted since. */
  readonly isKept: (ledgerId: string, storage: Pick<ItemStorage, 'getItem'>) => boolean;
  readonly forget: (ledgerId: string, name: string, storage: ItemStorage) => readonly Item[];
}

const mostItems = 30;
const maxNameLength = 60;

/** The items are stored under `key` and the ledger's id. `isItem` checks each stored item, because other code may have written it. */
export const namedItems = <Item extends Named>(
  key: string,
  isItem: (stored: unknown) => stored is Item,
): NamedItems<Item> => {
  const read: NamedItems<Item>['read'] = (ledgerId, storage) => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(`${key} ${ledgerId}`) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isItem) : [];
    } catch {
      // There are no items if the stored text is invalid, or if the browser does not allow storage.
      return [];
    }
  };
  const write = (ledgerId: string, items: readonly Item[], storage: ItemStorage): readonly Item[] => {
    try {
      storage.setItem(`${key} ${ledgerId}`, JSON.stringify(items));
    } catch {
      // The storage is full, or the browser does not allow storage.
    }
    return items;
  };
  const others = (ledgerId: string, name: string, storage: ItemStorage): readonly Item[] =>
    read(ledgerId, storage).filter((item) => item.name !== name);
  return {
    read,
    isKept: (ledgerId, storage) => {
      try {
        return storage.getItem(`${key} ${ledgerId}`) !== null;
      } catch {
        // The browser does not allow storage.
        return false;
      }
    },
    keep: (ledgerId, item, storage) => {
      const named = { ...item, name: item.name.trim().slice(0, maxNameLength) };
      return write(ledgerId, [...others(ledgerId, named.name, storage), named].slice(-mostItems), storage);
    },
    forget: (ledgerId, name, storage) => write(ledgerId, others(ledgerId, name, storage), storage),
  };
};
