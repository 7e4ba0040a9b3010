/** Keeps the event loop for longer than any slice. */
export const workLong = (): void => {
  const until = performance.now() + 10;
  while (performance.now() < until);
};
