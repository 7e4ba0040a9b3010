/** The page with the ledger's events, as other programs receive them. They can be filtered by type and updated live. */
import { useState } from 'preact/hooks';
import { ask } from '../api/answer';
import { asAsked } from '../api/as-asked';
import { client, type Schemas } from '../api/client';
import { useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { TextField } from '../parts/form';
import { Moment } from '../parts/labels';
import { Page } from '../parts/page';
import { Empty, Loading, Problem } from '../parts/states';
import { Table, type Column } from '../parts/table';
import { Actor, useActors } from './activity/actors';
import { EventDrawer, sequenceColumn } from './events/event-drawer';
import { EventTypes } from './events/event-types';
import { eventsOnPage } from './events/live-events';
import { eventTypes, inWords, isEventType, stretchOf } from './events/subject';
import { useLive, type LiveState } from './events/use-live';
import './events/events.css';

type LedgerEvent = Schemas['LedgerEvent'];

/** Returns the range of sequences that a page of events covers, from the answer's `meta`. */
const reachOf = (meta: object | undefined) => meta as Schemas['LedgerEventPage']['meta'];

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

export const Events = () => {
  const query = useQuery();
  const typesAsked = query.get('types');
  const types = (typesAsked ?? '').split(',').filter(isEventType);
  const isLive = query.get('live') === 'true';
  // Live events follow the newest part of the log, so another part cannot be shown below them.
  const afterAsked = isLive ? undefined : query.get('after');
  const after = numberIn(afterAsked);
  const opened = numberIn(query.get('event'));
  const [from, setFrom] = useState(after === undefined ? (afterAsked ?? '') : String(after + 1));
  const head = useAnswer('events head', async () => {
    const answer = await ask(client.GET('/api/v1/events', { params: { query: { limit: 1 } } }));
    return answer.ok ? { ...answer, data: reachOf(answer.meta).head_sequence } : answer;
  });
  const filter = typesAsked === undefined ? {} : { types: typesAsked };
  const stretch = stretchOf(head.data ?? 0, after, types.length > 0);
  const unreadAfter = after === undefined ? asAsked<number>(afterAsked) : undefined;
  const asked = { after_sequence: unreadAfter ?? stretch.after, limit: stretch.limit, ...filter };
  const feed = useAnswer(head.data === undefined ? undefined : `events ${JSON.stringify(asked)}`, async () => {
    const answer = await ask(client.GET('/api/v1/events', { params: { query: asked } }));
    return answer.ok ? { ...answer, data: { events: answer.data, ...reachOf(answer.meta) } } : answer;
  });
  const live = useLive(isLive && !feed.isLoading ? feed.data?.through_sequence : undefined, types);
  const rows = eventsOnPage(live, (feed.data?.events ?? []).toReversed());
  const newest = Math.max(head.data ?? 0, feed.data?.head_sequence ?? 0, live.events[0]?.sequence ?? 0);
  const news = new Set(live.events.map(({ sequence }) => sequence));
  const atHead = feed.data === undefined || feed.data.through_sequence >= feed.data.head_sequence;
  const actors = useActors();
  const problem = head.problem ?? feed.problem;
  return (
    <Page
      title="Events"
      under={head.data === undefined ? undefined : `${newest.toLocaleString('en')} in the log`}
      actions={
        <button
          type="button"
          class={`button${isLive ? '' : ' is-main'}`}
          aria-pressed={isLive}
          onClick={() => query.set({ live: isLive ? null : true, after: null }, { replace: true })}
        >
          {isLive ? 'Stop following' : 'Follow live'}
        </button>
      }
    >
      <section class="stack">
        <form
          class="filters"
          onSubmit={(event) => {
            event.preventDefault();
            const sequence = numberIn(from.trim());
            query.set({ after: sequence === undefined ? from.trim() : Math.max(0, sequence - 1), live: null });
          }}
        >
          <TextField label="From sequence" type="search" value={from} onInput={setFrom} placeholder="the newest" />
          <button class="button">Show</button>
          {isLive ? <LiveSign state={live.state} count={live.count} isCut={live.count > live.events.length} /> : null}
        </form>
        <details class="fold">
          <summary>{types.length === 0 ? 'All types' : `${types.length} of ${eventTypes.length} types`}</summary>
          <EventTypes
            chosen={types}
            onChange={(chosen) => query.set({ types: chosen.join(','), after: null }, { replace: true })}
          />
        </details>
      </section>
      {problem === undefined ? null : <Problem of={problem} retry={feed.reload} />}
      {feed.data === undefined ? (
        problem === undefined ? (
          <Loading what="Loading the log" />
        ) : null
      ) : rows.length === 0 ? (
        <Empty title={isLive ? 'No events yet' : 'No matching events'}>
          {isLive
            ? 'New events appear automatically.'
            : `Events ${(stretch.after + 1).toLocaleString('en')} to ${feed.data.through_sequence.toLocaleString('en')} were looked through. Go to earlier ones, or choose other types.`}
        </Empty>
      ) : (
        <Table
          caption="Events, newest first"
          isCaptionHidden
          columns={columnsWith(actors, (sequence) => query.set({ event: sequence }, { replace: true }))}
          rows={rows}
          rowKey={({ sequence }) => String(sequence)}
          rowClass={({ sequence }) => (news.has(sequence) ? 'is-new' : undefined)}
          isLoading={feed.isLoading}
        />
      )}
      {isLive || feed.data === undefined ? null : (
        <nav class="pager" aria-label="Parts of the log">
          <span>
            {(stretch.after + 1).toLocaleString('en')} to {feed.data.through_sequence.toLocaleString('en')} of{' '}
            {feed.data.head_sequence.toLocaleString('en')}
          </span>
          <span class="row">
            <button
              type="button"
              class="button is-small"
              disabled={stretch.after === 0}
              onClick={() => query.set({ after: Math.max(0, stretch.after - stretch.reach) })}
            >
              ← Earlier
            </button>
            <button
              type="button"
              class="button is-small"
              disabled={atHead}
              onClick={() => query.set({ after: feed.data?.through_sequence })}
            >
              Later →
            </button>
          </span>
        </nav>
      )}
      {opened === undefined ? null : (
        <EventDrawer
          sequence={opened}
          onClose={() => query.set({ event: null, after: after ?? null }, { replace: true })}
        />
      )}
    </Page>
  );
};

const said: Readonly<Record<LiveState, string>> = {
  still: 'Calling …',
  open: 'Following',
  waiting: 'Lost; trying again',
};

interface LiveSignProps {
  readonly state: LiveState;
  readonly count: number;
  /** Whether older events are no longer shown. */
  readonly isCut: boolean;
}

const LiveSign = ({ state, count, isCut }: LiveSignProps) => (
  <span class={`live is-${state}`} role="status">
    {said[state]}
    {count === 0 ? '' : `, ${count.toLocaleString('en')} since`}
    {isCut ? '; only the newest are shown' : ''}
  </span>
);

const columnsWith = (
  actors: ReadonlyMap<string, string>,
  open: (sequence: number) => void,
): readonly Column<LedgerEvent>[] => [
  sequenceColumn(({ sequence }) => sequence, open),
  { key: 'type', title: 'Event', cell: ({ type }) => inWords(type) },
  { key: 'data', title: 'Subject', cell: (event) => <span class="cut">{gistOf(event)}</span> },
  { key: 'actor', title: 'Actor', isWide: true, cell: ({ actor }) => <Actor of={actor} among={actors} /> },
  { key: 'at', title: 'Time', isWide: true, cell: (event) => <Moment of={event.occurred_at} /> },
];

/** Returns a short text that identifies the subject of an event. */
const gistOf = ({ data, subject }: LedgerEvent): string => {
  const fields: Readonly<Record<string, unknown>> = { ...data };
  const named = ['code', 'reference', 'description', 'name', 'locked_until'].map((field) => fields[field]);
  return named.find((value): value is string => typeof value === 'string' && value !== '') ?? subject.id.slice(-8);
};
