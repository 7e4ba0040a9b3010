/** Turns of the event loop: they are order, not time, so no clock moves them. */

/** Lets everything that is ready run first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls `act` after everything that is ready has run. */
export const afterThisTurn = (act: () => void): void => void setImmediate(act);
