/** Fast comparison of many values. */

/** Matches any value except null and undefined. */
export const something: unknown = expect.anything();

/** Does the same as `toMatchObject`, many times faster. If there is a difference, `toMatchObject` itself shows it. */
export const expectToFit = (shown: unknown, expected: unknown): void => {
  if (!fits(shown, expected)) expect({ shown }).toMatchObject({ shown: expected });
};

const fits = (shown: unknown, expected: unknown): boolean => {
  if (expected === something) return shown !== null && shown !== undefined;
  if (typeof shown !== 'object' || typeof expected !== 'object' || !shown || !expected) return shown === expected;
  if (Array.isArray(expected) && !(Array.isArray(shown) && shown.length === expected.length)) return false;
  return Object.entries(expected).every(([name, value]) => fits((shown as Record<string, unknown>)[name], value));
};
