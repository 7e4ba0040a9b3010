/**
 * Writes a page as the text of its answer. A page ends at one megabyte, even before it has its maximum number of items: one item may be a
 * thousand times as large as another, and a client that asks for a hundred of the largest must not cost a hundred times as much as usual.
 * The feed of events limits the size of its pages itself, because its answer states how far they reach.
 */
import { cutPage, encodeCursor, type Page, type Slice } from '../page';

interface PageReply {
  readonly data: unknown;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly page: Page<unknown>;
}

/** The list that the page's cursors belong to, with the filters of the request. */
interface List {
  readonly secret: Buffer;
  readonly name: string;
  readonly slice: Slice;
  /** The maximum size of a page; undefined if its reader has already limited the size. */
  readonly maxBytes: number | undefined;
}

export const pageText = (
  { data, meta: others, page: whole }: PageReply,
  { secret, name, slice, maxBytes = Infinity }: List,
  isWrapped: boolean,
): string => {
  const items = itemsWithin(data as readonly unknown[], slice.direction, maxBytes);
  const page = cutPage(whole, slice, items.length);
  const pagination = {
    limit: slice.limit,
    has_more: page.next !== undefined,
    next_cursor: page.next ? encodeCursor(secret, name, 'forward', page.next) : null,
    previous_cursor: page.previous ? encodeCursor(secret, name, 'backward', page.previous) : null,
  };
  const meta = JSON.stringify({ ...others, pagination: isWrapped ? { pagination } : pagination });
  return `{"success":true,"data":[${items.join(',')}],"meta":${meta}}`;
};

/** Returns the texts of as many items as fit, counted from the end at which reading began. */
const itemsWithin = (items: readonly unknown[], direction: Slice['direction'], maxBytes: number): readonly string[] => {
  const inOrder = direction === 'forward' ? items : items.toReversed();
  const texts: string[] = [];
  let bytes = 0;
  for (const item of inOrder) {
    const text = JSON.stringify(item);
    texts.push(text);
    bytes += Buffer.byteLength(text);
    if (bytes >= maxBytes) break;
  }
  return direction === 'forward' ? texts : texts.reverse();
};
