/**
 * Pages of a list by position, not by number. A cursor contains the sort key of its row and the direction of reading;
 * it is signed together with the list that it belongs to, so it is valid for that list only.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const defaultPageLimit = 25;
export const maxPageLimit = 100;
/** The maximum size of a page's items, even before the maximum number of items is reached; a page always has at least one item. */
export const maxPageBytes = 1_048_576;

/** The limits for the pages of a list. */
export interface PageBounds {
  readonly usual: number;
  readonly max: number;
  /** The maximum size; undefined if the reader of the list limits the size itself. */
  readonly maxBytes: number | undefined;
}

export const pageBounds: PageBounds = { usual: defaultPageLimit, max: maxPageLimit, maxBytes: maxPageBytes };

/** A position in a list: the sort key of a row as texts, in the column order of the list's index. */
export type Position = readonly string[];

export interface Slice {
  /** The number of rows: at least 1, and at most the list's maximum. */
  readonly limit: number;
  readonly direction: 'forward' | 'backward';
  /** The sort key of the row after which (forward) or before which (backward) the slice begins; absent on the first page. */
  readonly from?: Position;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** The position where the next page starts; absent on the last page. */
  readonly next?: Position;
  /** The position where the previous page ends; absent on the first page. */
  readonly previous?: Position;
  /** Returns the position of the item at this index, for a page that is cut because it is too large. */
  readonly positionAt: (index: number) => Position;
}

export const firstSlice = (limit: number): Slice => ({ limit, direction: 'forward' });

/**
 * Creates the page of `slice` from up to `limit + 1` rows, read in the slice's own direction: the row beyond the limit
 * shows that there is more. A reader that stopped before the limit sets `more` if there are further rows.
 */
export const pageOf = <T>(
  rows: readonly T[],
  slice: Slice,
  positionOf: (row: T) => Position,
  more = rows.length > slice.limit,
): Page<T> => {
  const kept = rows.slice(0, slice.limit);
  const forward = slice.direction === 'forward';
  if (!forward) kept.reverse();
  const first = kept[0];
  const last = kept[kept.length - 1];
  const positionAt = (index: number): Position => positionOf(kept[index] as T);
  if (first === undefined || last === undefined) return { items: [], positionAt };
  const hasNext = forward ? more : true;
  const hasPrevious = forward ? slice.from !== undefined : more;
  return {
    items: kept,
    positionAt,
    ...(hasNext ? { next: positionOf(last) } : {}),
    ...(hasPrevious ? { previous: positionOf(first) } : {}),
  };
};

/** Creates the page of `slice` from all items of a short list, sorted by their keys. */
export const pageAmong = <T>(items: readonly T[], slice: Slice, keyOf: (item: T) => string): Page<T> => {
  const { direction, from: [from] = [], limit } = slice;
  const forward = direction === 'forward';
  const rows = (forward ? items : items.toReversed()).filter(
    (item) => from === undefined || (forward ? keyOf(item) > from : keyOf(item) < from),
  );
  return pageOf(rows.slice(0, limit + 1), slice, (item) => [keyOf(item)]);
};

/** Returns the page with only `count` of its items: those that were read first, in the direction of reading. */
export const cutPage = <T>(page: Page<T>, { direction }: Slice, count: number): Page<T> => {
  const { items, positionAt } = page;
  if (count >= items.length) return page;
  if (direction === 'forward') return { ...page, items: items.slice(0, count), next: positionAt(count - 1) };
  const from = items.length - count;
  return {
    ...page,
    items: items.slice(from),
    previous: positionAt(from),
    positionAt: (index) => positionAt(from + index),
  };
};

const signatureBytes = 16;

const sign = (secret: Buffer, list: string, body: string): Buffer =>
  createHmac('sha256', secret).update(list).update('\0').update(body).digest().subarray(0, signatureBytes);

/** Returns an opaque token for a position in `list`, a text that names the ledger, the endpoint and the filters. */
export const encodeCursor = (
  secret: Buffer,
  list: string,
  direction: Slice['direction'],
  position: Position,
): string => {
  const body = JSON.stringify([direction === 'forward' ? 'f' : 'b', ...position]);
  return Buffer.concat([sign(secret, list, body), Buffer.from(body)]).toString('base64url');
};

/** Returns the slice that a cursor describes, or undefined if this service did not issue the cursor for this list. */
export const decodeCursor = (secret: Buffer, list: string, cursor: string, limit: number): Slice | undefined => {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= signatureBytes || bytes.toString('base64url') !== cursor) return undefined;
  const body = bytes.subarray(signatureBytes).toString();
  if (!timingSafeEqual(bytes.subarray(0, signatureBytes), sign(secret, list, body))) return undefined;
  const [way, ...from] = JSON.parse(body) as string[];
  return { limit, direction: way === 'f' ? 'forward' : 'backward', from };
};
