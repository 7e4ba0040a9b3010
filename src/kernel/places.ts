/** The refusal of a caller that has as many long-lived things open as it may (`running/open-places` counts them). */

/** The party that is at its limit, and the limit. */
export interface NoPlaceLeft {
  readonly max: number;
  readonly of: 'this key' | 'this tenant' | 'this process';
}

/** Returns the beginning of a sentence: `This key has 2`. */
export const holding = ({ max, of }: NoPlaceLeft): string =>
  `${of === 'this process' ? 'All keys together have' : `${of.replace('this', 'This')} has`} ${max}`;
