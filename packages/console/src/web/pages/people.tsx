/** The page with the people who may sign in to the console, their roles and their tenants. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { administration, type AdminOperator, type Invited } from '../api/administration';
import { every } from '../api/every';
import { pageOf, useHref, useQuery } from '../api/place';
import { sessionState } from '../api/session';
import { useStore } from '../api/store';
import { useAnswer } from '../api/use-answer';
import { foreignText } from '../parts/foreign-text';
import { Badge, Moment } from '../parts/labels';
import { Page } from '../parts/page';
import { ShownOnce, storedAsHash } from '../parts/shown-once';
import { actColumn, List, NewButton, RowButton } from '../parts/list';
import { Empty } from '../parts/states';
import type { Column } from '../parts/table';
import { LogLink } from './activity/log-link';
import { installation } from './administration/installation';
import { ChangePerson, InviteDrawer } from './people/person-drawer';
import { PersonSessions } from './people/person-sessions';
import './keys/keys.css';
import { setApart } from '../parts/direction';

export const People = () => {
  const query = useQuery();
  const href = useHref();
  const [doing, setDoing] = useState<AdminOperator | 'invite'>();
  const [looking, setLooking] = useState<AdminOperator>();
  const [invited, setInvited] = useState<Invited>();
  const state = useStore(sessionState);
  const self = state.kind === 'signed-in' ? state.session.operator.id : undefined;
  const slice = pageOf(query);
  const people = useAnswer(`operators ${slice.cursor ?? ''}`, () => administration.operators(slice));
  const tenants = useAnswer('tenants', () => every(administration.tenants));
  const tenantOf = (id: string | null): string =>
    id === null ? 'all tenants' : (tenants.data?.find((tenant) => tenant.id === id)?.name ?? `…${id.slice(-8)}`);
  const columns: readonly Column<AdminOperator>[] = [
    {
      key: 'name',
      title: 'Name',
      cell: ({ id, name, email }) => (
        <>
          <strong class="key-name">{foreignText(name)}</strong>
          {id === self ? <span class="small soft"> you</span> : null}
          <div class="small soft">{foreignText(email)}</div>
        </>
      ),
    },
    { key: 'role', title: 'Role', cell: ({ role }) => role },
    { key: 'tenant', title: 'Tenant', isWide: true, cell: (one) => tenantOf(one.tenant_id) },
    {
      key: 'state',
      title: 'State',
      isWide: true,
      cell: (one) => (
        <Badge tone={one.is_active ? (one.last_seen_at === null ? 'warn' : 'good') : 'plain'}>
          {one.is_active ? (one.last_seen_at === null ? 'invited' : 'active') : 'deactivated'}
        </Badge>
      ),
    },
    {
      key: 'seen',
      title: 'Last seen',
      cell: (one) =>
        one.last_seen_at === null ? <span class="soft">never</span> : <Moment of={one.last_seen_at} isAgo />,
    },
    actColumn((one) => (
      <>
        <Link
          class="button is-plain is-small"
          href={href('acts', { actor: `operator:${one.id}`, tenant: one.tenant_id })}
        >
          Acts<span class="heard"> of {one.name}</span>
        </Link>
        <LogLink log="log" id={one.id} of={one.name} tenant={one.tenant_id ?? installation} />
        <RowButton of={`of ${one.name}`} onClick={() => setLooking(one)}>
          Sessions
        </RowButton>
        <RowButton of={one.name} onClick={() => setDoing(one)}>
          Change
        </RowButton>
      </>
    )),
  ];
  const show = (person: Invited): void => {
    setDoing(undefined);
    setInvited(person);
    people.reload();
  };
  return (
    <Page title="People" actions={<NewButton onClick={() => setDoing('invite')}>Invite</NewButton>}>
      <List
        by={people}
        what="Loading people"
        empty={<Empty title="No people yet">Invite people who keep the books, and people who only read them.</Empty>}
        caption="People"
        columns={columns}
        rowKey={({ id }) => id}
        rowClass={(one) => (one.is_active ? undefined : 'is-off')}
      />
      {doing === 'invite' ? (
        <InviteDrawer tenants={tenants.data ?? []} onClose={() => setDoing(undefined)} onDone={show} />
      ) : doing === undefined ? null : (
        <ChangePerson
          of={doing}
          isSelf={doing.id === self}
          onClose={() => setDoing(undefined)}
          onDone={() => {
            setDoing(undefined);
            people.reload();
          }}
          onInvited={show}
        />
      )}
      {looking === undefined ? null : <PersonSessions of={looking} onClose={() => setLooking(undefined)} />}
      {invited === undefined ? null : (
        <ShownOnce
          title={`The link for ${setApart(invited.name)}`}
          label="Link"
          secret={invited.invitation_url}
          because={storedAsHash}
          onClose={() => setInvited(undefined)}
        >
          <p class="small soft">
            It works once, within 24 hours, and sets the password of {invited.email}. Send it over a channel that you
            trust: anyone who has it can sign in as that person.
          </p>
        </ShownOnce>
      )}
    </Page>
  );
};
