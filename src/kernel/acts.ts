/**
 * The acts of one actor over several logs, newest first. Each log gives its newest acts behind a position, and the pages are put
 * together from all of them.
 */
import { pageOf, type Page, type Position, type Slice } from './page';

export interface ActsQuestion {
  /** As the logs name it: the public part of a key, or `operator:<id>`. */
  readonly actor: string;
  /** Only acts of that moment or later. */
  readonly since: Date | undefined;
}

/** The sort key of an act: when it happened, which log tells of it, and its place there. */
export interface Dated {
  readonly occurredAt: Date;
  /** The ledger, or the tenant. */
  readonly logId: string;
  readonly sequence: bigint;
}

export const positionOfAct = ({ occurredAt, logId, sequence }: Dated): Position => [
  occurredAt.toISOString(),
  logId,
  sequence.toString(),
];

/** The page of `slice` from acts of several logs in any order. Each log gives the nearest `limit + 1` of its own at least. */
export const pageOfActs = <A extends Dated>(acts: readonly A[], slice: Slice): Page<A> => {
  const way = slice.direction === 'forward' ? -1 : 1;
  return pageOf(
    acts.toSorted((one, other) => way * compare(one, other)),
    slice,
    positionOfAct,
  );
};

/** Whether an act lies behind the position where the slice begins. */
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
