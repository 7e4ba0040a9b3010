/** The page of the tenant's log: acts on the tenant, its ledgers, keys, people and strings, with their actors and times. */
import { administration, type TenantEvent } from '../api/administration';
import { pageOf, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { CodeBlock } from '../parts/as-code';
import { Drawer } from '../parts/dialog';
import { SelectField } from '../parts/form';
import { Id, Moment } from '../parts/labels';
import { Page } from '../parts/page';
import { QueryField } from '../parts/query-fields';
import { List } from '../parts/list';
import { Empty } from '../parts/states';
import type { Column } from '../parts/table';
import { Actor, useActors } from './activity/actors';
import { chained, type Linked } from './activity/chain';
import { ChainCell } from './activity/chain-cell';
import { installation } from './administration/installation';
import { ChainLinks, sequenceColumn } from './events/event-drawer';
import { inWords } from './events/subject';
import './activity/activity.css';
import './events/events.css';

export const TenantLog = () => {
  const { ledger, hasAllTenants } = usePlace();
  const query = useQuery();
  const actors = useActors();
  const tenantId = query.get('tenant') ?? ledger.tenant_id;
  const subjectId = query.get('subject_id');
  const asked = {
    tenant_id: tenantId,
    ...(subjectId === undefined ? {} : { subject_id: subjectId }),
    ...pageOf(query),
  };
  const log = useAnswer(`log ${JSON.stringify(asked)}`, () => administration.log(asked));
  const open = (sequence: number | null): void =>
    query.set({ event: sequence, cursor: query.get('cursor') }, { replace: true });
  const opened = log.data?.find(({ sequence }) => String(sequence) === query.get('event'));
  return (
    <Page
      title={tenantId === installation ? 'Installation audit log' : 'Audit log'}
      under={tenantId === installation ? 'Rates, and the administrators of all tenants' : ledger.tenant_name}
    >
      <div class="filters">
        {hasAllTenants ? (
          <SelectField
            label="Log of"
            value={tenantId}
            onInput={(tenant) => query.set({ tenant: tenant === ledger.tenant_id ? null : tenant })}
            choices={[
              { value: ledger.tenant_id, label: ledger.tenant_name },
              { value: installation, label: 'the installation' },
            ]}
          />
        ) : null}
        <QueryField
          name="subject_id"
          label="About"
          type="search"
          isId
          placeholder="the id of a key, a person, a ledger …"
        />
      </div>
      <List
        by={{ ...log, data: log.data && chained(log.data) }}
        what="Loading the log"
        empty={
          <Empty title={subjectId === undefined ? 'No log entries yet' : 'No matching log entries'}>
            Every key that is created, every person who is invited and every ledger that is opened is recorded here.
          </Empty>
        }
        caption="The log, newest first"
        columns={columnsWith(actors, open)}
        rowKey={({ row }) => String(row.sequence)}
      />
      {opened === undefined ? null : <Opened of={opened} actors={actors} onClose={() => open(null)} />}
    </Page>
  );
};

const columnsWith = (
  actors: ReadonlyMap<string, string>,
  open: (sequence: number) => void,
): readonly Column<Linked<TenantEvent>>[] => [
  sequenceColumn(({ row }) => row.sequence, open),
  {
    key: 'chain',
    title: 'Chain',
    isWide: true,
    cell: (linked) => <ChainCell of={linked} />,
  },
  { key: 'what', title: 'Event', cell: ({ row }) => inWords(row.type) },
  { key: 'of', title: 'Subject', isWide: true, cell: ({ row }) => <Id of={row.subject.id} /> },
  { key: 'who', title: 'Actor', cell: ({ row }) => <Actor of={row.actor} among={actors} /> },
  { key: 'when', title: 'Time', cell: ({ row }) => <Moment of={row.occurred_at} /> },
];

interface OpenedProps {
  readonly of: TenantEvent;
  readonly actors: ReadonlyMap<string, string>;
  readonly onClose: () => void;
}

const Opened = ({ of: event, actors, onClose }: OpenedProps) => (
  <Drawer title={`Event ${event.sequence.toLocaleString('en')}`} onClose={onClose}>
    <dl class="facts">
      <dt>Event type</dt>
      <dd>{inWords(event.type)}</dd>
      <dt>Time</dt>
      <dd>
        <Moment of={event.occurred_at} />
      </dd>
      <dt>Actor</dt>
      <dd>
        <Actor of={event.actor} among={actors} />
      </dd>
      <dt>Subject</dt>
      <dd>
        {inWords(event.subject.type)} <Id of={event.subject.id} isWhole />
      </dd>
    </dl>
    <section class="part">
      <h3>Position in the hash chain</h3>
      <ChainLinks hash={event.hash} previous={event.previous_hash} />
    </section>
    <section class="part">
      <h3>State afterwards</h3>
      <CodeBlock text={JSON.stringify(event.content, null, 2)} label="the content" />
    </section>
  </Drawer>
);
