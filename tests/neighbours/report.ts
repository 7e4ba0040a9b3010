/** What came of all attacks, as a table for people. */
import type { Felt, Trial } from './trial';

const headings = ['attack', 'p50', 'p99', 'max', 'victim refused', 'healthz gap', 'memory', 'normal after', 'attacker'];

export const reportOf = (trials: readonly (readonly [string, Felt | Trial])[]): string => {
  const rows = [headings, headings.map(() => '---'), ...trials.map(rowOf)];
  return `\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n`;
};

const rowOf = ([name, felt]: readonly [string, Felt | Trial]): readonly string[] => [
  name,
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
