/** The page of declared attributes: the keys that transactions may have, and which of them are searchable. */
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { pageOf, usePlace, useQuery } from '../api/place';
import { mayAs } from '../api/session';
import { useAnswer } from '../api/use-answer';
import { Confirm } from '../parts/confirm';
import { useSending } from '../parts/form';
import { Badge } from '../parts/labels';
import { CurrentFiguresNote } from '../parts/current-figures-note';
import { For, Page } from '../parts/page';
import { actColumn, List, logColumn, NewButton, RowButton } from '../parts/list';
import { Answered, Empty } from '../parts/states';
import type { Column } from '../parts/table';
import { LogLink } from './activity/log-link';
import { AttributeDrawer } from './attributes/attribute-drawer';

type Definition = Schemas['AttributeDefinition'];

/** The pause between two checks of an index that is being built, in milliseconds. */
const lookAgainMs = 2500;

export const Attributes = () => {
  const query = useQuery();
  const { role } = usePlace();
  const [editing, setEditing] = useState<Definition | 'new'>();
  const slice = pageOf(query);
  const definitions = useAnswer(`attribute-definitions ${slice.cursor ?? ''}`, () =>
    ask(client.GET('/api/v1/attribute-definitions', { params: { query: slice } })),
  );
  const { data, reload } = definitions;
  useEffect(() => {
    if (data === undefined || data.every(({ indexed, searchable }) => indexed === searchable)) return undefined;
    const timer = setTimeout(reload, lookAgainMs);
    return () => clearTimeout(timer);
  }, [data, reload]);
  const columns: readonly Column<Definition>[] = [
    { key: 'key', title: 'Key', cell: ({ key }) => <code>{key}</code> },
    { key: 'label', title: 'Label', isWide: true, cell: ({ label }) => label ?? '' },
    {
      key: 'used',
      title: 'Used by transactions',
      isNumber: true,
      cell: ({ usage_count: count }) => count.toLocaleString('en'),
    },
    { key: 'search', title: 'Search', cell: (one) => <SearchState of={one} /> },
    logColumn((one) => <LogLink log="log" id={one.id} of={one.key} />),
    ...(mayAs(role, 'bookkeeper')
      ? [
          actColumn((one: Definition) => (
            <RowButton of={one.key} onClick={() => setEditing(one)}>
              Change
            </RowButton>
          )),
        ]
      : []),
  ];
  return (
    <Page
      title="Attributes"
      actions={
        <For least="bookkeeper">
          <NewButton onClick={() => setEditing('new')}>New attribute</NewButton>
        </For>
      }
    >
      <StrictMode />
      <List
        by={definitions}
        empty={
          <Empty title="No attributes declared yet">
            <p>
              An attribute is a key and a value of a transaction, such as <code>merchant=Grocer</code>: something that
              an accountant searches for later. Transactions can be searched quickly by an attribute that is declared
              and indexed.
            </p>
          </Empty>
        }
        above={<CurrentFiguresNote what="The numbers of transactions are shown" />}
        caption="Attributes by key"
        columns={columns}
        rowKey={({ id }) => id}
      />
      {editing === undefined ? null : (
        <AttributeDrawer
          {...(editing === 'new' ? {} : { definition: editing })}
          onClose={() => setEditing(undefined)}
          onDone={() => {
            setEditing(undefined);
            reload();
          }}
        />
      )}
    </Page>
  );
};

const SearchState = ({ of: { indexed, searchable } }: { readonly of: Definition }) =>
  searchable ? (
    <Badge tone="good">searchable</Badge>
  ) : indexed ? (
    <Badge tone="warn">index is being built</Badge>
  ) : (
    <span class="soft">not indexed</span>
  );

/** Shows and changes strict mode, in which the ledger refuses undeclared attributes. */
const StrictMode = () => {
  const { ledger } = usePlace();
  const [isAsking, setAsking] = useState(false);
  const settings = useAnswer('attribute-settings', () => ask(client.GET('/api/v1/attribute-settings')));
  const turning = useSending(
    (strict: boolean) => ask(client.PUT('/api/v1/attribute-settings', { body: { strict_mode: strict } })),
    () => {
      setAsking(false);
      settings.reload();
    },
  );
  return (
    <Answered by={settings}>
      {({ strict_mode: isStrict }) => (
        <section class="part">
          <div class="row spread">
            <h2>
              Strict mode <Badge tone={isStrict ? 'good' : 'plain'}>{isStrict ? 'on' : 'off'}</Badge>
            </h2>
            <div class="row">
              <LogLink log="log" id={ledger.tenant_id} of="strict mode and the tenant" />
              <For least="bookkeeper">
                <button type="button" class="button" onClick={() => setAsking(true)}>
                  {isStrict ? 'Turn off' : 'Turn on'}
                </button>
              </For>
            </div>
          </div>
          <p class="prose">
            {isStrict
              ? 'A transaction with an attribute that is not listed here is refused, so that misspelt keys are noticed.'
              : 'A transaction may have undeclared attributes; they are stored, and cannot be searched.'}
          </p>
          {isAsking ? (
            <Confirm
              title={`Turn strict mode ${isStrict ? 'off' : 'on'}`}
              action={`Turn ${isStrict ? 'off' : 'on'}`}
              sending={turning}
              onConfirm={() => void turning.send(!isStrict)}
              onClose={() => setAsking(false)}
            >
              <p class="prose">
                {isStrict
                  ? 'Transactions may then have undeclared attributes, in all ledgers of the tenant.'
                  : 'Every request with an undeclared attribute is then refused, in all ledgers of the tenant.'}
              </p>
            </Confirm>
          ) : null}
        </section>
      )}
    </Answered>
  );
};
