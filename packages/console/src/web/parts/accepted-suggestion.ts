/** The suggestion that a key takes in a field with suggestions. */
interface Offered {
  readonly code: string;
}

interface Suggesting<Offer extends Offered> {
  /** The text of the field. */
  readonly text: string;
  /** The suggestions that are shown. */
  readonly offers: readonly Offer[];
  /** The text for which they were looked up: while the next look-up runs, it differs from the text of the field. */
  readonly offeredFor: string;
  /** The suggestion that the arrows chose; -1 for none. */
  readonly chosen: number;
}

/**
 * Tab and Enter take the chosen suggestion, or the only one. Where the text is a code already, or several suggestions are left, the
 * text stays: another account than the one that was meant would be worse than none.
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
