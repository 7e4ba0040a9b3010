/** The page of an account: its balances, its entries, and its limits. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref, usePlace } from '../api/place';
import { useAnswer, type Asking } from '../api/use-answer';
import { AccountDrawer } from '../parts/account-drawer';
import { Badge, Id } from '../parts/labels';
import { For, Page } from '../parts/page';
import { Loading, Problem } from '../parts/states';
import { Tabs } from '../parts/tabs';
import type { PageParams } from '../parts/page-component';
import { SubjectLog } from './activity/subject-log';
import { Balances } from './account/balances';
import { CloseDialog } from './account/close-dialog';
import { isClosable } from './account/closing';
import { Entries } from './account/entries';
import { Holds, SubAccounts } from './account/lists';
import { Limits } from './account/limits';
import './account/account.css';

export const Account = ({ params }: { readonly params: PageParams }) => {
  const accountId = params.accountId ?? '';
  const account = useAnswer(`account ${accountId}`, () =>
    ask(client.GET('/api/v1/accounts/{accountId}', { params: { path: { accountId } } })),
  );
  const href = useHref();
  if (account.problem !== undefined)
    return (
      <Page title="Account" over={<Link href={href('accounts')}>Chart of accounts</Link>}>
        <Problem of={account.problem} retry={account.reload} />
      </Page>
    );
  if (account.data === undefined) return <Loading what="Loading the account" />;
  return <Opened account={account.data} asking={account} />;
};

const Opened = ({ account, asking }: { readonly account: Schemas['Account']; readonly asking: Asking<unknown> }) => {
  const { asOf } = usePlace();
  const href = useHref();
  const [isChanging, setChanging] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const [closed, setClosed] = useState<Schemas['ClosedAccount']>();
  const parent = useAnswer(account.parent_id === null ? undefined : `account ${account.parent_id}`, () =>
    ask(client.GET('/api/v1/accounts/{accountId}', { params: { path: { accountId: account.parent_id ?? '' } } })),
  );
  const balance = useAnswer(`balance ${account.code} ${asOf} ${account.updated_at}`, () =>
    ask(
      client.GET('/api/v1/accounts/code/{code}/balance', {
        params: { path: { code: account.code }, query: asOf === undefined ? {} : { as_of_date: asOf } },
      }),
    ),
  );
  return (
    <Page
      title={account.name}
      name={account.code}
      over={
        <>
          <Link href={href('accounts')}>Chart of accounts</Link>
          {parent.data === undefined ? null : (
            <>
              {' › '}
              <Link href={href(`accounts/${parent.data.id}`)}>{parent.data.code}</Link>
            </>
          )}
        </>
      }
      under={
        <span class="row">
          <strong class="mono">{account.code}</strong>
          <span>
            {account.type}, increases on the {account.normal_balance} side
          </span>
          {account.is_group ? <Badge>group</Badge> : null}
          {account.category === 'customer' ? <Badge>customer</Badge> : null}
          {account.cash_flow === null ? null : <Badge>{account.cash_flow}</Badge>}
          {account.is_active ? null : <Badge tone="warn">inactive</Badge>}
          <Id of={account.id} />
        </span>
      }
      actions={
        <For least="bookkeeper">
          <button
            type="button"
            class="button"
            disabled={account.parent_id !== null && parent.isLoading}
            onClick={() => setChanging(true)}
          >
            Change
          </button>
          {isClosable(account) ? (
            <button type="button" class="button" onClick={() => setClosing(true)}>
              Close
            </button>
          ) : null}
        </For>
      }
    >
      {closed === undefined || account.is_active ? null : (
        <p class="note is-good" role="status">
          The account is closed.{' '}
          {closed.sweep_transaction_id === null ? null : (
            <>
              <Link href={href(`transactions/${closed.sweep_transaction_id}`)}>A transaction</Link> moved its balance.
            </>
          )}
        </p>
      )}
      {account.description === null ? null : <p class="prose">{account.description}</p>}
      {balance.problem === undefined ? null : <Problem of={balance.problem} retry={balance.reload} />}
      {account.is_group ? (
        <p class="prose">
          This account only groups the accounts below it, and takes no entries. Reports show the sum of the accounts
          below it.
        </p>
      ) : balance.data === undefined ? null : (
        <div class="columns">
          <Balances of={balance.data} />
          <Limits account={account} balance={balance.data} />
        </div>
      )}
      <Tabs
        label="About this account"
        tabs={[
          ...(account.is_group
            ? []
            : [
                {
                  id: 'entries',
                  title: 'Entries',
                  draw: () =>
                    balance.data === undefined ? <Loading /> : <Entries account={account} balance={balance.data} />,
                },
                { id: 'holds', title: 'Holds', draw: () => <Holds accountId={account.id} /> },
              ]),
          { id: 'below', title: 'Sub-accounts', draw: () => <SubAccounts account={account} /> },
          { id: 'log', title: 'Log', draw: () => <SubjectLog id={account.id} version={account.updated_at} /> },
        ]}
      />
      {isClosing ? (
        <CloseDialog
          account={account}
          onClose={(mayHaveHappened) => {
            setClosing(false);
            if (mayHaveHappened) asking.reload();
          }}
          onDone={(outcome) => {
            setClosing(false);
            setClosed(outcome);
            asking.reload();
          }}
        />
      ) : null}
      {isChanging ? (
        <AccountDrawer
          account={account}
          parentCode={parent.data?.code ?? ''}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false);
            asking.reload();
          }}
        />
      ) : null}
    </Page>
  );
};
