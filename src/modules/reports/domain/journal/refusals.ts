/** The refusals of exports. */
import type { NoPlaceLeft } from '../../../../kernel/places';

/** The export would exceed the limit on open exports of the key, the tenant or the process. */
export interface TooManyExports extends NoPlaceLeft {
  readonly kind: 'TooManyExports';
}
