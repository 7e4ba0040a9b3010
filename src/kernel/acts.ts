/**
 * The acts of one actor across several logs, newest first. Each log returns its next acts after a position, and one
 * page is merged from the acts of all logs.
 */
import { pageOf, type Page, type Position, type Slice } from './page';

export interface ActsQuestion {
  /** The actor's name in the logs: the public part of a key, or `operator:<id>`. */
  readonly actor: string;
  /** Only acts at or after this moment are returned; undefined returns all. */
  readonly since: Date | undefined;
}

/** The sort key of an act: when it happened, which log recorded it, and its position in that log. */
export interface Dated {
  readonly occurredAt: Date;
  /** The id of the ledger or of the tenant whose log recorded the act. */
  readonly logId: string;
  readonly sequence: bigint;
}

export const positionOfAct = ({ occurredAt, logId, sequence }: Dated): Position => [
  occurredAt.toISOString(),
  logId,
  sequence.toString(),
];

/**
 * Returns the page of `slice` from the acts of several logs, given in any order. The caller must pass at least the
 * `limit + 1` nearest acts of each log, or the page may miss some.
 */
export const pageOfActs = <A extends Dated>(acts: readonly A[], slice: Slice): Page<A> => {
  const way = slice.direction === 'forward' ? -1 : 1;
  return pageOf(
    acts.toSorted((one, other) => way * compare(one, other)),
    slice,
    positionOfAct,
  );
};

/** Returns a function that tests whether an act lies after the position where the slice begins, in the slice's reading direction. */
export const isBehind = ({ from, direction }: Slice): ((act: Dated) => boolean) => {
  const [at, logId, sequence] = from ?? [];
  if (at === undefined || logId === undefined || sequence === undefined) return () => true;
  const start = { occurredAt: new Date(at), logId, sequence: BigInt(sequence) };
  return (act) => (direction === 'forward' ? compare(act, start) < 0 : compare(act, start) > 0);
};

const compare = (one: Dated, other: Dated): number =>
  one.occurredAt.getTime() - other.occurredAt.getTime() ||
  order(one.logId, other.logId) ||
  order(one.sequence, other.sequence);

const order = <A extends string | bigint>(one: A, other: A): number => (one < other ? -1 : one > other ? 1 : 0);
