/** What a request says to the reads that it asks for: how fresh its answer must be, and whether anybody waits for it. */
import type { Context } from 'koa';
import type { Asking } from '../asking';
import type { ProcessTime } from '../clock';
import { createFreshness, type Freshness } from '../freshness';
import { systemClock } from '../system-clock';

/** A client that closed its side may wait for its answer, and is mostly gone: so long it may wait for a connection. */
const halfClosedTimeoutMs = 500;

export const askingOf = (
  { req, res }: Context,
  freshness: Freshness | undefined,
  clock: Pick<ProcessTime, 'elapsed'> = systemClock,
): Asking => {
  const askedAt = clock.elapsed();
  return {
    freshness,
    isGone: () => res.destroyed || (req.socket.readableEnded && clock.elapsed() - askedAt > halfClosedTimeoutMs),
  };
};

/** RFC 7240: the caller takes an answer that may be behind. */
const eventualConsistency = /(?:^|[,;\s])consistency\s*=\s*"?eventual"?\s*(?:[,;]|$)/i;
const sequencePattern = /^\d{1,19}$/;

/** Undefined where the caller says nothing of it; `malformed` where `X-Ledger-Sequence` is no sequence. */
export const freshnessOf = (prefer: string, sequence: string): Freshness | 'malformed' | undefined => {
  const mayLag = eventualConsistency.test(prefer);
  if (sequence === '') return mayLag ? createFreshness(true, 0n) : undefined;
  return sequencePattern.test(sequence) ? createFreshness(mayLag, BigInt(sequence)) : 'malformed';
};

/** What the answer tells of it. */
export const freshnessHeaders = ({ snapshot }: Freshness): Readonly<Record<string, string>> => {
  const read = snapshot();
  return {
    ...(read ? { 'X-Ledger-Sequence': read.sequence.toString() } : {}),
    ...(read?.isOfReplica ? { 'Preference-Applied': 'consistency=eventual' } : {}),
  };
};
