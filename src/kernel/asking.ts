/** Facts about an HTTP request that the store needs when it reads data for the answer. */
import type { Freshness } from './freshness';

export interface Asking {
  /**
   * How fresh the answer must be. Undefined if the caller does not care: the primary database then answers, and the response states no
   * sequence.
   */
  readonly freshness?: Freshness | undefined;
  /** Returns true once the client no longer waits for the answer: reads that have not begun are then skipped. */
  isGone(): boolean;
}

/** Returns the same facts about a request, except that no replica may answer: for a read that only the primary database can answer. */
export const onPrimary = (asking: Asking | undefined): Asking | undefined =>
  asking?.freshness ? { ...asking, freshness: { ...asking.freshness, mayLag: false } } : asking;
