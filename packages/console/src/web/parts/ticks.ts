/** The labels for the axis of a chart, which are short, but exact; and the span of an axis that contains zero. */

/** The maximum number of decimals in a short label. If a value needs more, all labels are written in full. */
const mostDigits = 4;

const units: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

const valueOf = (label: string): number => {
  const [, digits = '', unit = ''] = /^(-?[\d.,]+)([KMBT]?)$/.exec(label) ?? [];
  return Number(digits.replaceAll(',', '')) * (units[unit] ?? 1);
};

/** The relative difference up to which two numbers are considered equal, because of floating-point errors. */
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

/** The part of the span that stays free above the highest and below the lowest value. */
const margin = 0.08;

/** Returns the lowest and the highest value of an axis that shows these values and zero. */
export const spanWithZero = (low: number | null, high: number | null): [number, number] => {
  const [bottom, top] = [Math.min(0, low ?? 0), Math.max(0, high ?? 0)];
  const room = (top - bottom || 1) * margin;
  return [bottom < 0 ? bottom - room : 0, top > 0 || bottom === 0 ? top + room : 0];
};
