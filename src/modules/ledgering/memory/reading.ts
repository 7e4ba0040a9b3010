/**
 * The base class of the in-memory readers, and functions that sort results and divide them into pages. A read runs between transactions.
 */
import type { LedgerId } from '../../../kernel/ids';
import { pageOf, type Page, type Position, type Slice } from '../../../kernel/page';
import { booksOf, type BooksByLedger, type LedgerBooks } from './ledger-books';
import type { MemoryUnitOfWork } from '../../../kernel/memory/unit-of-work';
import { comparable } from '../../../kernel/wording';

export class MemoryReader {
  constructor(
    protected readonly books: BooksByLedger,
    protected readonly unitOfWork: MemoryUnitOfWork,
  ) {}

  protected inLedger<A>(ledgerId: LedgerId, fold: (books: LedgerBooks) => A): Promise<A> {
    return this.unitOfWork.read(() => fold(booksOf(this.books, ledgerId)));
  }

  protected inAll<A>(fold: (books: readonly LedgerBooks[]) => A): Promise<A> {
    return this.unitOfWork.read(() => fold([...this.books.values()]));
  }
}

/** A comparison of two texts. It returns a negative number if the first text comes before the second. */
export type Compare = (one: string, other: string) => number;

export const byText: Compare = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));
export const byNumber: Compare = (one, other) => Number(BigInt(one) - BigInt(other));

export const downwards =
  (compare: Compare): Compare =>
  (one, other) =>
    compare(other, one);

/** Compares two positions part by part, each part with its own comparison. */
export const inOrder =
  (...compares: readonly Compare[]) =>
  (one: Position, other: Position): number =>
    compares.reduce((found, compare, part) => found || compare(one[part] ?? '', other[part] ?? ''), 0);

/** Returns the page of items that `slice` requests. The items may be in any order. */
export const pageIn = <T>(
  items: readonly T[],
  slice: Slice,
  positionOf: (item: T) => Position,
  compare: (one: Position, other: Position) => number = inOrder(byText),
): Page<T> => {
  const { direction, from, limit } = slice;
  const way = direction === 'forward' ? 1 : -1;
  const found = items
    .map((item) => ({ item, position: positionOf(item) }))
    .filter(({ position }) => from === undefined || way * compare(position, from) > 0)
    .sort((one, other) => way * compare(one.position, other.position))
    .slice(0, limit + 1);
  return pageOf(
    found.map(({ item }) => item),
    slice,
    positionOf,
  );
};

/** Returns whether one of the texts contains the search term; letter case is ignored. True if there is no search term. */
export const isPartOf = (search: string | undefined, ...texts: readonly string[]): boolean =>
  search === undefined || texts.some((text) => folded(text).includes(folded(search)));

const folded = (text: string): string => comparable(text).toLowerCase();
