/** A visible row of a tree. The children of closed rows are not among the rows. */
export interface TreeRow<Item> {
  readonly item: Item;
  readonly key: string;
  /** The level of the row, counted from 0 at the top. */
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}
