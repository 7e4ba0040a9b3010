/** Counts what happens, and lets a test wait until it happened so often. */
export interface Counter {
  count(more: number): void;
  counted(): number;
  /** Resolves once so much was counted in all, also where that was before the call. */
  reaches(wanted: number): Promise<void>;
}

export const createCounter = (): Counter => {
  let counted = 0;
  let waiting: { readonly wanted: number; readonly resolve: () => void }[] = [];
  return {
    count: (more) => {
      counted += more;
      const reached = waiting.filter(({ wanted }) => wanted <= counted);
      waiting = waiting.filter(({ wanted }) => wanted > counted);
      for (const { resolve } of reached) resolve();
    },
    counted: () => counted,
    reaches: (wanted) =>
      new Promise((resolve) => {
        if (wanted <= counted) resolve();
        else waiting.push({ wanted, resolve });
      }),
  };
};
