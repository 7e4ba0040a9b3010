/** A paged list. A program can iterate over all its items, or read single pages. */
import type { Envelope } from './refused.ts';

export interface Page<Item, Meta = object> {
  readonly items: readonly Item[];
  /** The members of the page's `meta` except the pagination. Most lists have none. */
  readonly meta: Meta;
  /** The cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
  /** The cursor of the previous page; null on the first page. */
  readonly previousCursor: string | null;
}

interface Pagination {
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
}

/** A page as the API returns it. The pagination of an account's entries is one level deeper, in `pagination.pagination`. */
export interface PageAnswer<Item, Meta> {
  readonly data: readonly Item[];
  readonly meta: Meta & { readonly pagination: Pagination | { readonly pagination: Pagination } };
}

/** Returns the page in an answer; undefined if the answer is not a page. */
export const pageIn = <Item, Meta>({ data, meta }: Envelope): PageAnswer<Item, Meta> | undefined => {
  const { pagination } = (meta ?? {}) as { readonly pagination?: unknown };
  const isPage = Array.isArray(data) && typeof pagination === 'object' && pagination !== null;
  return isPage ? ({ data, meta } as PageAnswer<Item, Meta>) : undefined;
};

/**
 * A list for `for await`, which reads page after page. It requests the next page when the program has used all items of the current one.
 */
export class Listing<Item, Meta = object> implements AsyncIterable<Item> {
  readonly #read: (asked: { readonly cursor: string | undefined }) => Promise<PageAnswer<Item, Meta>>;

  constructor(read: (asked: { readonly cursor: string | undefined }) => Promise<PageAnswer<Item, Meta>>) {
    this.#read = read;
  }

  /** Reads the page at a cursor; by default the first page. */
  async page(cursor?: string): Promise<Page<Item, Meta>> {
    const { data, meta } = await this.#read({ cursor });
    const { pagination, ...rest } = meta;
    const { next_cursor: nextCursor, previous_cursor: previousCursor } =
      'pagination' in pagination ? pagination.pagination : pagination;
    return { items: data, meta: rest as Meta, nextCursor, previousCursor };
  }

  async *pages(): AsyncGenerator<Page<Item, Meta>, void, undefined> {
    for (let cursor: string | undefined; ;) {
      const page = await this.page(cursor);
      yield page;
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** Reads all items into memory. Use it for short lists. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}
