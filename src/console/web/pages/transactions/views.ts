/** Views that somebody gave a name: filters alone, on this device. What they find is asked for anew each time. */
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
    // Somebody else wrote there, or nobody may read: then there are none.
    return [];
  }
};

/** One of the same name gives way. */
export const saveView = (ledgerId: string, view: SavedView, storage: Storage): readonly SavedView[] => {
  const named = { ...view, name: view.name.trim().slice(0, maxNameLength) };
  const others = savedViews(ledgerId, storage).filter(({ name }) => name !== named.name);
  const views = [...others, named].slice(-mostViews);
  storage.setItem(placeOf(ledgerId), JSON.stringify(views));
  return views;
};

export const forgetView = (ledgerId: string, name: string, storage: Storage): readonly SavedView[] => {
  const views = savedViews(ledgerId, storage).filter((view) => view.name !== name);
  storage.setItem(placeOf(ledgerId), JSON.stringify(views));
  return views;
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
