/** A visible row of a tree. The component that builds the rows leaves out the children of closed rows. */
export interface TreeRow<Item> {
  readonly item: Item;
  readonly key: string;
  /** The level of the row; 0 at the top. */
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}
