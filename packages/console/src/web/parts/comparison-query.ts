/** The comparative columns that the address asks for. */
const spans = ['month', 'quarter', 'year'] as const;
const comparisons = ['prior_period', 'prior_year'] as const;

/** `beside` of the address, as the API takes it. */
export const comparisonIn = (
  chosen: string | undefined,
): { columns?: (typeof spans)[number]; compare?: (typeof comparisons)[number] } => {
  const columns = spans.find((span) => span === chosen);
  const compare = comparisons.find((comparison) => comparison === chosen);
  return { ...(columns === undefined ? {} : { columns }), ...(compare === undefined ? {} : { compare }) };
};
