/**
 * Guess and fact (docs/make/architecture): compares the currency that was cached for the caller with the one that the
 * writing transaction reads.
 */
import type { Denomination } from './money';
import { Unavailable } from './refusal';

/**
 * Throws `Unavailable` if the ledger's currency was corrected after the caller was looked up: amounts would otherwise
 * be read and answered with the wrong decimals. The caller is looked up again within a second, and the first
 * transaction fixes the currency for good.
 */
export const requireDenomination = (guess: Denomination, fact: Denomination): void => {
  if (!isSameDenomination(guess, fact)) throw new Unavailable('The currency of the ledger was corrected a moment ago.');
};

export const isSameDenomination = (one: Denomination, other: Denomination): boolean =>
  one.currency === other.currency &&
  one.storageDecimals === other.storageDecimals &&
  one.displayDecimals === other.displayDecimals;
