/** The overview page: the financial position, the latest events, and the things that need attention. */
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref, usePlace } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { sumOf } from '../parts/amount';
import { formatMoment } from '../parts/day';
import { Day, Id, Layer, Moment, Passing, Status } from '../parts/labels';
import { Money } from '../parts/money';
import { CurrentFiguresNote } from '../parts/current-figures-note';
import { Page } from '../parts/page';
import { Answered, Problem } from '../parts/states';
import { Table } from '../parts/table';
import { BalanceBar } from './overview/balance-bar';
import { FirstSteps } from './overview/first-steps';
import { Months } from './overview/months-chart';
import { Pace } from './overview/pace';
import './overview/overview.css';

/** The limit for counting items. A larger number is shown as "100 or more". */
const lookedAt = 100;
const shown = 10;
const dayMs = 86_400_000;

export const Overview = () => {
  const { ledger, asOf } = usePlace();
  const href = useHref();
  const sheet = useAnswer(`balance-sheet ${asOf}`, () =>
    ask(
      client.GET('/api/v1/reports/balance-sheet', {
        params: { query: asOf === undefined ? {} : { as_of_date: asOf } },
      }),
    ),
  );
  const newest = useAnswer(`transactions ${asOf}`, () => {
    const query = { limit: shown, ...(asOf === undefined ? {} : { to_date: asOf }) };
    return ask(client.GET('/api/v1/transactions', { params: { query } }));
  });
  const isEmpty = newest.data?.length === 0 && asOf === undefined;
  return (
    <Page
      title={ledger.name}
      over={ledger.tenant_name}
      under={
        <span class="row">
          <code>{ledger.code}</code> <span>{ledger.currency}</span> <Id of={ledger.id} />
        </span>
      }
    >
      {isEmpty ? <FirstSteps /> : null}
      <Answered by={sheet}>{(data) => <BalanceBar of={data} />}</Answered>
      <CurrentFiguresNote what="Holds, failures, locks and the chain are shown" />
      <Figures />
      {isEmpty ? null : <Months />}
      <div class="columns is-overview">
        <section class="part">
          <div class="row spread">
            <h2>Recent transactions</h2>
            <Link href={href('transactions')}>All transactions</Link>
          </div>
          <Answered by={newest}>{(data) => <Last of={data} />}</Answered>
        </section>
        <section class="part">
          <h2>Postings per day</h2>
          <Pace />
        </section>
      </div>
    </Page>
  );
};

const Last = ({ of: transactions }: { readonly of: readonly Schemas['Transaction'][] }) => {
  const href = useHref();
  const { ledger } = usePlace();
  if (transactions.length === 0) return <p class="prose">Nothing has been posted up to this day.</p>;
  return (
    <Table
      caption="Latest transactions"
      isCaptionHidden
      rows={transactions}
      rowKey={({ id }) => id}
      href={({ id }) => href(`transactions/${id}`)}
      columns={[
        { key: 'what', title: 'Description', cell: ({ description, reference }) => description || reference },
        { key: 'day', title: 'Day', isWide: true, cell: ({ effective_date: day }) => <Day of={day} /> },
        {
          key: 'layer',
          title: 'Layer',
          cell: ({ layer, status }) => (
            <span class="row nowrap">
              <Layer of={layer} isShort /> {status === 'posted' ? null : <Status of={status} />}
            </span>
          ),
        },
        {
          key: 'amount',
          title: ledger.currency,
          isNumber: true,
          cell: ({ total_amount: amount }) => <Money of={amount} />,
        },
      ]}
    />
  );
};

/** Numbers as of now, such as the number of open holds. The as-of date does not change them. */
const Figures = () => {
  const href = useHref();
  const holds = useAnswer('open holds', () =>
    ask(client.GET('/api/v1/transactions', { params: { query: { hold_state: 'open', limit: lookedAt } } })),
  );
  const failures = useAnswer('failures', () =>
    ask(client.GET('/api/v1/activity', { params: { query: { type: 'transaction.failed', limit: lookedAt } } })),
  );
  const locks = useAnswer('locks', () =>
    ask(client.GET('/api/v1/period-locks', { params: { query: { limit: lookedAt } } })),
  );
  const head = useAnswer('head', () => ask(client.GET('/api/v1/activity', { params: { query: { limit: 1 } } })));
  const outstanding = (holds.data ?? []).map(({ hold }) => hold?.remaining_amount ?? '0');
  const more = holds.pagination?.has_more === true;
  const dayAgo = Date.now() - dayMs;
  const recent = (failures.data ?? []).filter(({ occurred_at: at }) => Date.parse(at) > dayAgo);
  const lock = (locks.data ?? [])
    .filter(({ released_at: released }) => released === null)
    .toSorted((one, other) => (one.locked_until < other.locked_until ? 1 : -1))[0];
  const [last] = head.data ?? [];
  const problem = holds.problem ?? failures.problem ?? locks.problem ?? head.problem;
  if (problem !== undefined) return <Problem of={problem} />;
  return (
    <dl class="figures">
      <div>
        <dt>Holds outstanding</dt>
        <dd>
          <Link href={href('holds')}>
            {holds.data === undefined ? '…' : `${holds.data.length}${more ? ' or more' : ''}`}
          </Link>
        </dd>
        <dd class="note-line">
          {outstanding.length === 0 ? 'None' : <Money of={sumOf(outstanding)} currency />}
          {more ? ', of the newest' : ''}
        </dd>
      </div>
      <div>
        <dt>
          Failed{' '}
          <Passing printed={`since ${formatMoment(new Date(dayAgo).toISOString())}`}>in the last 24 hours</Passing>
        </dt>
        <dd class={recent.length > 0 ? 'is-bad' : ''}>
          <Link href={href('transactions', { status: 'failed' })}>
            {failures.data === undefined ? '…' : `${recent.length}${recent.length === lookedAt ? ' or more' : ''}`}
          </Link>
        </dd>
        <dd class="note-line">
          {recent[0] === undefined ? 'No transaction failed' : <Moment of={recent[0].occurred_at} isAgo />}
        </dd>
      </div>
      <div>
        <dt>Locked until</dt>
        <dd>
          <Link href={href('period-locks')}>
            {locks.data === undefined ? '…' : lock === undefined ? 'Open' : <Day of={lock.locked_until} />}
          </Link>
        </dd>
        <dd class="note-line">{lock?.reason ?? 'No period is closed'}</dd>
      </div>
      <div>
        <dt>Latest log entry</dt>
        <dd>
          <Link href={href('activity')}>{last === undefined ? '…' : `№ ${last.sequence}`}</Link>
        </dd>
        <dd class="note-line">
          {last === undefined ? '' : <Id of={last.hash} />}{' '}
          {last === undefined ? '' : <Moment of={last.occurred_at} isAgo />}
        </dd>
      </div>
    </dl>
  );
};
