/** Tests that need what a machine may lack. Each test file has a `describe` of its own, and this module outlives the file. */
export type Describing = (name: string, tests: () => void) => void;

/** `describe` where it is there; elsewhere the tests are skipped visibly. */
export const describeWhere =
  (isThere: () => boolean): Describing =>
  (name, tests) =>
    (isThere() ? describe : describe.skip)(name, tests);
