/** Saved views: named filters, stored on this device. The list itself is requested anew each time. */
export interface SavedView {
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
}

/** The browser's, or one of a test. */
interface Storage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

const mostViews = 30;
const maxNameLength = 60;
const placeOf = (ledgerId: string): string => `views of transactions ${ledgerId}`;

export const savedViews = (ledgerId: string, storage: Pick<Storage, 'getItem'>): readonly SavedView[] => {
  try {
    const kept: unknown = JSON.parse(storage.getItem(placeOf(ledgerId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    // The stored text is unreadable, or storage is not allowed: then there are no saved views.
    return [];
  }
};

/** One of the same name gives way. */
export const saveView = (ledgerId: string, view: SavedView, storage: Storage): readonly SavedView[] => {
  const named = { ...view, name: view.name.trim().slice(0, maxNameLength) };
  const others = savedViews(ledgerId, storage).filter(({ name }) => name !== named.name);
  const views = [...others, named].slice(-mostViews);
  keep(ledgerId, views, storage);
  return views;
};

/** Where the browser keeps nothing, a view lasts as long as the page. */
const keep = (ledgerId: string, views: readonly SavedView[], storage: Storage): void => {
  try {
    storage.setItem(placeOf(ledgerId), JSON.stringify(views));
  } catch {
    // It is full, or forbidden.
  }
};

export const forgetView = (ledgerId: string, name: string, storage: Storage): readonly SavedView[] => {
  const views = savedViews(ledgerId, storage).filter((view) => view.name !== name);
  keep(ledgerId, views, storage);
  return views;
};

/** Whether two views show the same, whatever they are called. */
export const sameFilters = (one: SavedView['filters'], other: SavedView['filters']): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

const isView = (kept: unknown): kept is SavedView => {
  const { name, filters } = (kept ?? {}) as Partial<SavedView>;
  return (
    typeof name === 'string' &&
    typeof filters === 'object' &&
    filters !== null &&
    Object.values(filters).every((value) => typeof value === 'string')
  );
};
