/** How exports of a journal are refused. */

/** More exports would be open than one key, one tenant or the process may have. */
export interface TooManyExports {
  readonly kind: 'TooManyExports';
  readonly max: number;
  readonly of: 'this key' | 'this tenant' | 'this process';
}
