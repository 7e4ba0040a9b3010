/** The texts that an endpoint keeps in memory, in characters: of what is on its way and of what is read ahead. */

/**
 * At most, of one endpoint. One text is kept in any case, and others as far as what its tenant and all endpoints share has room. More is
 * read once half of it is free, so that big events are not read one by one.
 */
export const maxKeptLength = 1_048_576;

/** The room that the endpoints of a tenant share, and all endpoints together. */
export interface SharedRoom {
  fits(length: number): boolean;
  take(length: number): void;
  give(length: number): void;
}

export interface KeptTexts {
  /** Whether there was room for it. */
  take(length: number): boolean;
  give(length: number): void;
  isEmpty(): boolean;
  hasRoom(): boolean;
  roomLeft(): number;
  /** The number of texts, out of this many, that are likely to fit, by the length of recent ones: at least one. */
  roomFor(texts: number): number;
}

const roomForAll: SharedRoom = { fits: () => true, take: () => undefined, give: () => undefined };

export const createKeptTexts = (shared: SharedRoom = roomForAll): KeptTexts => {
  let kept = 0;
  /** The usual length of the last texts. */
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
