/**
 * Pages of a list by position, not by number. A cursor holds the sort key of the row it stands at and the direction of
 * reading; it is signed together with the list it belongs to, so it is valid for that list alone.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const defaultPageLimit = 25;
export const maxPageLimit = 100;
/** A page ends where its items weigh so much, also before its limit; it always has one item. */
export const maxPageBytes = 1_048_576;

/** How long the pages of a list are. */
export interface PageBounds {
  readonly usual: number;
  readonly max: number;
  /** Undefined where the reader of the list weighs its pages. */
  readonly maxBytes: number | undefined;
}

export const pageBounds: PageBounds = { usual: defaultPageLimit, max: maxPageLimit, maxBytes: maxPageBytes };

/** The sort key of a row, as text, in the order of the list's index. */
export type Position = readonly string[];

export interface Slice {
  /** At least 1, at most what the bounds of the list allow. */
  readonly limit: number;
  readonly direction: 'forward' | 'backward';
  /** The row to start behind (forward) or before (backward); absent on the first page. */
  readonly from?: Position;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page starts; absent on the last page. */
  readonly next?: Position;
  /** Where the page before ends; absent on the first page. */
  readonly previous?: Position;
  /** The position of the item at this index: a page that weighs too much ends there. */
  readonly positionAt: (index: number) => Position;
}

export const firstSlice = (limit: number): Slice => ({ limit, direction: 'forward' });

/**
 * Makes the page of `slice` from up to `limit + 1` rows, read in the slice's own direction: the row beyond the limit tells
 * that there is more. A reader that stopped before the limit says so by `more`.
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

/** The page of `slice` from all items of a short list, which stand in the order of their keys. */
export const pageAmong = <T>(items: readonly T[], slice: Slice, keyOf: (item: T) => string): Page<T> => {
  const { direction, from: [from] = [], limit } = slice;
  const forward = direction === 'forward';
  const rows = (forward ? items : items.toReversed()).filter(
    (item) => from === undefined || (forward ? keyOf(item) > from : keyOf(item) < from),
  );
  return pageOf(rows.slice(0, limit + 1), slice, (item) => [keyOf(item)]);
};

/** The same page with only so many of its items: the ones nearest to where it was read from. */
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

/** An opaque token for a position in `list`, a text that names the ledger, the endpoint and the filters. */
export const encodeCursor = (
  secret: Buffer,
  list: string,
  direction: Slice['direction'],
  position: Position,
): string => {
  const body = JSON.stringify([direction === 'forward' ? 'f' : 'b', ...position]);
  return Buffer.concat([sign(secret, list, body), Buffer.from(body)]).toString('base64url');
};

/** The slice that a cursor stands for, or undefined where it was not made by this service for this list. */
export const decodeCursor = (secret: Buffer, list: string, cursor: string, limit: number): Slice | undefined => {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= signatureBytes || bytes.toString('base64url') !== cursor) return undefined;
  const body = bytes.subarray(signatureBytes).toString();
  if (!timingSafeEqual(bytes.subarray(0, signatureBytes), sign(secret, list, body))) return undefined;
  const [way, ...from] = JSON.parse(body) as string[];
  return { limit, direction: way === 'f' ? 'forward' : 'backward', from };
};
