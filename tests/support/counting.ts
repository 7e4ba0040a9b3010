/** Counts what happens many times at once, for those who wait until it has happened so often. */
export interface Count {
  add(): void;
  /** Resolves once so many more were added. */
  more(than: number): Promise<void>;
}

export const createCount = (): Count => {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    add: () => {
      count += 1;
      for (const look of waiting) look();
    },
    more: (than) => {
      const enough = count + than;
      return new Promise((resolve) => {
        const look = (): void => {
          if (count < enough) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    },
  };
};
