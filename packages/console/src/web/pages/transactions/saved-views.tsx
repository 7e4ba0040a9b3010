/** The list of saved views, and the form that saves the present one. */
import { useState } from 'preact/hooks';
import { usePlace, useQuery } from '../../api/place';
import { Icon } from '../../parts/icon';
import { Copy } from '../../parts/labels';
import { filterNames } from './filters';
import { forgetView, sameFilters, savedViews, saveView, type SavedView } from './views';
import { setApart } from '../../parts/direction';

export const Views = ({ isFiltered }: { readonly isFiltered: boolean }) => {
  const { ledger } = usePlace();
  const query = useQuery();
  const [views, setViews] = useState(() => savedViews(ledger.id, localStorage));
  const [name, setName] = useState('');
  const filters = Object.fromEntries(
    Object.entries(query.all).filter(([key]) => (filterNames as readonly string[]).includes(key)),
  );
  const isHere = (view: SavedView): boolean => sameFilters(view.filters, filters);
  const nothing = Object.fromEntries(filterNames.map((key) => [key, null]));
  if (views.length === 0 && !isFiltered) return null;
  return (
    <div class="row views">
      {views.map((view) => (
        <span key={view.name} class="view">
          <button
            type="button"
            class="button is-small"
            aria-pressed={isHere(view)}
            onClick={() => query.set({ ...nothing, ...view.filters })}
          >
            {view.name}
          </button>
          <button
            type="button"
            class="icon-button is-small"
            title={`Delete the view ${setApart(view.name)}`}
            onClick={() => setViews(forgetView(ledger.id, view.name, localStorage))}
          >
            <Icon name="close" />
            <span class="heard">Delete the view {view.name}</span>
          </button>
        </span>
      ))}
      {isFiltered && !views.some(isHere) ? (
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
            placeholder="Save this view as …"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button class="button is-small" disabled={name.trim() === ''}>
            Keep
          </button>
        </form>
      ) : null}
      {isFiltered ? (
        <button type="button" class="button is-plain is-small" onClick={() => query.set(nothing)}>
          Clear the filters
        </button>
      ) : null}
      {isFiltered ? (
        <span class="id small">
          Link to this view <Copy text={location.href} label="Copy the link to this view" />
        </span>
      ) : null}
    </div>
  );
};
