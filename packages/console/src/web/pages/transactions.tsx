/** The page with all transactions. They are listed newest first unless the address has another order, and can be updated live. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask, type Problem as ProblemValue } from '../api/answer';
import { accountWithCode } from '../api/account-with-code';
import { client } from '../api/client';
import { pageOf, queryText, useHref, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { download } from '../parts/download';
import { Icon } from '../parts/icon';
import { Day } from '../parts/labels';
import { For, Page } from '../parts/page';
import { Answered, Empty, Problem } from '../parts/states';
import { Unreadable } from '../parts/unreadable';
import { FilterBar } from './transactions/filter-bar';
import {
  filterNames,
  isNewestFirst,
  isSearch,
  listQueryOf,
  orderIn,
  releasesHidden,
  withoutReleases,
  type ListQuery,
} from './transactions/filters';
import { isFoundBy } from './transactions/found';
import { ListExport } from './transactions/list-export';
import { useLive, useRereading, type Live } from './transactions/live';
import { shownRows, type ListedRows } from './transactions/live-rows';
import { Totals } from './transactions/totals';
import { TransactionTable } from './transactions/transaction-table';
import { unreadableIn } from './transactions/unreadable';
import './transactions/transactions.css';

export const Transactions = () => {
  const { ledger, asOf } = usePlace();
  const query = useQuery();
  const href = useHref();
  const [isLive, setLive] = useState(false);
  const [problem, setProblem] = useState<ProblemValue>();
  // Live updates add new transactions only above the first page.
  const isFirst = query.get('cursor') === undefined;
  const code = query.get('account');
  const account = useAccountNamed(code);
  const asked = listQueryOf(query.get, asOf, account.id);
  const order = orderIn(query.get).label.toLowerCase();
  const unreadable = unreadableIn(query.get);
  const isReadable = unreadable.length === 0;
  const isDeaf = !isReadable || isSearch(asked) || !isNewestFirst(asked);
  const isListening = isLive && isFirst && !isDeaf;
  const live = useLive(isListening, ledger.id);
  const page = pageOf(query);
  const isReady = isReadable && (code === undefined || account.id !== undefined);
  const key = `list of transactions ${JSON.stringify({ ...asked, ...page })}`;
  const list = useAnswer(isReady ? key : undefined, async () => {
    const heardBefore = live.heard.count;
    const answer = await ask(client.GET('/api/v1/transactions', { params: { query: { ...asked, ...page } } }));
    return answer.ok ? { ...answer, data: { rows: answer.data, heardBefore } } : answer;
  });
  useRereading(live, list);
  const isFiltered = filterNames.some((name) => query.get(name) !== undefined);
  return (
    <Page
      title="Transactions"
      under={
        asOf === undefined ? (
          orderIn(query.get).label
        ) : (
          <>
            Effective until <Day of={asOf} />, {order}
          </>
        )
      }
      actions={
        <>
          {isReadable ? (
            <button
              type="button"
              class="button is-plain is-small"
              title="The transactions of the chosen days that are in force; the other filters are ignored"
              onClick={() => void download(...journalOf(asked, ledger.code)).then(setProblem)}
            >
              <Icon name="table" /> Journal as CSV
            </button>
          ) : null}
          {isReady ? <ListExport asked={asked} /> : null}
          <LiveSwitch
            live={live}
            isOn={isListening}
            isOff={isDeaf}
            onChange={(isOn) => {
              setLive(isOn);
              if (isOn && !isFirst) query.set({ cursor: null });
            }}
          />
          <For least="bookkeeper">
            <Link href={href('transactions/new')} className="button is-main">
              New transaction
            </Link>
          </For>
        </>
      }
    >
      <FilterBar />
      {problem === undefined ? null : <Problem of={problem} />}
      {!isReadable ? (
        <Unreadable of={unreadable} />
      ) : account.isMissing ? (
        <Empty title={`No account has the code ${code}`}>Enter codes as they appear in the chart of accounts.</Empty>
      ) : (
        <>
          {isReady ? <Totals asked={asked} code={code} isLive={isListening} /> : null}
          <Answered by={list}>
            {(listed) => (
              <Listed
                listed={listed}
                asked={asked}
                live={live}
                list={list}
                isFiltered={isFiltered || asOf !== undefined}
              />
            )}
          </Answered>
        </>
      )}
    </Page>
  );
};

const journalOf = ({ from_date: from, to_date: to }: ListQuery, code: string): readonly [string, string] => [
  `/api/v1/exports/journal${queryText({ format: 'csv', from, to })}`,
  `journal-${code}${from === undefined ? '' : `-from-${from}`}${to === undefined ? '' : `-to-${to}`}.csv`,
];

interface LiveSwitchProps {
  readonly live: Live;
  readonly isOn: boolean;
  /**
   * True if live updates are not possible: the page cannot decide whether new transactions match a search, or where they belong in an order
   * other than the default.
   */
  readonly isOff: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const LiveSwitch = ({ live, isOn, isOff, onChange }: LiveSwitchProps) => (
  <button
    type="button"
    class="button is-small"
    aria-pressed={isOn}
    disabled={isOff}
    title={
      isOff
        ? 'Available only with the newest transactions first, and without a search by words, amounts, metadata, codes or origins'
        : isOn
          ? 'New transactions appear at once, and the list is loaded again after changes'
          : 'Show transactions as they are posted'
    }
    onClick={() => onChange(!isOn)}
  >
    <span class={`dot${live.isOpen ? ' is-on' : isOn ? ' is-waiting' : ''}`} aria-hidden="true" /> Live
  </button>
);

interface ListedProps {
  readonly listed: ListedRows;
  readonly asked: ListQuery;
  readonly live: Live;
  readonly list: {
    readonly isLoading: boolean;
    readonly pagination: Parameters<typeof TransactionTable>[0]['pagination'];
  };
  readonly isFiltered: boolean;
}

const Listed = ({ listed, asked, live, list, isFiltered }: ListedProps) => {
  const query = useQuery();
  const all = shownRows(live.heard, listed, (transaction) => isFoundBy(asked, transaction));
  const { freshIds, isIncomplete } = all;
  const rows = query.get('releases') === releasesHidden ? withoutReleases(all.rows) : all.rows;
  const hidden = all.rows.length - rows.length;
  return (
    <>
      <p class="heard" role="status">
        {freshIds.size === 0 ? '' : `${freshIds.size} new since you opened the list`}
      </p>
      {isIncomplete ? (
        <p class="small soft">
          More events arrive than the page can show. Some transactions are missing until the list is loaded again,
          within seconds.
        </p>
      ) : null}
      {hidden === 0 ? null : (
        <p class="small soft">
          {hidden === 1 ? '1 release or expiry is' : `${hidden} releases and expiries are`} hidden on this page.
        </p>
      )}
      {all.rows.length > 0 ? (
        <TransactionTable
          order={orderIn(query.get).label.toLowerCase()}
          rows={rows}
          freshIds={freshIds}
          isLoading={list.isLoading}
          pagination={list.pagination}
        />
      ) : isFiltered ? (
        <Empty title="No matching transactions">
          Clear a filter to see more. The text finds words that begin with it; attributes, metadata, references and
          correlations match only the whole text.
        </Empty>
      ) : (
        <Empty title="Nothing has been posted yet">
          A transaction moves value between accounts, by equal debits and credits. Transactions that programs post
          through the API appear here as well.
        </Empty>
      )}
    </>
  );
};

interface NamedAccount {
  readonly id: string | undefined;
  readonly isMissing: boolean;
}

/** Returns the id of the account with exactly this code. */
const useAccountNamed = (code: string | undefined): NamedAccount => {
  const found = useAnswer(code === undefined ? undefined : `account named ${code}`, async () => {
    const answer = await accountWithCode(code ?? '');
    return answer.ok ? { ...answer, data: { id: answer.data?.id } } : answer;
  });
  // While the search for a code runs, `data` is still the answer for the previous code.
  const known = code === undefined || found.isLoading ? undefined : found.data;
  return { id: known?.id, isMissing: known !== undefined && known.id === undefined };
};
