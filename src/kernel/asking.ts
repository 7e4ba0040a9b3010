/** What reads know of the request that asks them. */
import type { Freshness } from './freshness';

export interface Asking {
  /** Left out where the caller cares for none: the primary answers then, and nothing is told. */
  readonly freshness?: Freshness | undefined;
  /** Nobody waits for the answer any more: what has not begun need not begin. */
  isGone(): boolean;
}

/** The same, for what only the primary can answer. */
export const onPrimary = (asking: Asking | undefined): Asking | undefined =>
  asking?.freshness ? { ...asking, freshness: { ...asking.freshness, mayLag: false } } : asking;
