/** The page with the journals of the ledger, which shows whether each of them is open. */
import { useState } from 'preact/hooks';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { pageOf, useHref, usePlace, useQuery } from '../api/place';
import { mayAs } from '../api/session';
import { useAnswer } from '../api/use-answer';
import { Confirm } from '../parts/confirm';
import { useSending } from '../parts/form';
import { Badge, Moment } from '../parts/labels';
import { For, Page } from '../parts/page';
import { actColumn, List, logColumn, NewButton, RowButton } from '../parts/list';
import { Empty } from '../parts/states';
import type { Column } from '../parts/table';
import { LogLink } from './activity/log-link';
import { JournalDrawer } from './journals/journal-drawer';
import { setApart } from '../parts/direction';

type Journal = Schemas['Journal'];

export const Journals = () => {
  const query = useQuery();
  const href = useHref();
  const { role } = usePlace();
  const [editing, setEditing] = useState<Journal | 'new'>();
  const [turning, setTurning] = useState<Journal>();
  const slice = pageOf(query);
  const journals = useAnswer(`journals ${slice.cursor ?? ''}`, () =>
    ask(client.GET('/api/v1/journals', { params: { query: slice } })),
  );
  const turn = useSending(
    ({ id, status }: Journal) => {
      const body = { status: status === 'active' ? ('closed' as const) : ('active' as const) };
      return ask(client.PUT('/api/v1/journals/{journalId}', { params: { path: { journalId: id } }, body }));
    },
    () => {
      setTurning(undefined);
      journals.reload();
    },
  );
  const columns: readonly Column<Journal>[] = [
    { key: 'code', title: 'Code', cell: ({ code }) => <code>{code}</code> },
    {
      key: 'name',
      title: 'Name',
      cell: ({ name, description }) => (
        <>
          {name}
          {description === null ? null : <div class="small soft">{description}</div>}
        </>
      ),
    },
    {
      key: 'status',
      title: 'State',
      cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'plain'}>{status}</Badge>,
    },
    { key: 'changed', title: 'Changed', isWide: true, cell: (one) => <Moment of={one.updated_at} isAgo /> },
    logColumn((one) => <LogLink log="activity" id={one.id} of={one.code} />),
    ...(mayAs(role, 'bookkeeper')
      ? [
          actColumn((one: Journal) => (
            <>
              <RowButton of={one.code} onClick={() => setEditing(one)}>
                Rename
              </RowButton>
              <RowButton
                of={one.code}
                onClick={() => {
                  turn.clear();
                  setTurning(one);
                }}
              >
                {one.status === 'active' ? 'Close' : 'Open'}
              </RowButton>
            </>
          )),
        ]
      : []),
  ];
  return (
    <Page
      title="Journals"
      actions={
        <For least="bookkeeper">
          <NewButton onClick={() => setEditing('new')}>New journal</NewButton>
        </For>
      }
    >
      <List
        by={journals}
        empty={
          <Empty title="No journal">
            Every ledger begins with one, <code>DEFAULT</code>; further journals separate, for example, sales from
            payroll.
          </Empty>
        }
        caption="Journals by code"
        columns={columns}
        rowKey={({ id }) => id}
        href={({ id }) => href('transactions', { journal: id })}
        rowClass={({ status }) => (status === 'active' ? undefined : 'is-off')}
      />
      {editing === undefined ? null : (
        <JournalDrawer
          {...(editing === 'new' ? {} : { journal: editing })}
          onClose={() => setEditing(undefined)}
          onDone={() => {
            setEditing(undefined);
            journals.reload();
          }}
        />
      )}
      {turning === undefined ? null : (
        <Confirm
          title={`${turning.status === 'active' ? 'Close' : 'Open'} ${setApart(turning.code)}`}
          action={turning.status === 'active' ? 'Close the journal' : 'Open the journal'}
          sending={turn}
          onConfirm={() => void turn.send(turning)}
          onClose={() => setTurning(undefined)}
        >
          <p class="prose">
            {turning.status === 'active'
              ? 'No transaction can be posted to it while it is closed. Its transactions stay, and it can be opened again.'
              : 'Transactions can be posted to it again.'}
          </p>
        </Confirm>
      )}
    </Page>
  );
};
