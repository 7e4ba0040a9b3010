/** The totals over all pages of the list. They are requested only when the person asks for them. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { useQuery } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Money } from '../../parts/money';
import { Answered, Loading } from '../../parts/states';
import { releasesHidden, totalsQueryOf, type ListQuery } from './filters';

/** The switch that shows or hides the totals. Its state is in the page's address. */
export const TotalsSwitch = () => {
  const query = useQuery();
  const isShown = query.get('totals') === 'true';
  return (
    <button
      type="button"
      class="button is-plain is-small"
      aria-pressed={isShown}
      onClick={() => query.set({ totals: isShown ? null : true, cursor: query.get('cursor') }, { replace: true })}
    >
      Show totals
    </button>
  );
};

interface TotalsProps {
  readonly asked: ListQuery;
  /** The code of the account by which the list is filtered. */
  readonly code: string | undefined;
  /** Whether the list follows live events. The totals do not, because adding up all pages after each event takes too long. */
  readonly isLive: boolean;
}

export const Totals = ({ asked, code, isLive }: TotalsProps) => {
  const query = useQuery();
  const isShown = query.get('totals') === 'true';
  // The totals have their own request: if it is refused, the list is still shown. They do not depend on the order.
  const hidesReleases = query.get('releases') === releasesHidden;
  const selection = totalsQueryOf(asked, hidesReleases);
  const totals = useAnswer(isShown ? `totals ${JSON.stringify(selection)}` : undefined, async () => {
    const params = { query: { ...selection, totals: true, limit: 1 } };
    const answer = await ask(client.GET('/api/v1/transactions', { params }));
    return answer.ok ? { ...answer, data: (answer.meta as Meta).totals } : answer;
  });
  if (!isShown) return null;
  // While the new totals load, the totals of the previous filters must not be shown.
  if (totals.isLoading) return <Loading what="Loading the totals" />;
  return (
    <>
      <Answered by={totals}>{(sums) => (sums === null ? null : <Sums of={sums} code={code} />)}</Answered>
      {hidesReleases && asked.origin !== undefined ? (
        <p class="small soft">These totals include releases and expiries that the list hides.</p>
      ) : null}
      {isLive ? (
        <p class="row small soft">
          Live updates do not change these totals.
          <button type="button" class="button is-plain is-small" onClick={totals.reload}>
            Add up again
          </button>
        </p>
      ) : null}
    </>
  );
};

interface Meta {
  readonly totals: Schemas['ListTotals'] | null;
}

const Sums = ({ of: sums, code }: { readonly of: Schemas['ListTotals']; readonly code: string | undefined }) => {
  const ofAccount =
    code === undefined ? null : (
      <>
        {' of '}
        <bdi>{code}</bdi>
      </>
    );
  return (
    <section aria-label="Totals of the list">
      <dl class="row list-totals">
        <div>
          <dt>Transactions</dt>
          <dd>{sums.count.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Debits{ofAccount}</dt>
          <dd>
            <Money of={sums.debits} currency />
          </dd>
        </div>
        <div>
          <dt>Credits{ofAccount}</dt>
          <dd>
            <Money of={sums.credits} currency />
          </dd>
        </div>
      </dl>
      <p class="small soft">
        The totals count every status and layer that match the filters, including voided and failed transactions and
        holds. The journal as CSV has only transactions in force.
      </p>
    </section>
  );
};
