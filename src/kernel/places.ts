/** The refusal for a caller that has as many long-lived streams or exports open as it may (`running/open-places` counts them). */

/** The limit that is reached, and whether it is that of a key, of a tenant or of the process. */
export interface NoPlaceLeft {
  readonly max: number;
  readonly of: 'this key' | 'this tenant' | 'this process';
}

/** Returns the beginning of a sentence, such as `This key has 2`. */
export const holding = ({ max, of }: NoPlaceLeft): string =>
  `${of === 'this process' ? 'All keys together have' : `${of.replace('this', 'This')} has`} ${max}`;
