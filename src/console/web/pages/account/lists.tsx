/** What belongs to an account beside its entries: open holds, and the accounts below it. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { pageOf, useHref, usePlace, useQuery } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Badge, Day, Layer, Moment } from '../../parts/labels';
import { Money } from '../../parts/money';
import { Answered, Empty } from '../../parts/states';
import { Table } from '../../parts/table';

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
    <Answered by={holds}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="Nothing is held">
            A hold is a pending or encumbering transaction that has not been settled, released, or expired: it takes
            from what is available, and leaves what is settled alone.
          </Empty>
        ) : (
          <Table
            caption="Open holds on this account"
            isCaptionHidden
            rows={rows}
            rowKey={({ id }) => id}
            href={({ id }) => href(`transactions/${id}`)}
            isLoading={holds.isLoading}
            pagination={holds.pagination}
            columns={[
              { key: 'what', title: 'What', cell: ({ description, reference }) => description || reference },
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
        )
      }
    </Answered>
  );
};

export const SubAccounts = ({ account }: { readonly account: Schemas['Account'] }) => {
  const { ledger } = usePlace();
  const href = useHref();
  const query = useQuery();
  const page = pageOf(query);
  const below = useAnswer(`below ${account.id} ${page.cursor}`, async () => {
    const asked = { parent_id: account.id, ...page };
    const answer = await ask(client.GET('/api/v1/accounts', { params: { query: asked } }));
    return answer.ok ? { ...answer, data: answer.data as readonly Schemas['Account'][] } : answer;
  });
  return (
    <Answered by={below}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="Nothing below it">
            An account that names <code>{account.code}</code> as its parent stands here, and in the sum of its branch.
          </Empty>
        ) : (
          <Table
            caption={`Accounts below ${account.code}, with the settled balance of now`}
            rows={rows}
            rowKey={({ id }) => id}
            href={({ id }) => href(`accounts/${id}`)}
            isLoading={below.isLoading}
            pagination={below.pagination}
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
                cell: ({ balance }) => <Money of={balance} />,
              },
            ]}
          />
        )
      }
    </Answered>
  );
};
