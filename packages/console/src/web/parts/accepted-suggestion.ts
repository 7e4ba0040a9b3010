/** Decides which accounts a field suggests, and which suggestion a key accepts. */

const offered = 8;

/** The query of GET /accounts: accounts that take entries, with the text in their code or name. */
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
  /** The suggestions that are shown. */
  readonly offers: readonly Offer[];
  /** The text for which the suggestions were requested; during the next request it differs from the field's text. */
  readonly offeredFor: string;
  /** The suggestion that the arrows chose; -1 for none. */
  readonly chosen: number;
}

/**
 * Tab and Enter accept the chosen suggestion, or the only one. If the text is already a code, or several suggestions are left,
 * the text stays, because a wrong account would be worse than none.
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
