/** The filters above the list. Each change changes the address, so that links and the Back button show the same list. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { quietClient, type Schemas } from '../../api/client';
import { every } from '../../api/every';
import { useQuery } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { useDayInput } from '../../parts/day-input';
import { SelectField, TextField, type Choice } from '../../parts/form';
import { layerNames } from '../../parts/layers';
import { useDebounced } from '../../parts/debounced';
import { FilterField } from './filter-field';
import { filterNames, holdStates, orderIn, orders, origins, releasesHidden, statuses } from './filters';
import { Views } from './saved-views';
import { TotalsSwitch } from './totals';

const choicesOf = (all: string, values: readonly string[]): readonly Choice[] => [
  { value: '', label: all },
  ...values.map((value) => ({ value, label: value })),
];

/** The filters that are seldom used. They are hidden until the person opens them, unless one of them is set when the page opens. */
const rareNames = [
  ...['reference', 'correlation', 'attributes', 'batch', 'journal'],
  ...['min', 'max', 'code', 'origin', 'metadata'],
] as const;

export const FilterBar = () => {
  const query = useQuery();
  const [isOpen, setOpen] = useState(() => rareNames.some((name) => query.get(name) !== undefined));
  const isFiltered = filterNames.some((name) => query.get(name) !== undefined);
  const choice = (name: string, label: string, choices: readonly Choice[]) => (
    <SelectField
      label={label}
      value={query.get(name) ?? ''}
      onInput={(value) => query.set({ [name]: value || null })}
      choices={choices}
    />
  );
  return (
    <search class={`stack transaction-filters${isOpen || isFiltered ? '' : ' is-folded'}`} aria-label="Filters">
      <div class="filters" data-filter>
        <FilterField name="text" label="Words" placeholder="rent january" />
        {choice('status', 'Status', choicesOf('Any', statuses))}
        {choice('layer', 'Layer', choicesOf('All', layerNames))}
        {choice('hold', 'Hold', choicesOf('Any or none', holdStates))}
        <AccountFilter />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="To" />
        <SelectField
          isPrinted={false}
          label="Order"
          value={orderIn(query.get).value}
          onInput={(value) => query.set({ sort: value === orders[0].value ? null : value })}
          choices={orders}
        />
        <ReleasesSwitch />
        <TotalsSwitch />
        <button type="button" class="button is-plain is-small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer' : 'More'} filters
        </button>
      </div>
      {isOpen ? (
        <div class="filters is-rare">
          <FilterField name="min" label="Amount from" placeholder="10.00" />
          <FilterField name="max" label="Amount to" placeholder="99.99" />
          {choice('origin', 'Origin', choicesOf('Any', origins))}
          <FilterField name="code" label="Transaction code" />
          <FilterField name="metadata" label="Metadata" placeholder="invoice=2026-17" />
          <FilterField name="reference" label="Reference" placeholder="ORDER-000110" />
          <AttributesFilter />
          <FilterField name="correlation" label="Correlation" />
          <JournalFilter choice={choice} />
          <FilterField name="batch" label="Batch, by id" />
        </div>
      ) : null}
      <Views isFiltered={isFiltered} />
    </search>
  );
};

const DayFilter = ({ name, label }: { readonly name: string; readonly label: string }) => {
  const query = useQuery();
  const day = useDayInput(query.get(name) ?? '', (value) => query.set({ [name]: value || null }, { replace: true }));
  return <TextField label={label} type="date" {...day} />;
};

/** The switch that hides releases. Every settlement and every expiry has a release, which few readers look for. */
const ReleasesSwitch = () => {
  const query = useQuery();
  const isHidden = query.get('releases') === releasesHidden;
  return (
    <button
      type="button"
      class="button is-plain is-small is-filter"
      aria-pressed={isHidden}
      onClick={() => query.set({ releases: isHidden ? null : releasesHidden }, { replace: true })}
    >
      Hide releases and expiries
    </button>
  );
};

/** The maximum number of suggestions while the person types. */
const offered = 12;

const AccountFilter = () => {
  const [text, setText] = useState('');
  const sought = useDebounced(text.trim());
  const found = useAnswer(sought === '' ? undefined : `codes like ${sought}`, () =>
    ask(quietClient.GET('/api/v1/accounts', { params: { query: { search: sought, limit: offered } } })),
  );
  const codes = ((found.data ?? []) as readonly Schemas['Account'][]).map(({ code }) => code);
  return (
    <FilterField name="account" label="Account, by code" placeholder="CASH" suggestions={codes} onTyped={setText} />
  );
};

/** The maximum number of keys that the field suggests. */
const mostListed = 100;

const AttributesFilter = () => {
  const defined = useAnswer('attribute definitions', () =>
    ask(quietClient.GET('/api/v1/attribute-definitions', { params: { query: { limit: mostListed } } })),
  );
  return (
    <FilterField
      name="attributes"
      label="Attributes"
      placeholder="merchant=Grocer"
      suggestions={(defined.data ?? []).filter(({ searchable }) => searchable).map(({ key }) => `${key}=`)}
    />
  );
};

const JournalFilter = ({
  choice,
}: {
  readonly choice: (name: string, label: string, choices: readonly Choice[]) => ComponentChildren;
}) => {
  const journals = useAnswer('journals', () =>
    every((slice) => ask(quietClient.GET('/api/v1/journals', { params: { query: slice } }))),
  );
  const listed = (journals.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <>{choice('journal', 'Journal', [{ value: '', label: 'All' }, ...listed])}</>;
};
