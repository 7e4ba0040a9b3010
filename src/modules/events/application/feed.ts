/** The events of a ledger, oldest first: as a page, as a page that waits for the next event, or as a stream. */
import type { ProcessTime } from '../../../kernel/clock';
import type { LedgerId } from '../../../kernel/ids';
import { createOpenPlaces, type OpenLimits } from '../../../kernel/running/open-places';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { Log } from '../../../kernel/tokens';
import type { FeedQuestion, Ledgering, ToldFeed } from '../../ledgering';
import type { Invalid, LogChanged, SequenceNotReached, TooManyStreams } from '../domain/refusals';
import { serverSent } from '../domain/server-sent';
import type { Heads } from './heads';
import { createPace, type PaceLimits } from './pace';

/** Re-exported for the HTTP layer, which may import other contexts only through its own context. */
export { eventNames, typeNamed, type EventName, type EventType, type ToldEvent, type ToldFeed } from '../../ledgering';

/**
 * A request for the events after a sequence. `afterHash` is the hash, in hexadecimal, of the event at that sequence; undefined if the
 * reader does not know it.
 */
export interface FeedRequest extends Omit<FeedQuestion, 'limit'> {
  readonly afterHash?: string | undefined;
}

export interface EventFeed {
  /** Returns a page of events. If there is no event yet, waits up to `waitSeconds` for the first one, or until `gone` is aborted. */
  read(
    of: Pick<Principal, 'ledgerId'>,
    question: FeedRequest & Pick<FeedQuestion, 'limit'>,
    waitSeconds: number,
    gone: AbortSignal,
  ): Promise<Outcome<SequenceNotReached | LogChanged | Invalid, ToldFeed>>;
  /**
   * Opens a stream of events until `gone` is aborted. Each buffer has at most `partBytes`, or a single event. If no event has come for a
   * while, an empty buffer is sent.
   */
  open(
    caller: Principal,
    asked: FeedRequest,
    gone: AbortSignal,
  ): Promise<Outcome<SequenceNotReached | LogChanged | Invalid | TooManyStreams, AsyncIterable<Buffer>>>;
  /** Returns the present epoch of the logs (log-epoch.ts). */
  epoch(): Promise<string>;
  /** The number of open streams. */
  openStreams(): number;
  /** Ends every stream. */
  stop(): void;
}

export interface FeedDependencies {
  readonly ledgering: Pick<Ledgering, 'events'>;
  readonly heads: Heads;
  /** Returns the present epoch of the logs (log-epoch.ts). */
  readonly epoch: () => Promise<string>;
  readonly limits: FeedLimits;
  readonly clock: ProcessTime;
  readonly log: Log;
}

/** The limits on open streams. Each stream costs memory and a connection, but is not counted as a request in progress. */
export interface FeedLimits extends OpenLimits, PaceLimits {
  /** A stream without events sends an empty part after this time, so that its connection stays open. */
  readonly quietMs: number;
}

export const feedLimits: FeedLimits = {
  perKey: 100,
  perTenant: 500,
  inAll: 2_000,
  toldPerSecond: 10_000,
  bytesPerSecond: 10_485_760,
  quietMs: 15_000,
};

export const FEED_LIMITS = token<FeedLimits>('FeedLimits');
export const EVENT_FEED = token<EventFeed>('EventFeed');

const pageOfStream = 100;
/**
 * The bytes that a stream reads and holds at a time, regardless of the size of its events: a slow reader makes the stream hold them for a
 * long time.
 */
export const partBytes = 65_536;

export const createEventFeed = ({ ledgering, heads, epoch, limits, clock, log }: FeedDependencies): EventFeed => {
  const stopped = new AbortController();
  const places = createOpenPlaces(limits);
  const pace = createPace(limits, clock);

  const ask = async (ledgerId: LedgerId, question: FeedQuestion): Promise<ToldFeed> => {
    const feed = await ledgering.events(ledgerId, question);
    if (!feed) throw new Error(`ledger ${ledgerId} has no feed`);
    return feed;
  };
  const shared = sharing(async (ledgerId, question) => {
    const { events, ...place } = await ask(ledgerId, { ...question, maxBytes: partBytes });
    return { ...place, bytes: Buffer.from(events.map(serverSent).join('')), count: events.length };
  }, clock);

  const read: EventFeed['read'] = async ({ ledgerId }, question, waitSeconds, gone) => {
    const ended = waitSeconds > 0 ? AbortSignal.any([gone, stopped.signal]) : gone;
    const waiting = clock.deadline(waitSeconds * 1000);
    let { after, afterHash } = question;
    for (;;) {
      const feed = await ask(ledgerId, { ...question, after });
      const other = otherLog({ after, afterHash }, feed);
      if (other) return refuse(other);
      const leftMs = waiting.leftMs();
      if (feed.events.length > 0 || feed.through < feed.head || leftMs === 0) return ok(feed);
      // The search continues after the events that were read but did not match the filters.
      [after, afterHash] = [feed.through, feed.hashThrough];
      if (!(await heads.movedBeyond(ledgerId, after, leftMs, ended))) return ok(feed);
    }
  };

  async function* follow(
    { tenantId, ledgerId }: Pick<Principal, 'tenantId' | 'ledgerId'>,
    asked: FeedRequest,
    gone: AbortSignal,
  ): AsyncGenerator<Buffer> {
    let { after, afterHash } = asked;
    // Nothing else refers to the part, so its memory is freed as soon as the reader has taken it. A slow reader may need an hour for that.
    let part: Buffer | undefined;
    const handOver = (): Buffer => {
      const handed = part as Buffer;
      part = undefined;
      return handed;
    };
    const advance = async (): Promise<Omit<ToldPart, 'bytes'>> => {
      const question = { ...asked, after };
      const { bytes, ...place } = await shared(ledgerId, { ...question, limit: limitOf(question) });
      // The stream ends with an error; the reader reconnects, and then receives the refusal.
      if (otherLog({ after, afterHash }, place)) throw new Error('the log has another event where the stream was');
      part = bytes;
      [after, afterHash] = [place.through, place.hashThrough];
      return place;
    };
    let quiet = clock.deadline(limits.quietMs);
    while (!gone.aborted) {
      const { count, through, head } = await advance();
      if (count > 0) {
        const told = { events: count, bytes: part?.length ?? 0 };
        yield handOver();
        await pace.rest(tenantId, told, gone);
        quiet = clock.deadline(limits.quietMs);
      }
      // On a busy ledger, events that do not match the filters move the head all the time, and the reader still needs a sign of life.
      const isQuiet =
        quiet.leftMs() === 0 || (through >= head && !(await heads.movedBeyond(ledgerId, after, quiet.leftMs(), gone)));
      if (!isQuiet || gone.aborted) continue;
      yield nothingNew;
      quiet = clock.deadline(limits.quietMs);
    }
  }

  /** If a stream cannot read on, it ends like a lost connection: the reader reconnects with the id of its last event. */
  async function* followed(...asked: Parameters<typeof follow>): ReturnType<typeof follow> {
    try {
      yield* follow(...asked);
    } catch (error) {
      log.warn({ ledgerId: asked[0].ledgerId, error }, 'a stream of events could not be read on');
    }
  }

  return {
    read,
    open: async (caller, asked, reader) => {
      const other = otherLog(asked, await shared(caller.ledgerId, { ...asked, limit: limitOf(asked) }));
      if (other) return refuse(other);
      const noPlaceLeft = places.take(caller, reader);
      return noPlaceLeft
        ? refuse({ kind: 'TooManyStreams', ...noPlaceLeft })
        : ok(followed(caller, asked, AbortSignal.any([reader, stopped.signal])));
    },
    epoch,
    openStreams: () => places.count(),
    stop: () => stopped.abort(),
  };
};

const nothingNew = Buffer.alloc(0);

/** A part of a stream, as the bytes that its readers receive. */
interface ToldPart extends Omit<ToldFeed, 'events'> {
  readonly bytes: Buffer;
  readonly count: number;
}

/** Nothing before the first event can change, so a different hash there is that of an event whose sequence was not sent. */
const hashWithoutSequence: Invalid = {
  kind: 'Invalid',
  errors: { after_hash: ['is the hash of a later event: send the sequence of that event as after_sequence too'] },
};

/**
 * Refuses a reader whose sequence is beyond the end of the log, or whose hash differs from the log's: it has read a log that no longer
 * exists, and would otherwise miss events unnoticed.
 */
const otherLog = (
  { after, afterHash }: Pick<FeedRequest, 'after' | 'afterHash'>,
  { head, hashAfter }: Pick<ToldFeed, 'head' | 'hashAfter'>,
): SequenceNotReached | LogChanged | Invalid | undefined => {
  if (after > head) return { kind: 'SequenceNotReached', last: head };
  const isOther = afterHash !== undefined && hashAfter !== undefined && afterHash !== hashAfter;
  if (isOther && after === 0n) return hashWithoutSequence;
  return isOther ? { kind: 'LogChanged', sequence: after, hash: hashAfter } : undefined;
};

/**
 * Parts that were read for one stream, at most `maxKept` of them, are kept for this time for other streams that reach the same sequence.
 */
const keptMs = 1_000;
const maxKept = 32;

/** Streams at the same sequence of the same ledger share one read. */
const sharing = (
  ask: (ledgerId: LedgerId, question: FeedQuestion) => Promise<ToldPart>,
  clock: Pick<ProcessTime, 'deadline'>,
): typeof ask => {
  const kept = new Map<string, Promise<ToldPart>>();
  const forget = (key: string, answer: Promise<ToldPart>): void => {
    if (kept.get(key) === answer) kept.delete(key);
  };
  return (ledgerId, question) => {
    const { after, types, accountId, transactionId } = question;
    const key = JSON.stringify([ledgerId, after.toString(), types && [...types], accountId, transactionId]);
    const earlier = kept.get(key);
    if (earlier) return earlier;
    const answer = ask(ledgerId, question);
    kept.set(key, answer);
    const [oldest = key] = kept.keys();
    if (kept.size > maxKept) kept.delete(oldest);
    answer.then(
      ({ count }) => {
        // An empty part is not kept, because at the end of the log the next event may come at any moment.
        if (count === 0) forget(key, answer);
        else clock.deadline(keptMs, () => forget(key, answer));
      },
      () => forget(key, answer),
    );
    return answer;
  };
};

/** Parts end at multiples of the page size, so that streams at different sequences reach the same sequence again and share reads. */
const limitOf = ({ after, types, accountId, transactionId }: FeedRequest): number =>
  (types ?? accountId ?? transactionId) ? pageOfStream : pageOfStream - Number(after % BigInt(pageOfStream));
