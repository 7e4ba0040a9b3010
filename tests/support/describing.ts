/**
 * Describes tests that need something a machine may lack. Each test file has its own `describe`, and this module stays loaded for several
 * test files, so `describe` is looked up on each call.
 */
export type Describing = (name: string, tests: () => void) => void;

/** `describe` if the machine has what the tests need; otherwise `describe.skip`, which shows the tests as skipped. */
export const describeWhere =
  (isThere: () => boolean): Describing =>
  (name, tests) =>
    (isThere() ? describe : describe.skip)(name, tests);
