/** The values of the query parameter `beside`, which selects the comparative columns of a report. */
const spans = ['month', 'quarter', 'year'] as const;
const comparisons = ['prior_period', 'prior_year'] as const;

/** Converts the value of `beside` to query parameters of the API. */
export const comparisonIn = (
  chosen: string | undefined,
): { columns?: (typeof spans)[number]; compare?: (typeof comparisons)[number] } => {
  const columns = spans.find((span) => span === chosen);
  const compare = comparisons.find((comparison) => comparison === chosen);
  return { ...(columns === undefined ? {} : { columns }), ...(compare === undefined ? {} : { compare }) };
};
