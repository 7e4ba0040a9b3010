/** So many at a time and no more; the others wait in line. */
export type Places = <A>(work: () => Promise<A>) => Promise<A>;

export const createPlaces = (count: number): Places => {
  const line: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => line.push(enter));
    try {
      return await work();
    } finally {
      // Who is next takes over this place, so that nobody comes in between.
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
};
