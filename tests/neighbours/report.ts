/** What came of the attacks, as a table for people that grows line by line. */
import type { Felt, Trial } from './trial';

const headings = ['attack', 'p50', 'p99', 'max', 'victim refused', 'healthz gap', 'memory', 'normal after', 'attacker'];

export const beginReport = (): void => {
  for (const cells of [headings, headings.map(() => '---')]) print(cells);
};

export const report = (name: string, felt: Felt | Trial): void => print([name, ...figuresOf(felt)]);

const print = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);

const figuresOf = (felt: Felt | Trial): readonly string[] => [
  ...[felt.p50Ms, felt.p99Ms, felt.maxMs].map(milliseconds),
  counts(Object.entries(felt.failures)),
  milliseconds(felt.healthGapMs),
  ...('tally' in felt
    ? [
        `${Math.round(felt.peakBytes / 1024 / 1024)} MB`,
        milliseconds(felt.normalAfterMs),
        counts([...felt.tally].map(([status, count]) => [String(status), count])),
      ]
    : ['', '', '']),
];

const milliseconds = (value: number): string =>
  Number.isFinite(value) ? `${Math.round(value).toLocaleString('en')} ms` : 'never';

const counts = (entries: readonly (readonly [string, number])[]): string =>
  entries.length === 0 ? '–' : entries.map(([what, count]) => `${count} × ${what}`).join(', ');
