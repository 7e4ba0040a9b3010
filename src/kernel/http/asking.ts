/** Reads from a request how fresh the answer must be, and whether the client still waits for it. */
import type { Context } from 'koa';
import type { Asking } from '../asking';
import type { ProcessTime } from '../clock';
import { createFreshness, type Freshness } from '../freshness';
import { systemClock } from '../running/system-clock';

/**
 * How long a request waits for a connection to the database after its client has closed its sending side of the connection. Such a client
 * has usually gone, but may still wait.
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

/** The preference (RFC 7240) of a caller that accepts an answer that may lag. */
const eventualConsistency = /(?:^|[,;\s])consistency\s*=\s*"?eventual"?\s*(?:[,;]|$)/i;
const sequencePattern = /^\d{1,19}$/;

/** Returns undefined if the caller requires no freshness, and `malformed` if `X-Ledger-Sequence` is not a sequence. */
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
