/**
 * Compares the currency that was cached for the caller with the currency that the writing transaction reads
 * (docs/make/architecture/posting.md#guess-and-fact).
 */
import type { Denomination } from './money';
import { Unavailable } from './refusal';

/**
 * Throws `Unavailable` if the ledger's currency was corrected after it was cached: the amounts of the request would have the wrong
 * decimals. The cache is refreshed within a second, and after the first transaction the currency can no longer change.
 */
export const requireDenomination = (guess: Denomination, fact: Denomination): void => {
  if (!isSameDenomination(guess, fact)) throw new Unavailable('The currency of the ledger was corrected a moment ago.');
};

export const isSameDenomination = (one: Denomination, other: Denomination): boolean =>
  one.currency === other.currency &&
  one.storageDecimals === other.storageDecimals &&
  one.displayDecimals === other.displayDecimals;
