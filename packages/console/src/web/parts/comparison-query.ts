/** The comparative columns that the page's address names. */
const spans = ['month', 'quarter', 'year'] as const;
const comparisons = ['prior_period', 'prior_year'] as const;

/** Returns `beside` of the page's address as query parameters of the API. */
export const comparisonIn = (
  chosen: string | undefined,
): { columns?: (typeof spans)[number]; compare?: (typeof comparisons)[number] } => {
  const columns = spans.find((span) => span === chosen);
  const compare = comparisons.find((comparison) => comparison === chosen);
  return { ...(columns === undefined ? {} : { columns }), ...(compare === undefined ? {} : { compare }) };
};
