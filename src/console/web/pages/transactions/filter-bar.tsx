/** The filters above the list. Each change is another address, so that back goes back and a link shows the same. */
import { useState } from 'preact/hooks';
import { usePlace, useQuery } from '../../api/place';
import { SelectField, TextField, type Choice } from '../../parts/form';
import { Icon } from '../../parts/icon';
import { layerNames } from '../../parts/labels';
import { filterNames, holdStates, statuses } from './filters';
import { forgetView, savedViews, saveView } from './views';

const choicesOf = (all: string, values: readonly string[]): readonly Choice[] => [
  { value: '', label: all },
  ...values.map((value) => ({ value, label: value })),
];

/** More than most need: shown where one is set, or asked for. */
const rareNames = ['reference', 'correlation', 'attributes', 'batch', 'journal'] as const;

export const FilterBar = () => {
  const query = useQuery();
  const [isOpen, setOpen] = useState(() => rareNames.some((name) => query.get(name) !== undefined));
  const isFiltered = filterNames.some((name) => query.get(name) !== undefined);
  const choice = (name: string, label: string, all: string, values: readonly string[]) => (
    <SelectField
      label={label}
      value={query.get(name) ?? ''}
      onInput={(value) => query.set({ [name]: value || null })}
      choices={choicesOf(all, values)}
    />
  );
  const text = (name: string, label: string, type: 'search' | 'date' = 'search', placeholder?: string) => (
    <TextField
      key={name}
      label={label}
      type={type}
      value={query.get(name) ?? ''}
      onInput={(value) => query.set({ [name]: value || null }, { replace: true })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  );
  return (
    <search class="stack" aria-label="Filters">
      <div class="filters">
        {choice('status', 'Status', 'Any', statuses)}
        {choice('layer', 'Layer', 'All', layerNames)}
        {choice('hold', 'Hold', 'Any or none', holdStates)}
        {text('account', 'Account, by code', 'search', 'CASH')}
        {text('from', 'From', 'date')}
        {text('to', 'Until', 'date')}
        <button type="button" class="button is-plain is-small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer' : 'More'} filters
        </button>
        {isFiltered ? (
          <button
            type="button"
            class="button is-plain is-small"
            onClick={() => query.set(Object.fromEntries(filterNames.map((name) => [name, null])))}
          >
            Clear
          </button>
        ) : null}
      </div>
      {isOpen ? (
        <div class="filters">
          {text('reference', 'Reference')}
          {text('correlation', 'Correlation')}
          {text('attributes', 'Attributes', 'search', 'merchant=Grocer')}
          {text('batch', 'Batch')}
          {text('journal', 'Journal, by id')}
        </div>
      ) : null}
      <Views isFiltered={isFiltered} />
    </search>
  );
};

/** Views with a name, and a name for the one on the screen. */
const Views = ({ isFiltered }: { readonly isFiltered: boolean }) => {
  const { ledger } = usePlace();
  const query = useQuery();
  const [views, setViews] = useState(() => savedViews(ledger.id, localStorage));
  const [name, setName] = useState('');
  const filters = Object.fromEntries(
    Object.entries(query.all).filter(([key]) => (filterNames as readonly string[]).includes(key)),
  );
  const nothing = Object.fromEntries(filterNames.map((key) => [key, null]));
  if (views.length === 0 && !isFiltered) return null;
  return (
    <div class="row views">
      {views.map((view) => (
        <span key={view.name} class="view">
          <button type="button" class="button is-small" onClick={() => query.set({ ...nothing, ...view.filters })}>
            {view.name}
          </button>
          <button
            type="button"
            class="icon-button is-small"
            onClick={() => setViews(forgetView(ledger.id, view.name, localStorage))}
          >
            <Icon name="close" />
            <span class="heard">Forget the view {view.name}</span>
          </button>
        </span>
      ))}
      {isFiltered ? (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') setViews(saveView(ledger.id, { name, filters }, localStorage));
            setName('');
          }}
        >
          <input
            class="input is-short"
            aria-label="Name of this view"
            placeholder="Keep this view as …"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button class="button is-small" disabled={name.trim() === ''}>
            Keep
          </button>
        </form>
      ) : null}
    </div>
  );
};
