/** A table with a transaction in each row: description, accounts, date, layer, amount and state. */
import type { Schemas } from '../../api/client';
import { useHref, usePlace } from '../../api/place';
import { Day, Layer, Status } from '../../parts/labels';
import { Money } from '../../parts/money';
import { shortCode } from '../../parts/short-code';
import { Table, type Column, type TableProps } from '../../parts/table';

type Transaction = Schemas['Transaction'];

interface TransactionTableProps {
  /** The order of the list in words, for screen readers. */
  readonly order: string;
  readonly rows: readonly Transaction[];
  readonly freshIds: ReadonlySet<string>;
  readonly isLoading: boolean;
  readonly pagination: TableProps<Transaction>['pagination'];
}

export const TransactionTable = ({ order, rows, freshIds, isLoading, pagination }: TransactionTableProps) => {
  const href = useHref();
  const { ledger } = usePlace();
  const classOf = ({ id, status }: Transaction): string =>
    [
      ...(freshIds.has(id) ? ['is-fresh'] : []),
      ...(status === 'void' || status === 'failed'
        ? ['is-quiet', 'is-struck']
        : status === 'reversed'
          ? ['is-quiet']
          : []),
    ].join(' ');
  return (
    <Table
      caption={`Transactions, ${order}`}
      isCaptionHidden
      rows={rows}
      rowKey={({ id }) => id}
      rowClass={classOf}
      href={({ id }) => href(`transactions/${id}`)}
      isLoading={isLoading}
      pagination={pagination}
      columns={columnsOf(ledger.currency)}
    />
  );
};

const columnsOf = (currency: string): readonly Column<Transaction>[] => [
  {
    key: 'what',
    title: 'Description',
    cell: (transaction) => (
      <>
        <bdi>{transaction.description}</bdi>
        {transaction.reference === null ? null : <span class="reference">{transaction.reference}</span>}
        <span class="only-narrow small soft">
          <Day of={transaction.effective_date} /> · <State of={transaction} />
        </span>
      </>
    ),
  },
  { key: 'between', title: 'Debited / credited', isWide: true, cell: ({ entries }) => <Between entries={entries} /> },
  { key: 'day', title: 'Effective', isWide: true, cell: ({ effective_date: day }) => <Day of={day} /> },
  { key: 'layer', title: 'Layer', cell: ({ layer }) => <Layer of={layer} isShort /> },
  { key: 'state', title: 'State', isWide: true, cell: (transaction) => <State of={transaction} /> },
  { key: 'amount', title: currency, isNumber: true, cell: ({ total_amount: amount }) => <Money of={amount} /> },
];

/** Shows the state of a transaction. The usual state, `posted`, is not emphasised. */
const State = ({ of: { status, hold } }: { readonly of: Transaction }) =>
  status !== 'posted' ? (
    <Status of={status} />
  ) : hold === null ? (
    <span class="small soft">posted</span>
  ) : hold.state === 'open' ? (
    <Status of="open" />
  ) : (
    <span class="small soft">{hold.state}</span>
  );

const mostNamed = 2;

/**
 * Shows the debited and the credited accounts, separated by a slash. There is no arrow: the account types determine the direction of the
 * value.
 */
const Between = ({ entries }: { readonly entries: Transaction['entries'] }) => {
  const codesOf = (type: 'debit' | 'credit'): string => {
    const codes = [...new Set(entries.filter((entry) => entry.type === type).map((entry) => entry.account_code))];
    const more = codes.length - mostNamed;
    return codes.slice(0, mostNamed).map(shortCode).join(', ') + (more > 0 ? ` and ${more} more` : '');
  };
  return (
    <span class="between">
      {codesOf('debit')} <span class="soft">/</span> {codesOf('credit')}
    </span>
  );
};
