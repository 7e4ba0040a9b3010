/** A row of a tree that is seen. Who makes the rows leaves out what hangs below one that is closed. */
export interface TreeRow<Item> {
  readonly item: Item;
  readonly key: string;
  /** 0 at the top. */
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}
