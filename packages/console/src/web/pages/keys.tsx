/** The page with the API keys of the ledger: their names, their rights and their last use. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { administration, nameOfKey, type ApiKey, type ApiKeyWithSecret } from '../api/administration';
import { pageOf, useHref, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { foreignText } from '../parts/foreign-text';
import { Badge, Day, Moment, type Tone } from '../parts/labels';
import { Page } from '../parts/page';
import { actColumn, List, NewButton, RowButton } from '../parts/list';
import { Empty } from '../parts/states';
import type { Column } from '../parts/table';
import { LogLink } from './activity/log-link';
import { ChangeKey, KeyShown, RevokeKey, RotateKey } from './keys/key-acts';
import { NewKey } from './keys/new-key';
import { stateOf, usualScopes, type KeyState } from './keys/rights';
import './keys/keys.css';

type Doing = { readonly what: 'change' | 'rotate' | 'revoke'; readonly key: ApiKey };

export const Keys = () => {
  const { ledger } = usePlace();
  const query = useQuery();
  const href = useHref();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<ApiKeyWithSecret>();
  const [doing, setDoing] = useState<Doing>();
  const slice = pageOf(query);
  const keys = useAnswer(`keys ${ledger.id} ${slice.cursor ?? ''}`, () =>
    administration.keys({ ledger_id: ledger.id, ...slice }),
  );
  const show = (key: ApiKeyWithSecret): void => {
    setMaking(false);
    setDoing(undefined);
    setMade(key);
    keys.reload();
  };
  const done = (): void => {
    setDoing(undefined);
    keys.reload();
  };
  return (
    <Page
      title="Keys"
      under={`They give access to ${ledger.code} only`}
      actions={<NewButton onClick={() => setMaking(true)}>New key</NewButton>}
    >
      <List
        by={keys}
        what="Loading the keys"
        empty={
          <Empty title="No API keys yet">
            <p>
              A key lets a program use these books. Give each program its own key, with the scopes that it needs: the
              log then shows which program did what, and you can revoke one key without the others.
            </p>
          </Empty>
        }
        caption="Keys of the ledger"
        columns={columnsWith(setDoing, (actor) => href('acts', { actor }))}
        rowKey={({ id }) => id}
        rowClass={(key) => (['revoked', 'expired'].includes(stateOf(key)) ? 'is-off' : undefined)}
      />
      <p class="prose">
        Programs that use <code>/admin/v1</code> have administrator keys, which give no access to books. They are
        created, listed and revoked only on the command line:{' '}
        <code>npx ledger admin-keys create --name … --tenant …</code>.
      </p>
      {isMaking ? <NewKey onClose={() => setMaking(false)} onDone={show} /> : null}
      {made === undefined ? null : <KeyShown of={made} onClose={() => setMade(undefined)} />}
      {doing?.what === 'rotate' ? <RotateKey of={doing.key} onClose={() => setDoing(undefined)} onDone={show} /> : null}
      {doing?.what === 'change' ? <ChangeKey of={doing.key} onClose={() => setDoing(undefined)} onDone={done} /> : null}
      {doing?.what === 'revoke' ? <RevokeKey of={doing.key} onClose={() => setDoing(undefined)} onDone={done} /> : null}
    </Page>
  );
};

const tones: Readonly<Record<KeyState, Tone>> = {
  active: 'good',
  'ends soon': 'warn',
  expired: 'plain',
  revoked: 'plain',
};

const columnsWith = (act: (doing: Doing) => void, actsOf: (actor: string) => string): readonly Column<ApiKey>[] => [
  {
    key: 'name',
    title: 'Name',
    cell: ({ name, prefix }) => (
      <>
        <strong class="key-name">{foreignText(name ?? 'without a name')}</strong>
        <div class="small soft">
          <code>sk_{prefix}_…</code>
        </div>
      </>
    ),
  },
  { key: 'state', title: 'State', cell: (key) => <Badge tone={tones[stateOf(key)]}>{stateOf(key)}</Badge> },
  { key: 'rights', title: 'May', isWide: true, cell: (key) => <Rights of={key} /> },
  {
    key: 'rate',
    title: 'Requests per second',
    isNumber: true,
    isWide: true,
    cell: (key) => key.rate_limit_per_second.toLocaleString('en'),
  },
  {
    key: 'used',
    title: 'Last used',
    cell: (key) =>
      key.last_used_at === null ? <span class="soft">never</span> : <Moment of={key.last_used_at} isAgo />,
  },
  {
    key: 'ends',
    title: 'Ends',
    isWide: true,
    cell: (key) => (key.expires_at === null ? <span class="soft">never</span> : <Day of={key.expires_at} />),
  },
  actColumn((key) => (
    <span class="acts">
      <Link class="button is-plain is-small" href={actsOf(key.prefix)}>
        Acts<span class="heard"> of {nameOfKey(key)}</span>
      </Link>
      <LogLink log="log" id={key.id} of={nameOfKey(key)} />
      {['revoked', 'expired'].includes(stateOf(key)) ? null : (
        <>
          <RowButton of={nameOfKey(key)} onClick={() => act({ what: 'change', key })}>
            Change
          </RowButton>
          <RowButton of={nameOfKey(key)} onClick={() => act({ what: 'rotate', key })}>
            Rotate
          </RowButton>
          <RowButton of={nameOfKey(key)} onClick={() => act({ what: 'revoke', key })}>
            Revoke
          </RowButton>
        </>
      )}
    </span>
  )),
];

const Rights = ({ of: key }: { readonly of: ApiKey }) => {
  const isUsual = usualScopes.length === key.scopes.length && usualScopes.every((scope) => key.scopes.includes(scope));
  return (
    <>
      {isUsual ? 'all but admin' : key.scopes.join(', ')}
      {key.capabilities.length === 0 ? null : <div class="small soft">{key.capabilities.join(', ')}</div>}
      {key.allowed_networks.length === 0 ? null : <div class="small soft">from {key.allowed_networks.join(', ')}</div>}
    </>
  );
};
