/** The page with the tenant's strings. A string connects ledgers between which value can be converted or transferred. */
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { ask } from '../api/answer';
import { client } from '../api/client';
import { pageOf, useHref, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { TextArea, TextField } from '../parts/form';
import { FormDrawer, useForm } from '../parts/form-frame';
import { Badge } from '../parts/labels';
import { For, Page } from '../parts/page';
import { List, NewButton } from '../parts/list';
import { Empty } from '../parts/states';
import './strings/strings.css';

export const Strings = () => {
  const query = useQuery();
  const href = useHref();
  const [, navigate] = useLocation();
  const [isMaking, setMaking] = useState(false);
  const slice = pageOf(query);
  const strings = useAnswer(`strings ${slice.cursor ?? ''}`, () =>
    ask(client.GET('/api/v1/strings', { params: { query: slice } })),
  );
  return (
    <Page
      title="Strings"
      actions={
        <For least="bookkeeper">
          <NewButton onClick={() => setMaking(true)}>New string</NewButton>
        </For>
      }
    >
      <List
        by={strings}
        empty={
          <Empty title="No strings yet">
            <p>
              A ledger has one currency. A string connects ledgers, so that one operation can convert a customer’s
              dollars to euros, or transfer them to another branch: either both ledgers record it, or neither does.
            </p>
          </Empty>
        }
        caption="Strings by code"
        columns={[
          { key: 'code', title: 'Code', cell: ({ code }) => <code>{code}</code> },
          { key: 'name', title: 'Name', cell: ({ name }) => name },
          {
            key: 'ledgers',
            title: 'Ledgers',
            isWide: true,
            cell: ({ ledgers }) => (
              <span class="tags">
                {ledgers.map(({ id, code }) => (
                  <code key={id}>{code}</code>
                ))}
              </span>
            ),
          },
          {
            key: 'state',
            title: 'State',
            cell: (one) => (
              <Badge tone={one.is_active ? 'good' : 'plain'}>{one.is_active ? 'active' : 'inactive'}</Badge>
            ),
          },
        ]}
        rowKey={({ id }) => id}
        href={({ code }) => href(`strings/${encodeURIComponent(code)}`)}
      />
      {isMaking ? (
        <NewString
          onClose={() => setMaking(false)}
          onDone={(code) => navigate(href(`strings/${encodeURIComponent(code)}`))}
        />
      ) : null}
    </Page>
  );
};

interface NewStringProps {
  readonly onClose: () => void;
  readonly onDone: (code: string) => void;
}

const NewString = ({ onClose, onDone }: NewStringProps) => {
  const form = useForm(
    { code: '', name: '', description: '' },
    ({ code, name, description }) => {
      const body = { code: code.trim(), name: name.trim(), description: description.trim() || null };
      return ask(client.POST('/api/v1/strings', { body }));
    },
    (string) => onDone(string.code),
  );
  return (
    <FormDrawer form={form} id="string" title="New string" submit="Create string" onClose={onClose}>
      <p class="prose">This ledger is its first member; an administrator can add others.</p>
      <TextField label="Code" {...form.field('code')} isRequired isFocused />
      <TextField label="Name" {...form.field('name')} isRequired />
      <TextArea label="Purpose" {...form.field('description')} rows={3} />
    </FormDrawer>
  );
};
