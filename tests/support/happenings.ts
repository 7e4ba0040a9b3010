/** Synchronisation for tests: a tally counts events and resolves at the nth, and a gate holds callers while it is shut. */

export interface Tally {
  readonly count: number;
  add(): void;
  /** Resolves when the count has grown by `count` from now. Resolves in the same turn of the event loop as the last event. */
  more(count: number): Promise<void>;
  /** Resolves when the total reaches `count`, immediately if it already has. */
  reaches(count: number): Promise<void>;
}

export const createTally = (): Tally => {
  let count = 0;
  let waiting: { readonly at: number; readonly resolve: () => void }[] = [];
  const more: Tally['more'] = (wanted) =>
    wanted <= 0 ? Promise.resolve() : new Promise((resolve) => waiting.push({ at: count + wanted, resolve }));
  return {
    get count() {
      return count;
    },
    add: () => {
      count += 1;
      const reached = waiting.filter(({ at }) => at <= count);
      waiting = waiting.filter(({ at }) => at > count);
      for (const { resolve } of reached) resolve();
    },
    more,
    reaches: (wanted) => more(wanted - count),
  };
};

export interface Gate {
  readonly isOpen: boolean;
  shut(): void;
  open(): void;
  /** Resolves immediately while the gate is open; otherwise when it opens. */
  pass(): Promise<void>;
}

/** Creates a gate that is open. */
export const createGate = (): Gate => {
  let shut: { readonly opened: Promise<void>; readonly open: () => void } | undefined;
  return {
    get isOpen() {
      return shut === undefined;
    },
    shut: () => {
      if (shut) return;
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => (open = resolve));
      shut = { opened, open };
    },
    open: () => {
      shut?.open();
      shut = undefined;
    },
    pass: () => shut?.opened ?? Promise.resolve(),
  };
};
