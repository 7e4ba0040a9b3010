/** Pages of records in the order of their ids, which is the order of creation: builds the MikroORM query for a slice of such a list. */
import { pageOf, type Page, type Slice } from '../../../kernel/page';

export interface InOrder {
  /** The condition on the id, by which an index is read from the right place. */
  readonly where: object;
  readonly options: { readonly orderBy: { readonly id: 'asc' | 'desc' }; readonly limit: number };
}

export const inOrder = ({ direction, from, limit }: Slice): InOrder => {
  const [beyond, order] = direction === 'forward' ? (['$gt', 'asc'] as const) : (['$lt', 'desc'] as const);
  return {
    where: from === undefined ? {} : { id: { [beyond]: from[0] } },
    options: { orderBy: { id: order }, limit: limit + 1 },
  };
};

/** Returns the same slice for a list in descending order. */
export const newestFirst = (slice: Slice): Slice => ({
  ...slice,
  direction: slice.direction === 'forward' ? 'backward' : 'forward',
});

export const pageInOrder = <T extends { readonly id: string }>(rows: readonly T[], slice: Slice): Page<T> =>
  pageOf(rows, slice, ({ id }) => [id]);
