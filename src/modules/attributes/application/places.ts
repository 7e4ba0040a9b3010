/**
 * Places: so many at a time, and one for each tenant. The others wait in their tenant's own line, and the tenants take
 * turns, so that whatever one of them is stuck with it takes no more than one place.
 */
export type Places<T> = <A>(tenant: T, work: () => Promise<A>) => Promise<A>;

type Enter = () => void;

export const createPlaces = <T>(count: number): Places<T> => {
  /** Of every tenant that is in a place or waits for one: who comes after that. */
  const lines = new Map<T, Enter[]>();
  /** The first of each tenant that has no place yet, in the order of their turns. */
  const turns: Enter[] = [];
  let free = count;

  const takePlace = (enter: Enter): void => {
    if (free === 0) return void turns.push(enter);
    free -= 1;
    enter();
  };

  const leavePlace = (tenant: T, line: Enter[]): void => {
    const next = line.shift();
    // Behind the other tenants: each of them has waited for longer.
    if (next) turns.push(next);
    else lines.delete(tenant);
    const first = turns.shift();
    // Who is next takes over this place, so that nobody comes in between.
    if (first) first();
    else free += 1;
  };

  return async (tenant, work) => {
    const line = lines.get(tenant) ?? [];
    await new Promise<void>((enter) => {
      if (lines.has(tenant)) line.push(enter);
      else {
        lines.set(tenant, line);
        takePlace(enter);
      }
    });
    try {
      return await work();
    } finally {
      leavePlace(tenant, line);
    }
  };
};
