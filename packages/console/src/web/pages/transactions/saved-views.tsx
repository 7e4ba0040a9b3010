/** The list of saved views, and the form that saves the present filters as a view. */
import { useState } from 'preact/hooks';
import { usePlace, useQuery } from '../../api/place';
import { sessionState } from '../../api/session';
import { useStore } from '../../api/store';
import { Icon } from '../../parts/icon';
import { Copy } from '../../parts/labels';
import { filterNames, viewNames } from './filters';
import { forgetView, ownerOf, sameFilters, savedViews, saveView, type SavedView } from './views';
import { setApart } from '../../parts/direction';

export const Views = ({ isFiltered }: { readonly isFiltered: boolean }) => {
  const { ledger } = usePlace();
  const query = useQuery();
  const state = useStore(sessionState);
  const operatorId = state.kind === 'signed-in' ? state.session.operator.id : '';
  const [owner] = useState(() => ownerOf(ledger.id, operatorId, localStorage));
  const [views, setViews] = useState(() => savedViews(owner, localStorage));
  const [name, setName] = useState('');
  const filters = Object.fromEntries(
    Object.entries(query.all).filter(([key]) => (viewNames as readonly string[]).includes(key)),
  );
  const isHere = (view: SavedView): boolean => sameFilters(view.filters, filters);
  const without = (names: readonly string[]) => Object.fromEntries(names.map((key) => [key, null]));
  // A view can also be saved if only the order differs from the default.
  const isOwn = isFiltered || filters['sort'] !== undefined;
  if (views.length === 0 && !isOwn) return null;
  return (
    <div class="row views">
      {views.map((view) => (
        <span key={view.name} class="view">
          <button
            type="button"
            class="button is-small"
            aria-pressed={isHere(view)}
            onClick={() => query.set({ ...without(viewNames), ...view.filters })}
          >
            {view.name}
          </button>
          <button
            type="button"
            class="icon-button is-small"
            title={`Delete the view ${setApart(view.name)}`}
            onClick={() => setViews(forgetView(owner, view.name, localStorage))}
          >
            <Icon name="close" />
            <span class="heard">Delete the view {view.name}</span>
          </button>
        </span>
      ))}
      {isOwn && !views.some(isHere) ? (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') setViews(saveView(owner, { name, filters }, localStorage));
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
            Save
          </button>
        </form>
      ) : null}
      {isFiltered ? (
        <button type="button" class="button is-plain is-small" onClick={() => query.set(without(filterNames))}>
          Clear the filters
        </button>
      ) : null}
      {isOwn ? (
        <span class="id small">
          Link to this view <Copy text={location.href} label="Copy the link to this view" />
        </span>
      ) : null}
    </div>
  );
};
