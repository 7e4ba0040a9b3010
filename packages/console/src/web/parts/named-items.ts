/** Named items that this browser stores for one ledger: saved views and maps of imports. */

interface Named {
  readonly name: string;
}

/** The storage of the browser, or the one of a test. */
interface ItemStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

export interface NamedItems<Item extends Named> {
  readonly read: (ledgerId: string, storage: Pick<ItemStorage, 'getItem'>) => readonly Item[];
  /** Replaces an item of the same name. If the browser keeps nothing, the item lasts as long as the page. */
  readonly keep: (ledgerId: string, item: Item, storage: ItemStorage) => readonly Item[];
  /** Whether anything was ever kept, even if all of it was forgotten since. */
  readonly isKept: (ledgerId: string, storage: Pick<ItemStorage, 'getItem'>) => boolean;
  readonly forget: (ledgerId: string, name: string, storage: ItemStorage) => readonly Item[];
}

const mostItems = 30;
const maxNameLength = 60;

/** `key` is the prefix of the ledger's id in the storage. `isItem` checks each stored value, because another program may have written it. */
export const namedItems = <Item extends Named>(
  key: string,
  isItem: (stored: unknown) => stored is Item,
): NamedItems<Item> => {
  const read: NamedItems<Item>['read'] = (ledgerId, storage) => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(`${key} ${ledgerId}`) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isItem) : [];
    } catch {
      // If the text is unreadable or storage is not allowed, there are no items.
      return [];
    }
  };
  const write = (ledgerId: string, items: readonly Item[], storage: ItemStorage): readonly Item[] => {
    try {
      storage.setItem(`${key} ${ledgerId}`, JSON.stringify(items));
    } catch {
      // The storage is full or not allowed.
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
        // Storage is not allowed.
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
