/** The checks before a period is locked: no pending transactions, no failures that nobody has reviewed, and debits equal to credits. */
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { ask } from '../../api/answer';
import { client } from '../../api/client';
import { useHref } from '../../api/place';
import { useAnswer, type Asking } from '../../api/use-answer';
import { compareAmounts } from '../../parts/amount';
import { formatDay } from '../../parts/day';
import { Icon } from '../../parts/icon';
import { Money } from '../../parts/money';
import type { LinkFilters } from '../transactions/filters';

interface ChecklistProps {
  /** The day after the last locked day; undefined if no day is locked. */
  readonly from: string | undefined;
  readonly until: string;
}

const one = { limit: 1 };

export const Checklist = ({ from, until }: ChecklistProps) => {
  const href = useHref();
  const range = { to_date: until, ...(from === undefined ? {} : { from_date: from }) };
  const linkTo = (filters: LinkFilters): string =>
    href('transactions', { ...filters, to: until, ...(from === undefined ? {} : { from }) } satisfies LinkFilters);
  const list = (name: string, filter: { status?: 'pending' | 'failed'; hold_state?: 'open' }) =>
    useAnswer(`lock ${name} ${from} ${until}`, () =>
      ask(client.GET('/api/v1/transactions', { params: { query: { ...filter, ...range, ...one } } })),
    );
  const waiting = list('waiting', { status: 'pending' });
  const failed = list('failed', { status: 'failed' });
  const holds = list('holds', { hold_state: 'open' });
  const totals = useAnswer(`lock totals ${until}`, () =>
    ask(client.GET('/api/v1/reports/trial-balance', { params: { query: { as_of_date: until } } })),
  );
  const report = typeof totals.data === 'object' ? totals.data : undefined;
  const balances = report && compareAmounts(report.totals.debits, report.totals.credits) === 0;
  return (
    <ul class="checklist">
      <Check
        by={waiting}
        is={waiting.data === undefined ? undefined : waiting.data.length === 0 ? 'good' : 'bad'}
        title={
          waiting.data?.length === 0
            ? 'No transaction is waiting to be posted'
            : 'Transactions are still waiting to be posted'
        }
      >
        {waiting.data?.length === 0 ? null : <Link href={linkTo({ status: 'pending' })}>Show them</Link>}
      </Check>
      <Check
        by={totals}
        is={report === undefined ? undefined : balances ? 'good' : 'bad'}
        title={
          balances === false
            ? 'Settled debits do not equal settled credits'
            : `Settled debits equal settled credits on ${formatDay(until)}`
        }
      >
        {report === undefined ? null : (
          <>
            Debits <Money of={report.totals.debits} />, credits <Money of={report.totals.credits} />.{' '}
            <Link href={href('reports/trial-balance', { as_of: until })}>Open it</Link>
          </>
        )}
      </Check>
      <Check
        by={failed}
        is={failed.data === undefined ? undefined : failed.data.length === 0 ? 'good' : 'warn'}
        title={failed.data?.length === 0 ? 'No transaction failed' : 'Some transactions failed'}
      >
        {failed.data?.length === 0 ? null : (
          <>
            After the lock, they cannot be posted again on these days.{' '}
            <Link href={linkTo({ status: 'failed' })}>View them</Link>
          </>
        )}
      </Check>
      <Check
        by={holds}
        is={holds.data === undefined ? undefined : holds.data.length === 0 ? 'good' : 'warn'}
        title={holds.data?.length === 0 ? 'No hold is open' : 'Some holds are open'}
      >
        {holds.data?.length === 0 ? null : (
          <>
            They can still be settled, with an effective date after the lock.{' '}
            <Link href={linkTo({ hold: 'open' })}>View them</Link>
          </>
        )}
      </Check>
    </ul>
  );
};

interface CheckProps {
  readonly by: Asking<unknown>;
  readonly is: 'good' | 'warn' | 'bad' | undefined;
  readonly title: string;
  readonly children: ComponentChildren;
}

const said = { good: 'in order', warn: 'worth a look', bad: 'not in order' } as const;

const Check = ({ by, is, title, children }: CheckProps) => (
  <li class={`check-item${is === undefined ? '' : ` is-${is}`}`}>
    <span class="check-mark" aria-hidden="true">
      {is === 'good' ? <Icon name="done" /> : is === undefined ? '…' : '!'}
    </span>
    <div>
      <strong>{by.problem !== undefined ? by.problem.message : is === undefined ? 'Asking …' : title}</strong>
      {is === undefined ? null : <span class="heard"> ({said[is]})</span>}
      {is === undefined ? null : <div class="small soft">{children}</div>}
    </div>
  </li>
);
