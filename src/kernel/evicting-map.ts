/** Things by their keys, made when they are first used. Beyond `maxSize` those are forgotten that were not used for longest. */
export interface EvictingMap<K, V> {
  /** Nothing is forgotten while it is used. */
  use<A>(key: K, work: (value: V) => Promise<A>): Promise<A>;
  /** Of what is kept; looking is no use. */
  find(key: K): V | undefined;
  values(): readonly V[];
}

export const evictingMap = <K, V>(
  maxSize: number,
  make: (key: K) => V,
  /** Told before a thing is forgotten. */
  evicted: (value: V) => void,
): EvictingMap<K, V> => {
  /** Those used last stand last. */
  const kept = new Map<K, { readonly value: V; uses: number }>();
  const evictIdle = (): void => {
    for (const [key, { value, uses }] of kept) {
      if (kept.size <= maxSize) return;
      if (uses > 0) continue;
      kept.delete(key);
      evicted(value);
    }
  };
  return {
    use: async (key, work) => {
      const used = kept.get(key) ?? { value: make(key), uses: 0 };
      kept.delete(key);
      kept.set(key, used);
      used.uses += 1;
      if (kept.size > maxSize) evictIdle();
      try {
        return await work(used.value);
      } finally {
        used.uses -= 1;
      }
    },
    find: (key) => kept.get(key)?.value,
    values: () => [...kept.values()].map(({ value }) => value),
  };
};
