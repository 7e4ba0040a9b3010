/** Two lists of an account: its open holds, and the accounts below it. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { pageOf, useHref, usePlace, useQuery } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Badge, Day, Layer, Moment } from '../../parts/labels';
import { Money } from '../../parts/money';
import { CurrentFiguresNote } from '../../parts/current-figures-note';
import { List } from '../../parts/list';
import { Empty, Problem } from '../../parts/states';
import { balancesOf, normalBalanceOf } from '../chart-of-accounts/chart';

export const Holds = ({ accountId }: { readonly accountId: string }) => {
  const { ledger } = usePlace();
  const href = useHref();
  const query = useQuery();
  const page = pageOf(query);
  const holds = useAnswer(`holds ${accountId} ${page.cursor}`, () => {
    const asked = { account_id: accountId, hold_state: 'open', ...page } as const;
    return ask(client.GET('/api/v1/transactions', { params: { query: asked } }));
  });
  return (
    <List
      by={holds}
      empty={
        <Empty title="No open holds">
          A hold is a pending or encumbering transaction that has not been settled, released, or expired: it reduces the
          available balance, and does not change the settled balance.
        </Empty>
      }
      above={<CurrentFiguresNote what="Open holds are shown" />}
      caption="Open holds on this account"
      rowKey={({ id }) => id}
      href={({ id }) => href(`transactions/${id}`)}
      columns={[
        { key: 'what', title: 'Description', cell: ({ description, reference }) => description || reference },
        { key: 'layer', title: 'Layer', cell: ({ layer }) => <Layer of={layer} /> },
        { key: 'day', title: 'Since', isWide: true, cell: ({ effective_date: day }) => <Day of={day} /> },
        { key: 'until', title: 'Expires', isWide: true, cell: ({ hold }) => <Moment of={hold?.expires_at} /> },
        {
          key: 'left',
          title: `Left, ${ledger.currency}`,
          isNumber: true,
          cell: ({ hold }) => <Money of={hold?.remaining_amount} />,
        },
      ]}
    />
  );
};

export const SubAccounts = ({ account }: { readonly account: Schemas['Account'] }) => {
  const { ledger, asOf } = usePlace();
  const href = useHref();
  const query = useQuery();
  const page = pageOf(query);
  // The list of accounts contains only current balances. If the address has an as-of date, the balances come from the trial balance.
  const balances = useAnswer(asOf === undefined ? undefined : `balances ${asOf}`, async () => {
    const asked = { params: { query: { layer: 'settled', as_of_date: asOf ?? '' } } } as const;
    const answer = await ask(client.GET('/api/v1/reports/trial-balance', asked));
    return answer.ok ? { ...answer, data: balancesOf(answer.data) } : answer;
  });
  const below = useAnswer(`below ${account.id} ${page.cursor}`, async () => {
    const asked = { parent_id: account.id, ...page };
    const answer = await ask(client.GET('/api/v1/accounts', { params: { query: asked } }));
    return answer.ok ? { ...answer, data: answer.data as readonly Schemas['Account'][] } : answer;
  });
  if (balances.problem !== undefined) return <Problem of={balances.problem} retry={balances.reload} />;
  return (
    <List
      by={below}
      isCaptionHidden={false}
      empty={
        <Empty title="No child accounts">
          An account that names <code>{account.code}</code> as its parent is listed here, and counts in the total of the
          branch.
        </Empty>
      }
      caption={`Accounts below ${account.code}, each with its own settled balance`}
      rowKey={({ id }) => id}
      href={({ id }) => href(`accounts/${id}`)}
      columns={[
        { key: 'code', title: 'Code', cell: ({ code }) => code },
        { key: 'name', title: 'Name', cell: ({ name }) => name },
        {
          key: 'state',
          title: 'State',
          isWide: true,
          cell: ({ is_active: isActive }) => (isActive ? 'active' : <Badge>inactive</Badge>),
        },
        {
          key: 'balance',
          title: ledger.currency,
          isNumber: true,
          cell: (one) => (
            <Money of={asOf === undefined ? one.balance : balances.data && normalBalanceOf(one, balances.data)} />
          ),
        },
      ]}
    />
  );
};
