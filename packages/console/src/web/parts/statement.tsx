/** The statement of an account: the entries of a period between the opening and the closing balance. */
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref, usePlace } from '../api/place';
import { useAnswer, type Asking } from '../api/use-answer';
import { Day, type LayerName } from './labels';
import { Money } from './money';
import { Table } from './table';

export type AccountStatement = Schemas['AccountStatement'];
export type AccountEntry = Schemas['AccountEntry'];

export interface StatementQuestion {
  readonly accountId: string;
  readonly layer: LayerName;
  readonly from: string;
  readonly to: string;
  readonly limit: number;
  readonly cursor?: string;
  readonly known_at_sequence?: number;
}

export interface StatementAnswer {
  readonly statement: AccountStatement | undefined;
  readonly entries: Asking<readonly AccountEntry[]>;
}

/** Requests the statement of an account. If `accountId` is empty, no request is sent. */
export const useStatement = ({ accountId, ...query }: StatementQuestion): StatementAnswer => {
  const key = accountId === '' ? undefined : `statement ${accountId} ${JSON.stringify(query)}`;
  const entries = useAnswer<readonly AccountEntry[]>(key, () =>
    ask(client.GET('/api/v1/accounts/{accountId}/statement', { params: { path: { accountId }, query } })),
  );
  const { statement } = (entries.meta ?? {}) as { readonly statement?: AccountStatement };
  // The rows of another period must not stand under the heading of this one. Only between the pages of one statement they may.
  const isOfAnother = entries.isOld && query.cursor === undefined;
  return { statement: isOfAnother ? undefined : statement, entries };
};

interface EntryTableProps {
  readonly statement: AccountStatement;
  readonly entries: Asking<readonly AccountEntry[]>;
  /** Whether the page's address contains the cursor, so that the table links to other pages. */
  readonly isPaged?: boolean;
}

export const EntryTable = ({ statement, entries, isPaged = false }: EntryTableProps) => {
  const href = useHref();
  const { ledger } = usePlace();
  const rows = entries.data ?? [];
  const { pagination } = entries;
  const isLastPage = pagination?.has_more !== true;
  return (
    <Table
      caption={`Entries of the ${statement.layer} layer, in ${ledger.currency}; the oldest first`}
      rows={rows}
      rowKey={({ id }) => id}
      href={({ transaction_id: id }) => href(`transactions/${id}`)}
      isLoading={entries.isLoading}
      pagination={isPaged ? pagination : undefined}
      columns={[
        {
          key: 'what',
          title: 'Description',
          cell: ({ transaction, effective_date: day }) => (
            <>
              <bdi>{transaction.description || 'without a description'}</bdi>
              <span class="only-narrow small soft">
                <Day of={day} />
              </span>
            </>
          ),
        },
        { key: 'day', title: 'Day', isWide: true, cell: ({ effective_date: day }) => <Day of={day} /> },
        {
          key: 'reference',
          title: 'Reference',
          isWide: true,
          cell: ({ transaction }) => <span class="soft">{transaction.reference}</span>,
        },
        {
          key: 'debit',
          title: 'Debit',
          isNumber: true,
          cell: ({ type, amount }) => (type === 'debit' ? <Money of={amount} /> : null),
        },
        {
          key: 'credit',
          title: 'Credit',
          isNumber: true,
          cell: ({ type, amount }) => (type === 'credit' ? <Money of={amount} /> : null),
        },
        {
          key: 'balance',
          title: 'Balance after',
          isNumber: true,
          cell: ({ balance_after: after }) => <Money of={after} />,
        },
      ]}
      foot={
        isLastPage ? (
          <tr>
            <th scope="row">Closing balance</th>
            <td class="is-wide">
              <Day of={statement.to} />
            </td>
            <td class="is-wide" />
            <td class="number">
              <Money of={statement.debits} />
            </td>
            <td class="number">
              <Money of={statement.credits} />
            </td>
            <td class="number">
              <Money of={statement.closing_balance} />
            </td>
          </tr>
        ) : undefined
      }
    />
  );
};
