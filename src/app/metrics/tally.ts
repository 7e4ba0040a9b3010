/**
 * Counts durations in an array, which costs no more than adding a number, and shows them to the registry as a histogram when it is read.
 * prom-client's own histograms look up their labels for every observation (2 µs with three labels [measured]).
 */
import type { Metric, Registry } from 'prom-client';

/**
 * The counts of a histogram: for each bound, the number of values between the previous bound and this one; then the number beyond all
 * bounds; then the sum of all values.
 */
export type Tally = Float64Array;

export const newTally = (bounds: readonly number[]): Tally => new Float64Array(bounds.length + 2);

export const tally = (into: Tally, bounds: readonly number[], value: number): void => {
  let place = 0;
  while (place < bounds.length && value > (bounds[place] as number)) place += 1;
  into[place] = (into[place] as number) + 1;
  const sum = into.length - 1;
  into[sum] = (into[sum] as number) + value;
};

type Labels = Readonly<Record<string, string>>;

export interface TalliedHistogram {
  readonly name: string;
  readonly help: string;
  readonly bounds: readonly number[];
  /** Returns one series for each set of labels. */
  readonly series: () => Iterable<readonly [Labels, Tally]>;
}

export const showTallies = (registry: Registry, { name, help, bounds, series }: TalliedHistogram): void => {
  const get = async () => ({
    ...{ name, help, type: 'histogram', aggregator: 'sum' },
    values: [...series()].flatMap(([labels, counted]) => linesOf(name, bounds, labels, counted)),
  });
  // The registry uses only the name and the values of a metric.
  registry.registerMetric({ name, get } as unknown as Metric);
};

const linesOf = (name: string, bounds: readonly number[], labels: Labels, counted: Tally) => {
  let count = 0;
  const buckets = [...bounds, '+Inf'].map((le, place) => {
    count += counted[place] as number;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: counted.at(-1) as number },
    { metricName: `${name}_count`, labels, value: count },
  ];
};
