/** Guess and fact (docs/architecture): how a ledger counts, as the caller was told, compared with what the writing transaction reads. */
import type { Denomination } from './money';
import { Unavailable } from './refusal';

/**
 * Throws `Unavailable` where the currency of the ledger was corrected since the caller was looked up: amounts would be read, and answered,
 * in other decimals. The caller is looked up anew within a second, and the first transaction fixes the currency for ever.
 */
export const requireDenomination = (guess: Denomination, fact: Denomination): void => {
  const isSame =
    guess.currency === fact.currency &&
    guess.storageDecimals === fact.storageDecimals &&
    guess.displayDecimals === fact.displayDecimals;
  if (!isSame) throw new Unavailable('The currency of the ledger was corrected a moment ago.');
};
