/** Decides which accounts a field suggests, and which suggestion the Tab or Enter key accepts. */

const offered = 8;

/** Returns the query of GET /accounts for accounts that may have entries and whose code or name contains the text. */
export const offersQuery = (text: string) => ({
  ...{ limit: offered, active: true, group: false },
  ...(text === '' ? {} : { search: text }),
});

interface Offered {
  readonly code: string;
}

interface Suggesting<Offer extends Offered> {
  /** The text of the field. */
  readonly text: string;
  /** The suggestions that are shown now. */
  readonly offers: readonly Offer[];
  /** The text for which these suggestions were requested. While the next request runs, it differs from the field's text. */
  readonly offeredFor: string;
  /** The index of the suggestion that the person chose with the arrow keys; -1 if none was chosen. */
  readonly chosen: number;
}

/**
 * Returns the suggestion that Tab or Enter accepts: the chosen one, or the only one. If the text is already a code, or if several
 * suggestions are left, returns undefined: a wrong account is worse than none.
 */
export const acceptedSuggestion = <Offer extends Offered>({
  text,
  offers,
  offeredFor,
  chosen,
}: Suggesting<Offer>): Offer | undefined => {
  const picked = offers[chosen];
  if (picked !== undefined) return picked;
  if (text === '' || offeredFor !== text || offers.some(({ code }) => code === text)) return undefined;
  return offers.length === 1 ? offers[0] : undefined;
};
