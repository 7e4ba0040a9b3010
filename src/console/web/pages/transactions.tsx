/** All transactions, newest first, and what is posted while one looks. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { pageOf, useHref, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { Day, Layer, Status } from '../parts/labels';
import { Money } from '../parts/money';
import { For, Page } from '../parts/page';
import { Answered, Empty } from '../parts/states';
import { Table, type Column } from '../parts/table';
import { FilterBar } from './transactions/filter-bar';
import { listQueryOf } from './transactions/filters';
import { isFoundBy, type Transaction } from './transactions/found';
import { useLive } from './transactions/live';
import './transactions/transactions.css';

export const Transactions = () => {
  const { ledger, asOf } = usePlace();
  const query = useQuery();
  const href = useHref();
  const [isLive, setLive] = useState(false);
  const live = useLive(isLive, ledger.id);
  const code = query.get('account');
  const account = useAccountNamed(code);
  const asked = listQueryOf(query.get, asOf, account.id);
  const page = pageOf(query);
  const isReady = code === undefined || account.isKnown;
  const list = useAnswer(isReady ? `transactions ${JSON.stringify({ ...asked, ...page })}` : undefined, () =>
    ask(client.GET('/api/v1/transactions', { params: { query: { ...asked, ...page } } })),
  );
  const fresh = isLive ? live.rows.filter((transaction) => isFoundBy(asked, transaction)) : [];
  return (
    <Page
      title="Transactions"
      under={
        asOf === undefined ? (
          'Newest first'
        ) : (
          <>
            Effective until <Day of={asOf} />, newest first
          </>
        )
      }
      actions={
        <>
          <button type="button" class="button is-small" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
            <span class={`dot${live.isOpen ? ' is-on' : ''}`} aria-hidden="true" /> Live
          </button>
          <For least="bookkeeper">
            <Link href={href('transactions/new')} className="button is-main">
              New transaction
            </Link>
          </For>
        </>
      }
    >
      <FilterBar />
      {code !== undefined && account.isKnown && account.id === undefined ? (
        <Empty title={`No account has the code ${code}`} />
      ) : (
        <Answered by={list}>
          {(rows) => <Listed rows={withoutTwice(fresh, rows)} fresh={fresh.length} list={list} />}
        </Answered>
      )}
    </Page>
  );
};

const Listed = ({
  rows,
  fresh,
  list,
}: {
  readonly rows: readonly Transaction[];
  readonly fresh: number;
  readonly list: { readonly isLoading: boolean; readonly pagination: Parameters<typeof Table>[0]['pagination'] };
}) => {
  const href = useHref();
  const { ledger } = usePlace();
  if (rows.length === 0)
    return (
      <Empty title="No transaction is like that">
        A transaction moves value between accounts by debits and credits that come to the same. Clear a filter to see
        more, or post the first one.
      </Empty>
    );
  return (
    <>
      <p class="heard" role="status">
        {fresh === 0 ? '' : `${fresh} posted since you began to look`}
      </p>
      <Table
        caption="Transactions, newest first"
        isCaptionHidden
        rows={rows}
        rowKey={({ id }) => id}
        rowClass={({ status }) => (status === 'void' || status === 'failed' ? 'is-quiet' : undefined)}
        href={({ id }) => href(`transactions/${id}`)}
        isLoading={list.isLoading}
        pagination={list.pagination}
        columns={columnsOf(ledger.currency)}
      />
    </>
  );
};

const columnsOf = (currency: string): readonly Column<Transaction>[] => [
  {
    key: 'what',
    title: 'What',
    cell: ({ description, reference }) => (
      <>
        {description}
        {reference === null ? null : <span class="soft small"> {reference}</span>}
      </>
    ),
  },
  { key: 'accounts', title: 'Between', isWide: true, cell: ({ entries }) => <Between entries={entries} /> },
  { key: 'day', title: 'Effective', cell: ({ effective_date: day }) => <Day of={day} /> },
  { key: 'layer', title: 'Layer', cell: ({ layer }) => <Layer of={layer} isShort /> },
  { key: 'status', title: 'Status', cell: ({ status, hold }) => <Status of={hold?.state ?? status} /> },
  { key: 'amount', title: currency, isNumber: true, cell: ({ total_amount: amount }) => <Money of={amount} /> },
];

const mostNamed = 2;

/** Where it goes from, and where to. */
const Between = ({ entries }: { readonly entries: readonly Schemas['Transaction']['entries'][number][] }) => {
  const codesOf = (type: 'debit' | 'credit'): string => {
    const codes = [...new Set(entries.filter((entry) => entry.type === type).map((entry) => entry.account_code))];
    const more = codes.length - mostNamed;
    return codes.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
  };
  return (
    <span class="small">
      {codesOf('credit')} <span class="soft">→</span> {codesOf('debit')}
    </span>
  );
};

const withoutTwice = (fresh: readonly Transaction[], rows: readonly Transaction[]): readonly Transaction[] => {
  const ids = new Set(fresh.map(({ id }) => id));
  return [...fresh, ...rows.filter(({ id }) => !ids.has(id))];
};

/** The id of the account that has exactly that code. */
const useAccountNamed = (code: string | undefined): { readonly isKnown: boolean; readonly id: string | undefined } => {
  const found = useAnswer(code === undefined ? undefined : `account named ${code}`, async () => {
    const answer = await ask(client.GET('/api/v1/accounts', { params: { query: { search: code ?? '', limit: 100 } } }));
    return answer.ok ? { ...answer, data: answer.data as readonly Schemas['Account'][] } : answer;
  });
  const isKnown = !found.isLoading && found.data !== undefined;
  return { isKnown, id: isKnown ? found.data?.find((account) => account.code === code)?.id : undefined };
};
