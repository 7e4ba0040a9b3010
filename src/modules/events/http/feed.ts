/** The route of the feed, which returns pages, waits for events (long polling) or streams them. */
import { get, type Reply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { StreamReader } from '../../../kernel/http/streams';
import type { Page } from '../../../kernel/page';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import type { EventFeed, ToldEvent, ToldFeed } from '../application/feed';
import type { Invalid, LogChanged, SequenceNotReached, TooManyStreams } from '../domain/refusals';
import { eventFilter, feedBounds, feedMeta, feedPage } from './codecs';
import { eventAnswers } from './status';

type Refusal = Invalid | LogChanged | SequenceNotReached | TooManyStreams;

/** The epoch of the log from which the answer was read. */
interface Told {
  readonly epoch: string;
}

interface Streamed {
  readonly stream: AsyncIterable<string | Buffer>;
}

const tag = 'Events and webhooks';
/** The longest wait for an event: shorter than the time after which idle connections are closed. */
const maxWaitSeconds = 25;

export const feedRoutes = (feed: EventFeed): readonly Route[] => [
  get(
    '/events',
    {
      operationId: 'listEvents',
      summary: 'Read the events of the ledger, oldest first, as pages, with waiting for the next event, or as a stream',
      description:
        "Lists everything that the ledger decided, oldest first, in a sequence without gaps: each event with its subject as it was after the event. Cursors lead from page to page to the end of the log; after that, ask with `after_sequence` as the last page's `meta.through_sequence`. The list is only read forwards: `previous_cursor` is null. `Prefer: wait=N` waits for the next event; `Accept: text/event-stream` streams them as Server-Sent Events, and continues after `Last-Event-ID`. The same event has the same bytes permanently.",
      tag,
      needs: 'read',
      query: eventFilter,
      list: feedBounds,
      waits: true,
      maxWaitSeconds,
      streams: true,
      ok: 200,
      refusals: only(eventAnswers, 'Invalid', 'LogChanged', 'SequenceNotReached', 'TooManyStreams'),
      answer: feedPage,
      beside: feedMeta,
    },
    async ({ caller, query, slice, waitSeconds, reader }): Promise<Outcome<Refusal, (ToldFeed | Streamed) & Told>> => {
      const { after_sequence, after_hash, types, account_id: accountId, transaction_id: transactionId } = query;
      const [after, afterHash] = slice.from
        ? [BigInt(slice.from[0] as string), slice.from[1]]
        : [BigInt(after_sequence), after_hash];
      const asked = { after, afterHash, types: types && new Set(types), accountId, transactionId };
      const { wantsStream, gone, lastEventId } = reader as StreamReader;
      const epoch = await feed.epoch();
      if (!wantsStream) {
        const page = await feed.read(caller, { ...asked, limit: slice.limit }, waitSeconds, gone);
        return refused(page) ? page : ok({ ...page.right, epoch });
      }
      // `after_hash` is the hash of the event at `after_sequence`. A reader that reconnects after a later event sends only the sequence of
      // that event, so `after_hash` is then ignored.
      const from = lastEventId === '' ? after : BigInt(lastEventId);
      const knows = { after: from, afterHash: from === after ? afterHash : undefined };
      const stream = await feed.open(caller, { ...asked, ...knows }, gone);
      return refused(stream) ? stream : ok({ stream: serverSentEvents(stream.right), epoch });
    },
    (answer): Reply =>
      'stream' in answer
        ? { data: undefined, stream: answer.stream, headers: { 'Ledger-Log-Epoch': answer.epoch } }
        : feedReply(answer),
  ),
];

const feedReply = ({ events, through, hashThrough = '', head, epoch }: ToldFeed & Told): Reply => {
  const pagination: Page<ToldEvent> = {
    items: events,
    ...(through < head ? { next: [through.toString(), hashThrough] } : {}),
    positionAt: (index) => [String(events[index]?.sequence), events[index]?.hash ?? ''],
  };
  return {
    data: events,
    headers: { 'Ledger-Log-Epoch': epoch },
    meta: {
      ...{ through_sequence: Number(through), through_hash: hashThrough, head_sequence: Number(head) },
      ...{ log_epoch: epoch, pagination },
    },
  };
};

const opening = ': the stream is open\n\n';
const quiet = ': nothing new\n\n';

async function* serverSentEvents(parts: AsyncIterable<Buffer>): AsyncIterable<string | Buffer> {
  yield opening;
  for await (const part of parts) yield part.length === 0 ? quiet : part;
}
