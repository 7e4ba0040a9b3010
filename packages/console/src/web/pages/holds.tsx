/** The page with the holds of the ledger, their remaining amounts and their expiries. */
import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { asAsked } from '../api/as-asked';
import { client, type Schemas } from '../api/client';
import { pageOf, useHref, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { shareOf } from '../parts/amount';
import { SumOfHolds } from '../parts/explained-sum';
import { SelectField } from '../parts/form';
import { Day, Layer, Passing, Status, type LayerName } from '../parts/labels';
import { layerNames } from '../parts/layers';
import { List } from '../parts/list';
import { Money } from '../parts/money';
import { CurrentFiguresNote } from '../parts/current-figures-note';
import { Page } from '../parts/page';
import { Empty } from '../parts/states';
import { byExpiry, expiryOf, untilText } from './holds/expiry';
import './holds/holds.css';

type Transaction = Schemas['Transaction'];

const states = ['open', 'settled', 'released', 'expired'] as const;
const terms = [
  { value: '', label: 'at any time', hours: undefined },
  { value: '24h', label: 'within a day', hours: 24 },
  { value: '7d', label: 'within 7 days', hours: 168 },
  { value: '30d', label: 'within 30 days', hours: 720 },
] as const;

const rowsOfPage = 100;
const minuteMs = 60_000;

export const Holds = () => {
  const { ledger } = usePlace();
  const query = useQuery();
  const href = useHref();
  const state = asAsked<(typeof states)[number]>(query.get('state')) ?? 'open';
  const layer = asAsked<LayerName>(query.get('layer'));
  const within = query.get('expires') ?? '';
  const hours = terms.find(({ value }) => value === within)?.hours;
  const page = pageOf(query, rowsOfPage);
  // The current time is rounded down to the minute, so that the query is the same for all pages of the list.
  const before = useMemo(() => {
    const now = Math.floor(Date.now() / minuteMs) * minuteMs;
    if (hours !== undefined) return new Date(now + hours * 60 * minuteMs).toISOString();
    // The API refuses any other text. Without it, all holds would be shown as if they were the filtered ones.
    return within === '' ? undefined : within;
  }, [state, layer, hours, within]);
  const holds = useAnswer(`holds ${state} ${layer} ${within} ${page.cursor}`, () => {
    const asked = {
      hold_state: state,
      ...(layer === undefined ? {} : { layer }),
      ...(before === undefined ? {} : { expires_before: before }),
      ...page,
    };
    return ask(client.GET('/api/v1/transactions', { params: { query: asked } }));
  });
  const isWhole = holds.pagination?.has_more !== true && page.cursor === undefined;
  return (
    <Page title="Holds" under="Amounts that are reserved and not yet settled.">
      <CurrentFiguresNote what="Held amounts are shown" />
      <div class="filters">
        <SelectField
          label="State"
          value={state}
          onInput={(value) => query.set({ state: value === 'open' ? null : value })}
          choices={states.map((value) => ({ value, label: value }))}
        />
        <SelectField
          label="Layer"
          value={layer ?? ''}
          onInput={(value) => query.set({ layer: value })}
          choices={[{ value: '', label: 'both' }, ...layerNames.slice(1).map((value) => ({ value, label: value }))]}
        />
        <SelectField
          label={state === 'open' ? 'Expires' : 'Expires or expired'}
          value={within}
          onInput={(value) => query.set({ expires: value })}
          choices={terms.map((one) => ({
            ...one,
            printed: before === undefined || hours === undefined ? undefined : `before ${untilText(before)}`,
          }))}
        />
      </div>
      <List
        by={{ ...holds, data: holds.data?.toSorted(byExpiry) }}
        what="Loading the holds"
        empty={<Nothing state={state} isFiltered={layer !== undefined || hours !== undefined} />}
        above={<Sums of={holds.data ?? []} isWhole={isWhole} />}
        caption={isWhole ? 'Holds by expiry, earliest first' : 'On each page, holds by expiry, earliest first'}
        isCaptionHidden={false}
        rowKey={({ id }) => id}
        href={({ id }) => href(`transactions/${id}`)}
        columns={[
          {
            key: 'what',
            title: 'Description',
            cell: ({ description, reference }) => description || reference,
          },
          { key: 'layer', title: 'Layer', cell: ({ layer: of }) => <Layer of={of} isShort /> },
          {
            key: 'account',
            title: 'Account',
            isWide: true,
            cell: ({ entries }) => <HeldOn entries={entries} />,
          },
          { key: 'day', title: 'Since', isWide: true, cell: ({ effective_date: day }) => <Day of={day} /> },
          {
            key: 'until',
            title: state === 'open' ? 'Expires' : 'State',
            cell: ({ hold }) => (state === 'open' ? <Until of={hold?.expires_at} /> : <Status of={state} />),
          },
          {
            key: 'of',
            title: 'Held',
            isNumber: true,
            isWide: true,
            cell: ({ hold }) => <Money of={hold?.amount} />,
          },
          {
            key: 'share',
            title: <span class="heard">Remaining share</span>,
            isWide: true,
            cell: ({ hold }) => <Share of={hold} />,
          },
          {
            key: 'left',
            title: `Left, ${ledger.currency}`,
            isNumber: true,
            cell: ({ hold }) => <Money of={hold?.remaining_amount} />,
          },
        ]}
      />
    </Page>
  );
};

const Sums = ({ of: rows, isWhole }: { readonly of: readonly Transaction[]; readonly isWhole: boolean }) => (
  <div>
    <SumOfHolds label="Outcomes of the holds" of={rows.flatMap(({ hold }) => hold ?? [])} />
    {isWhole ? null : <p class="small soft">For the holds on this page only; there are more.</p>}
  </div>
);

/** Shows the accounts of a hold's entries, at most two of them. */
const HeldOn = ({ entries }: { readonly entries: Transaction['entries'] }) => {
  const href = useHref();
  const [first, second] = entries;
  const more = entries.length - 2;
  return (
    <span class="small held-on">
      {[first, second].map((entry) =>
        entry === undefined ? null : (
          <Link key={entry.id} href={href(`accounts/${entry.account_id}`)} title={entry.account_name}>
            {entry.account_code}
          </Link>
        ),
      )}
      {more > 0 ? <span class="soft">and {more} more</span> : null}
    </span>
  );
};

const Until = ({ of: expiresAt }: { readonly of: string | null | undefined }) => {
  if (!expiresAt) return <span class="soft">never</span>;
  const { tone, text } = expiryOf(expiresAt);
  return (
    <span class={`until is-${tone}`}>
      <time dateTime={expiresAt} title={untilText(expiresAt)}>
        <Passing printed={untilText(expiresAt)}>{text}</Passing>
      </time>
    </span>
  );
};

const Share = ({ of: hold }: { readonly of: Transaction['hold'] }) => {
  if (hold === null) return null;
  const left = shareOf(hold.remaining_amount, hold.amount);
  const settled = shareOf(hold.settled_amount, hold.amount);
  return (
    <span class="hold-share" role="img" aria-label={`${Math.round(left * 100)} per cent left`}>
      <span class="is-settled" style={{ width: `${settled * 100}%` }} />
      <span class="is-left" style={{ width: `${left * 100}%` }} />
    </span>
  );
};

const Nothing = ({ state, isFiltered }: { readonly state: string; readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No matching holds">No {state} hold matches all filters. Remove one of them.</Empty>
  ) : (
    <Empty title={state === 'open' ? 'No open holds' : `No hold is ${state}`}>
      A hold is a transaction on the layer pending, such as an authorised card payment, or on the layer encumbrance,
      such as an order that was placed. It does not change the settled balance until it is settled. On the layer pending
      it reduces the available balance until it is settled, released or expired.
    </Empty>
  );
