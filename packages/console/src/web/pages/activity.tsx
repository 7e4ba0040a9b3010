/** The page of the ledger's log. Each event shows its actor, its time and its reason, and is chained to the event before it. */
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { asAsked } from '../api/as-asked';
import { client, type Schemas } from '../api/client';
import { pageOf, useHref, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { SelectField } from '../parts/form';
import { foreignText } from '../parts/foreign-text';
import { Id, Moment } from '../parts/labels';
import { For, Page } from '../parts/page';
import { QueryField } from '../parts/query-fields';
import { List } from '../parts/list';
import { Empty } from '../parts/states';
import type { Column } from '../parts/table';
import { Actor, useActors } from './activity/actors';
import { chained, type Linked } from './activity/chain';
import { ChainCell } from './activity/chain-cell';
import { EventDrawer, sequenceColumn } from './events/event-drawer';
import { eventTypes, inWords, pathOfSubject, type Subject } from './events/subject';
import './activity/activity.css';

type Act = Schemas['Activity'];

export const Activity = () => {
  const query = useQuery();
  const href = useHref();
  const actors = useActors();
  const type = asAsked<(typeof eventTypes)[number]>(query.get('type'));
  const subjectId = query.get('subject_id');
  const asked = {
    ...pageOf(query),
    ...(type === undefined ? {} : { type }),
    ...(subjectId === undefined ? {} : { subject_id: subjectId }),
  };
  const activity = useAnswer(`activity ${JSON.stringify(asked)}`, () =>
    ask(client.GET('/api/v1/activity', { params: { query: asked } })),
  );
  const opened = Number(query.get('event') ?? 0);
  const open = (sequence: number | null): void =>
    query.set({ event: sequence, cursor: query.get('cursor') }, { replace: true });
  const isFiltered = type !== undefined || subjectId !== undefined;
  return (
    <Page
      title="Activity"
      under="The ledger's log: actor, act, time and reason"
      actions={
        <For least="admin">
          <Link href={href('verifications')} className="button">
            Verify the books
          </Link>
        </For>
      }
    >
      <div class="filters">
        <SelectField
          label="What"
          value={type ?? ''}
          onInput={(value) => query.set({ type: value })}
          choices={[
            { value: '', label: 'Everything' },
            ...eventTypes.map((one) => ({ value: one, label: inWords(one) })),
          ]}
        />
        <QueryField name="subject_id" label="About" type="search" isId placeholder="the id of anything in the ledger" />
      </div>
      <List
        by={{ ...activity, data: activity.data && chained(activity.data) }}
        what="Loading the log"
        empty={
          <Empty title={isFiltered ? 'No matching log entries' : 'No log entries yet'}>
            Every posting, every change to an account and every lock is recorded here. The record cannot be removed.
          </Empty>
        }
        caption="The log, newest first"
        columns={columnsWith(actors, href, open)}
        rowKey={({ row }) => String(row.sequence)}
      />
      <p class="prose">
        The hash (SHA-256) of each line covers its content and the hash of the line below it. A change to an earlier
        line would require rewriting all later lines, and would change the hash at the top.
      </p>
      {opened > 0 ? <EventDrawer sequence={opened} onClose={() => open(null)} /> : null}
    </Page>
  );
};

const subjectsOf = (act: Act): readonly Subject[] =>
  (
    [
      ['transaction', act.transaction_id],
      ['account', act.account_id],
      ['account_set', act.account_set_id],
      ['trancode', act.trancode_id],
      ['string_operation', act.string_operation_id],
      ['journal', act.journal_id],
      ['period_lock', act.period_lock_id],
    ] as const
  ).flatMap(([type, id]) => (id === null ? [] : [{ type, id }]));

const columnsWith = (
  actors: ReadonlyMap<string, string>,
  href: (path: string) => string,
  open: (sequence: number) => void,
): readonly Column<Linked<Act>>[] => [
  sequenceColumn(({ row }) => row.sequence, open),
  { key: 'chain', title: 'Chain', isWide: true, cell: (linked) => <ChainCell of={linked} /> },
  {
    key: 'what',
    title: 'Event',
    cell: ({ row }) => (
      <>
        <span class="nowrap-where-wide">{inWords(row.type)}</span>
        <span class="only-narrow small soft">
          <Moment of={row.occurred_at} />
        </span>
      </>
    ),
  },
  {
    key: 'of',
    title: 'Subject',
    cell: ({ row }) =>
      subjectsOf(row).map((subject) => {
        const path = pathOfSubject(subject);
        return (
          <span key={subject.type} class="nowrap-where-wide">
            {path === undefined ? inWords(subject.type) : <Link href={href(path)}>{inWords(subject.type)}</Link>}{' '}
            <span class="id-aside">
              <Id of={subject.id} />
            </span>
          </span>
        );
      }),
  },
  {
    key: 'who',
    title: 'Actor',
    isWide: true,
    cell: ({ row }) => <Actor of={row.actor} among={actors} />,
  },
  {
    key: 'why',
    title: 'Reason',
    isWide: true,
    cell: ({ row }) => (row.reason === null ? '' : foreignText(row.reason)),
  },
  { key: 'when', title: 'Time', isWide: true, cell: ({ row }) => <Moment of={row.occurred_at} /> },
];
