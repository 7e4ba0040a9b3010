/** Saved views of a person: named filters with an order. A view does not contain rows, which are always requested again. */
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

const views = namedItems('views of transactions', isView);
export const { read: savedViews, keep: saveView, forget: forgetView } = views;

/**
 * Returns the owner of saved views: a ledger and an operator. Earlier versions stored views without an operator. Each operator gets a copy
 * of those views on first use.
 */
export const ownerOf = (ledgerId: string, operatorId: string, storage: Parameters<typeof views.keep>[2]): string => {
  const owner = `${ledgerId} ${operatorId}`;
  if (!views.isKept(owner, storage)) for (const view of views.read(ledgerId, storage)) views.keep(owner, view, storage);
  return owner;
};

/** Returns whether two views have the same filters. Their names may differ. */
export const sameFilters = (one: SavedView['filters'], other: SavedView['filters']): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};
