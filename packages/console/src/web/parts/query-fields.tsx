/** Fields whose values are in the address, so that a link shows the same page. */
import { useQuery } from '../api/place';
import { SelectField, TextField } from './form';
import { layerNames, type LayerName } from './layers';

interface QueryFieldProps {
  /** The name in the address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'text' | 'search' | 'number' | 'datetime-local';
  /** Whether the value is an id or a prefix: then spaces are removed, because they come from copying. */
  readonly isId?: boolean;
}

/** A text field whose address changes with each letter. */
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

/** A field for the layer in the address; the default is settled. */
export const useLayer = (): LayerName => {
  const query = useQuery();
  return layerNames.find((one) => one === query.get('layer')) ?? 'settled';
};

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
