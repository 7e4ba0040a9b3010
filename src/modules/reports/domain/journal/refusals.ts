/** How exports of a journal are refused. */
import type { NoPlaceLeft } from '../../../../kernel/places';

/** More exports would be open than one key, one tenant or the process may have. */
export interface TooManyExports extends NoPlaceLeft {
  readonly kind: 'TooManyExports';
}
