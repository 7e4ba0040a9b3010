/** The route of the feed: pages, long polling and streams of one and the same log. */
import { get, type Reply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { StreamReader } from '../../../kernel/http/streams';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import type { EventFeed, ToldEvent, ToldFeed } from '../application/feed';
import type { TooManyStreams } from '../domain/refusals';
import { eventFilter, feedShape } from './codecs';
import { eventAnswers } from './status';

interface Streamed {
  readonly stream: AsyncIterable<string | Buffer>;
}

const tag = 'Events and webhooks';
/** Less than a connection may stand still. */
const maxWaitSeconds = 25;

export const feedRoutes = (feed: EventFeed): readonly Route[] => [
  get(
    '/events',
    {
      operationId: 'listEvents',
      summary: 'Read the events of the ledger, oldest first: at once, when the next one comes, or as a stream',
      description:
        "Tells everything that the ledger decided, oldest first, in a sequence without a gap: each event with its subject as the event left it. Ask again with `after_sequence` as the last answer's `through_sequence`. `Prefer: wait=N` waits for the next event; `Accept: text/event-stream` streams them as Server-Sent Events, and goes on behind `Last-Event-ID`. The same event has the same bytes for ever.",
      tag,
      needs: 'read',
      query: eventFilter,
      waits: true,
      maxWaitSeconds,
      streams: true,
      ok: 200,
      refusals: only(eventAnswers, 'TooManyStreams'),
      answer: feedShape,
    },
    async ({ caller, query, waitSeconds, reader }): Promise<Outcome<TooManyStreams, ToldFeed | Streamed>> => {
      const { after_sequence, limit, types, account_id: accountId, transaction_id: transactionId } = query;
      const asked = { after: BigInt(after_sequence), types, accountId, transactionId };
      const { wantsStream, gone, lastEventId } = reader as StreamReader;
      if (!wantsStream) return ok(await feed.read(caller, { ...asked, limit }, waitSeconds, gone));
      const after = /^\d{1,15}$/.test(lastEventId) ? BigInt(lastEventId) : asked.after;
      const stream = feed.open(caller, { ...asked, after }, gone);
      return refused(stream) ? stream : ok({ stream: serverSentEvents(stream.right) });
    },
    (answer): Reply => ('stream' in answer ? { data: undefined, stream: answer.stream } : { data: feedView(answer) }),
  ),
];

const feedView = ({ events, through, head }: ToldFeed): object => ({
  events,
  through_sequence: Number(through),
  head_sequence: Number(head),
});

/** Each event with its sequence as its id, which a reader names when it comes back. */
async function* serverSentEvents(batches: AsyncIterable<readonly ToldEvent[]>): AsyncIterable<string | Buffer> {
  yield ': the stream is open\n\n';
  for await (const events of batches) yield events.length === 0 ? ': nothing new\n\n' : serverSent(events);
}

/** What many streams tell is made into bytes once, and sent to each of them at once. */
const serverSent = (events: readonly ToldEvent[]): Buffer => {
  let bytes = told.get(events);
  if (bytes === undefined) {
    const texts = events.map(
      (event) => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
    told.set(events, (bytes = Buffer.from(texts.join(''))));
  }
  return bytes;
};

const told = new WeakMap<readonly ToldEvent[], Buffer>();
