/** Lets a test wait for an event: a tally counts events and resolves at the nth, and a gate stops callers while it is shut. */

export interface Tally {
  readonly count: number;
  add(): void;
  /** Resolves, in the very turn of the event loop, with so many more than there are now. */
  more(count: number): Promise<void>;
  /** Resolves with so many in all, also where that was before the call. */
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
  /** At once while it is open. */
  pass(): Promise<void>;
}

/** Open at first. */
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
