/** The values of the query parameter `beside`, which selects the comparative columns of a report: `month`, `prior_year`, or `month,prior_year`. */
export const spans = ['month', 'quarter', 'year'] as const;
export const comparisons = ['prior_period', 'prior_year'] as const;

/** The query parameters of the API. `compare` has the comparisons, separated by a comma. */
export interface Beside {
  readonly columns?: (typeof spans)[number];
  readonly compare?: string;
}

/** Converts the value of `beside` to query parameters of the API. Other words are sent too, so that the API refuses them. */
export const comparisonIn = (chosen: string | undefined): Beside => {
  const names = (chosen ?? '').split(',').filter((name) => name !== '');
  const columns = spans.find((span) => names.includes(span));
  const known = comparisons.filter((comparison) => names.includes(comparison));
  const rest = names.filter((name) => name !== columns && !known.some((comparison) => comparison === name));
  const compare = [...known, ...rest].join(',');
  return { ...(columns === undefined ? {} : { columns }), ...(compare === '' ? {} : { compare }) };
};

/** Returns the value of `beside` for these parameters; null for none. */
export const besideOf = ({ columns, compare }: Beside): string | null =>
  [columns, compare].filter((one) => one !== undefined && one !== '').join(',') || null;
