/**
 * The page with all acts of one key or one person, in the books and in the administration of a tenant. It helps, for example, after a key
 * has been stolen.
 */
import { Link } from 'wouter-preact';
import { administration, type Act } from '../api/administration';
import { every } from '../api/every';
import { pageOf, useHref, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { SelectField } from '../parts/form';
import { foreignText } from '../parts/foreign-text';
import { Id, Moment } from '../parts/labels';
import { Page } from '../parts/page';
import { QueryField } from '../parts/query-fields';
import { List } from '../parts/list';
import { Empty } from '../parts/states';
import type { Column } from '../parts/table';
import { Actor, useActors } from './activity/actors';
import { installation } from './administration/installation';
import { inWords } from './events/subject';
import { addressOfAct, addressOfSubject } from './acts/addresses';
import { sinceOf } from './acts/since';

export const Acts = () => {
  const { ledger, hasAllTenants } = usePlace();
  const query = useQuery();
  const actors = useActors();
  const href = useHref();
  const actor = query.get('actor') ?? '';
  const tenantId = query.get('tenant') ?? ledger.tenant_id;
  const since = sinceOf(query.get('since'));
  const asked = { actor, tenant_id: tenantId, ...(since === undefined ? {} : { since }), ...pageOf(query) };
  const acts = useAnswer(actor === '' ? undefined : `acts ${JSON.stringify(asked)}`, () => administration.acts(asked));
  const ledgers = useAnswer(tenantId === installation ? undefined : `ledgers of ${tenantId}`, () =>
    every((slice) => administration.ledgers({ tenant_id: tenantId, ...slice })),
  );
  const codes = new Map((ledgers.data ?? []).map(({ id, code }) => [id, code]));
  const isOther = tenantId !== ledger.tenant_id && tenantId !== installation;
  return (
    <Page title="Acts" under={<Actor of={actor} among={actors} />}>
      <div class="filters">
        <QueryField
          name="actor"
          label="Key or person"
          type="search"
          isId
          placeholder="the prefix of a key, or operator:…"
        />
        <QueryField name="since" label="Since" type="datetime-local" />
        {hasAllTenants ? (
          <SelectField
            label="In"
            value={tenantId}
            onInput={(tenant) => query.set({ tenant: tenant === ledger.tenant_id ? null : tenant })}
            choices={[
              { value: ledger.tenant_id, label: ledger.tenant_name },
              ...(isOther ? [{ value: tenantId, label: 'the tenant of the person' }] : []),
              { value: installation, label: 'the installation' },
            ]}
          />
        ) : null}
      </div>
      {actor === '' ? (
        <Empty title="Choose a key or a person">
          Choose <b>Acts</b> next to a key or a person, or enter the actor as the log shows it.
        </Empty>
      ) : (
        <List
          by={acts}
          what="Loading the activity"
          empty={
            <Empty title="No activity">
              No act of this key or person is recorded in the tenant’s ledgers or in its log
              {since === undefined ? '' : ' since then'}. Reads are not recorded.
            </Empty>
          }
          caption="Acts, newest first"
          columns={columnsWith(href, codes)}
          rowKey={(act) => `${act.ledger_id ?? ''} ${act.sequence}`}
        />
      )}
      <p class="prose">
        Acts in all ledgers of the tenant, and in the tenant’s log, such as the creation of links. Requests that only
        read, dry runs and refused requests change nothing and are not listed.
      </p>
    </Page>
  );
};

const columnsWith = (href: ReturnType<typeof useHref>, codes: ReadonlyMap<string, string>): readonly Column<Act>[] => [
  { key: 'when', title: 'Time', cell: (act) => <Moment of={act.occurred_at} /> },
  {
    key: 'what',
    title: 'Act',
    cell: (act) => (
      <span class="nowrap-where-wide">
        <Linked to={addressOfAct(act, href)}>{inWords(act.type)}</Linked>
        {act.actor.startsWith('link ') ? <span class="small soft"> through a link</span> : null}
      </span>
    ),
  },
  {
    key: 'where',
    title: 'In',
    cell: ({ ledger_id: id }) =>
      id === null ? <span class="soft">the log of the tenant</span> : (codes.get(id) ?? <Id of={id} />),
  },
  {
    key: 'of',
    title: 'Subject',
    cell: (act) => (
      <span class="nowrap-where-wide">
        <Linked to={addressOfSubject(act, href)}>{inWords(act.subject.type)}</Linked>{' '}
        <span class="id-aside">
          <Id of={act.subject.id} />
        </span>
      </span>
    ),
  },
  { key: 'why', title: 'Reason', isWide: true, cell: ({ reason }) => (reason === null ? '' : foreignText(reason)) },
];

const Linked = ({ to, children }: { readonly to: string | undefined; readonly children: string }) =>
  to === undefined ? <>{children}</> : <Link href={to}>{children}</Link>;
