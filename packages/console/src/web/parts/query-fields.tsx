/** Fields whose values are in the page's address, so that a link shows the same page. */
import { asAsked } from '../api/as-asked';
import { useQuery } from '../api/place';
import { SelectField, TextField } from './form';
import { layerNames, type LayerName } from './layers';

interface QueryFieldProps {
  /** The name of the parameter in the page's address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'text' | 'search' | 'number' | 'datetime-local';
  /** Whether the value is an id or a prefix. Spaces at its ends are removed, because they come from copying. */
  readonly isId?: boolean;
}

/** A text field that changes the page's address on each keystroke. */
export const QueryField = ({ name, isId = false, ...field }: QueryFieldProps) => {
  const query = useQuery();
  return (
    <TextField
      {...field}
      value={query.get(name) ?? ''}
      onInput={(text) => query.set({ [name]: isId ? text.trim() : text }, { replace: true })}
    />
  );
};

/** Returns the layer in the page's address; by default settled. */
export const useLayer = (): LayerName => asAsked<LayerName>(useQuery().get('layer')) ?? 'settled';

export const LayerField = () => {
  const query = useQuery();
  return (
    <SelectField
      label="Layer"
      value={useLayer()}
      onInput={(value) => query.set({ layer: value === 'settled' ? null : value })}
      choices={layerNames.map((value) => ({ value, label: value }))}
    />
  );
};
