/** Computes percentiles of measurements. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** Returns NaN if there are no measurements. NaN fails every comparison with a target. */
export const percentilesOf = (measured: readonly number[]): Percentiles => {
  const ascending = measured.slice().sort((a, b) => a - b);
  const at = (share: number): number => ascending[Math.floor(ascending.length * share)] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
};
