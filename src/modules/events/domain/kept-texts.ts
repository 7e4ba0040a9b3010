/** Counts the characters of the events that an endpoint keeps in memory, under way and read ahead. */

/**
 * The limit for one endpoint, in characters. One text is kept in any case, further ones only if the budgets of its tenant and of the
 * process have room. The endpoint reads more once half of the limit is free, so that big events are not read one by one.
 */
export const maxKeptLength = 1_048_576;

/** The memory budgets that the endpoints of a tenant share, and that all endpoints of the process share. */
export interface SharedRoom {
  fits(length: number): boolean;
  take(length: number): void;
  give(length: number): void;
}

export interface KeptTexts {
  /** Reserves room for a text. Returns false if there is none. */
  take(length: number): boolean;
  give(length: number): void;
  isEmpty(): boolean;
  hasRoom(): boolean;
  roomLeft(): number;
  /** Returns how many of this number of texts are likely to fit, judged by the length of recent ones; at least one. */
  roomFor(texts: number): number;
}

const roomForAll: SharedRoom = { fits: () => true, take: () => undefined, give: () => undefined };

export const createKeptTexts = (shared: SharedRoom = roomForAll): KeptTexts => {
  let kept = 0;
  /** The moving average of the lengths of recent texts. */
  let usual = 1;
  return {
    take: (length) => {
      usual += (length - usual) / 8;
      if (kept > 0 && (kept + length > maxKeptLength || !shared.fits(length))) return false;
      kept += length;
      shared.take(length);
      return true;
    },
    give: (length) => {
      kept -= length;
      shared.give(length);
    },
    isEmpty: () => kept === 0,
    hasRoom: () => kept === 0 || (kept <= maxKeptLength / 2 && shared.fits(usual)),
    roomLeft: () => Math.max(1, maxKeptLength - kept),
    roomFor: (texts) => Math.max(1, Math.min(texts, Math.floor((maxKeptLength - kept) / Math.max(1, usual)))),
  };
};
