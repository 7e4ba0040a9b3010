/** The page with all accounts of the ledger as a tree, with their balances in each layer. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref, usePlace, useQuery, useToday } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { AccountDrawer } from '../parts/account-drawer';
import { isZero } from '../parts/amount';
import { SelectField } from '../parts/form';
import { Badge, Day, Layer, layerNames, type LayerName } from '../parts/labels';
import { NewButton } from '../parts/list';
import { Money } from '../parts/money';
import { For, Page } from '../parts/page';
import { QueryField } from '../parts/query-fields';
import { Empty, Loading, Problem } from '../parts/states';
import type { Column } from '../parts/table';
import { Tree } from '../parts/tree';
import * as chart from './chart-of-accounts/chart';
import type { ChartNode } from './chart-of-accounts/chart';
import './chart-of-accounts/chart.css';

/** The number of accounts above which the branches of the chart are closed at first. */
const mostOpen = 400;

export const ChartOfAccounts = () => {
  const { asOf, ledger } = usePlace();
  const today = useToday();
  const query = useQuery();
  const href = useHref();
  const [, navigate] = useLocation();
  const [isCreating, setCreating] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const accounts = useAnswer('account tree', async () => {
    const answer = await ask(client.GET('/api/v1/accounts', { params: { query: { tree: true } } }));
    return answer.ok ? { ...answer, data: answer.data as Schemas['AccountTree'] } : answer;
  });
  const { balances, problem } = useBalances(asOf);
  const nodes = useMemo(() => chart.chartOf(accounts.data ?? [], balances), [accounts.data, balances]);
  const count = useMemo(() => chart.countOf(nodes), [nodes]);
  useEffect(() => {
    if (count > mostOpen) setClosed(new Set(chart.branchesOf(nodes, 1)));
    // Runs only when the accounts change. Otherwise a branch that a person has opened would close when balances arrive.
  }, [accounts.data]);
  const filter = {
    text: query.get('search') ?? '',
    type: query.get('type') ?? '',
    active: query.get('active') ?? '',
  };
  const rows = useMemo(
    () => chart.rowsOf(nodes, closed, filter),
    [nodes, closed, filter.text, filter.type, filter.active],
  );
  const toggle = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const columns = useMemo(() => columnsWith(closed, chart.isFiltering(filter)), [closed, chart.isFiltering(filter)]);

  return (
    <Page
      title="Chart of accounts"
      under={
        accounts.data === undefined ? undefined : (
          <>
            {count.toLocaleString('en')} {count === 1 ? 'account' : 'accounts'}; balances at the end of{' '}
            <Day of={asOf ?? today} />, in {ledger.currency}
          </>
        )
      }
      actions={
        <For least="bookkeeper">
          <NewButton onClick={() => setCreating(true)}>New account</NewButton>
        </For>
      }
    >
      <div class="filters">
        <QueryField name="search" label="Code or name" type="search" />
        <SelectField
          label="Type"
          value={filter.type}
          onInput={(type) => query.set({ type }, { replace: true })}
          choices={[{ value: '', label: 'All types' }, ...chart.accountTypes.map((value) => ({ value, label: value }))]}
        />
        <SelectField
          label="In use"
          value={filter.active}
          onInput={(active) => query.set({ active }, { replace: true })}
          choices={[
            { value: '', label: 'All' },
            { value: 'true', label: 'Active' },
            { value: 'false', label: 'Inactive' },
          ]}
        />
        <span class="row">
          <button type="button" class="button is-plain" onClick={() => setClosed(new Set())}>
            Expand all
          </button>
          <button type="button" class="button is-plain" onClick={() => setClosed(new Set(chart.branchesOf(nodes)))}>
            Collapse all
          </button>
        </span>
      </div>
      {problem === undefined ? null : <Problem of={problem} />}
      {accounts.problem !== undefined ? (
        <Problem of={accounts.problem} retry={accounts.reload} />
      ) : accounts.data === undefined ? (
        <Loading what="Loading the chart" />
      ) : count === 0 ? (
        <Empty title="No accounts yet">
          <p>
            An account records one thing: the money in a bank, the amount owed to a customer, sales revenue. Begin with
            two, such as <code>CASH</code> (an asset) and <code>CAPITAL</code> (equity); accounts can have child
            accounts, and each parent shows the sum of its branch.
          </p>
        </Empty>
      ) : rows.length === 0 ? (
        <Empty title="No matching accounts">Remove a filter: none of the {count} accounts matches all of them.</Empty>
      ) : (
        <Tree
          caption="Accounts with their balances"
          columns={columns}
          rows={rows}
          onToggle={({ key }) => toggle(key)}
          href={({ account }) => href(`accounts/${account.id}`)}
          rowClass={({ account }) => (account.is_active ? undefined : 'is-off')}
        />
      )}
      {isCreating ? (
        <AccountDrawer
          codes={chart.codesOf(nodes)}
          onClose={() => setCreating(false)}
          onDone={({ id }) => navigate(href(`accounts/${id}`))}
        />
      ) : null}
    </Page>
  );
};

/** Reads the reports of the three layers one after the other, because a tenant may run only one report at a time. */
const useBalances = (asOf: string | undefined) => {
  const read = (layer: LayerName) =>
    ask(
      client.GET('/api/v1/reports/trial-balance', {
        params: { query: { layer, ...(asOf === undefined ? {} : { as_of_date: asOf }) } },
      }),
    );
  const settled = useAnswer(`trial balance settled ${asOf}`, () => read('settled'));
  const pending = useAnswer(settled.data && `trial balance pending ${asOf}`, () => read('pending'));
  const encumbrance = useAnswer(pending.data && `trial balance encumbrance ${asOf}`, () => read('encumbrance'));
  const balances = useMemo(
    () => ({
      ...(settled.data && { settled: chart.balancesOf(settled.data) }),
      ...(pending.data && { pending: chart.balancesOf(pending.data) }),
      ...(encumbrance.data && { encumbrance: chart.balancesOf(encumbrance.data) }),
    }),
    [settled.data, pending.data, encumbrance.data],
  );
  return { balances, problem: settled.problem ?? pending.problem ?? encumbrance.problem };
};

/**
 * Returns the columns. The row of a closed branch shows the sum of its accounts. The row of an open branch shows the account's own balance.
 */
const columnsWith = (closed: ReadonlySet<string>, isFiltering: boolean): readonly Column<ChartNode>[] => [
  {
    key: 'account',
    title: 'Account',
    cell: ({ account }) => (
      <>
        <span class="account-code">{account.code}</span> <span class="account-name">{account.name}</span>
      </>
    ),
  },
  { key: 'type', title: 'Type', isWide: true, cell: ({ account }) => <span class="soft">{account.type}</span> },
  {
    key: 'state',
    title: <span class="heard">State</span>,
    isWide: true,
    cell: ({ account }) => (
      <>
        {account.is_group ? <Badge>group</Badge> : null} {account.is_active ? null : <Badge>inactive</Badge>}
      </>
    ),
  },
  ...layerNames.map((layer): Column<ChartNode> => ({
    key: layer,
    title: <Layer of={layer} isShort={layer !== 'settled'} />,
    isNumber: true,
    isWide: layer !== 'settled',
    cell: ({ account, children, own, sums }) => {
      const isSum = children.length > 0 && closed.has(account.id) && !isFiltering;
      const amount = isSum ? sums[layer] : own[layer];
      if (amount === undefined) return <span class="soft">…</span>;
      // Most accounts have no pending or encumbered amounts. A dash draws less attention than a zero.
      if (layer !== 'settled' && isZero(sums[layer] ?? '0') && isZero(amount)) return <span class="soft">–</span>;
      if (children.length > 0 && !isSum) return <Branch own={amount} sum={sums[layer] ?? '0'} />;
      return isSum ? (
        <strong>
          <Money of={amount} />
        </strong>
      ) : (
        <Money of={amount} />
      );
    },
  })),
];

/** The balance cell of an open branch: the account's own balance, and the sum of the branch. */
const Branch = ({ own, sum }: { readonly own: string; readonly sum: string }) => (
  <span class="branch-sum">
    {isZero(own) ? null : <Money of={own} />}
    <span class="soft sum" title="Including all accounts below it">
      Σ <Money of={sum} />
    </span>
  </span>
);
