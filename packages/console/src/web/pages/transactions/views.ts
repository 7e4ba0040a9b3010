/** Saved views: named filters, without the rows, which are always requested again. */
import { namedItems } from '../../parts/named-items';

export interface SavedView {
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
}

const isView = (stored: unknown): stored is SavedView => {
  const { name, filters } = (stored ?? {}) as Partial<SavedView>;
  return (
    typeof name === 'string' &&
    typeof filters === 'object' &&
    filters !== null &&
    Object.values(filters).every((value) => typeof value === 'string')
  );
};

export const { read: savedViews, keep: saveView, forget: forgetView } = namedItems('views of transactions', isView);

/** Whether two views have the same filters, whatever their names are. */
export const sameFilters = (one: SavedView['filters'], other: SavedView['filters']): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};
