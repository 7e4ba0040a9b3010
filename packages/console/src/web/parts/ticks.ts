/** The labels of a chart's axis: short, and exact values. */

/** The most decimals of a short label; a value that needs more is written in full. */
const mostDigits = 4;

const units: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

const valueOf = (label: string): number => {
  const [, digits = '', unit = ''] = /^(-?[\d.,]+)([KMBT]?)$/.exec(label) ?? [];
  return Number(digits.replaceAll(',', '')) * (units[unit] ?? 1);
};

/** A difference below this fraction of a value is a floating-point error. */
const tolerance = 1e-9;

const isExactly = (label: string, value: number): boolean =>
  Math.abs(valueOf(label) - value) <= tolerance * Math.abs(value);

/** Formats values as `0`, `500`, `1K`, `1.5K`, with the fewest decimals that keep every value exact. */
export const ticksInShort = (values: readonly number[]): string[] => {
  for (let digits = 0; ; digits++) {
    const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: digits });
    const labels = values.map((value) => short.format(value));
    if (values.every((value, index) => isExactly(labels[index] ?? '', value)))
      return labels.map((label) => label.replace('-', '−'));
    if (digits === mostDigits)
      return values.map((value) => value.toLocaleString('en', { maximumFractionDigits: 12 }).replace('-', '−'));
  }
};
