/** Turns of the event loop. They define an order, not a time, so no clock controls them. */

/** Resolves after everything that is ready has run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls `act` after everything that is ready has run. */
export const afterThisTurn = (act: () => void): void => void setImmediate(act);
