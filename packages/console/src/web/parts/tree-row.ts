/** A row of a tree that is seen. The maker of the rows leaves out the rows below a closed one. */
export interface TreeRow<Item> {
  readonly item: Item;
  readonly key: string;
  /** 0 at the top. */
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}
