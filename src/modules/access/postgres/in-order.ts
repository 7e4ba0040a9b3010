/** Pages of records listed by id, which is the order of creation: the MikroORM query for a slice of such a list. */
import { pageOf, type Page, type Slice } from '../../../kernel/page';

export interface InOrder {
  /** The condition on the id, which is part of an index of the list. */
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

/** Returns the slice of the same list in reverse order. */
export const newestFirst = (slice: Slice): Slice => ({
  ...slice,
  direction: slice.direction === 'forward' ? 'backward' : 'forward',
});

export const pageInOrder = <T extends { readonly id: string }>(rows: readonly T[], slice: Slice): Page<T> =>
  pageOf(rows, slice, ({ id }) => [id]);
