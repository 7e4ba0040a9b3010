/**
 * Reads from a request what its reads need: how fresh the answer must be, and whether the client still waits for it.
 */
import type { Context } from 'koa';
import type { Asking } from '../asking';
import type { ProcessTime } from '../clock';
import { createFreshness, type Freshness } from '../freshness';
import { systemClock } from '../running/system-clock';

/**
 * A client that closed its sending side may still wait, but usually has gone: its request may wait this long for a
 * connection.
 */
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

/** RFC 7240: the caller accepts an answer that may lag. */
const eventualConsistency = /(?:^|[,;\s])consistency\s*=\s*"?eventual"?\s*(?:[,;]|$)/i;
const sequencePattern = /^\d{1,19}$/;

/** Returns undefined if the caller asks for no freshness, and `malformed` if `X-Ledger-Sequence` is not a sequence. */
export const freshnessOf = (prefer: string, sequence: string): Freshness | 'malformed' | undefined => {
  const mayLag = eventualConsistency.test(prefer);
  if (sequence === '') return mayLag ? createFreshness(true, 0n) : undefined;
  return sequencePattern.test(sequence) ? createFreshness(mayLag, BigInt(sequence)) : 'malformed';
};

/** The response headers that state how fresh the answer is. */
export const freshnessHeaders = ({ snapshot }: Freshness): Readonly<Record<string, string>> => {
  const read = snapshot();
  return {
    ...(read ? { 'X-Ledger-Sequence': read.sequence.toString() } : {}),
    ...(read?.isOfReplica ? { 'Preference-Applied': 'consistency=eventual' } : {}),
  };
};
