/** A text filter. When the person stops typing, it changes the address, and so the list. */
import { useEffect, useState } from 'preact/hooks';
import { useQuery } from '../../api/place';
import { TextField } from '../../parts/form';
import { useDebounced } from '../../parts/debounced';

interface FilterFieldProps {
  /** The name of the parameter in the page's address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly suggestions?: readonly string[];
  readonly onTyped?: (text: string) => void;
}

export const FilterField = ({ name, label, onTyped, ...field }: FilterFieldProps) => {
  const query = useQuery();
  const inAddress = query.get(name) ?? '';
  const [typed, setTyped] = useState(inAddress);
  const debounced = useDebounced(typed);
  useEffect(() => {
    // If a saved view or the Back button changes the address, the field shows the new value.
    if (inAddress !== typed.trim()) setTyped(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (debounced === typed && debounced.trim() !== inAddress)
      query.set({ [name]: debounced.trim() || null }, { replace: true });
  }, [debounced]);
  return (
    <TextField
      label={label}
      type="search"
      value={typed}
      onInput={(text) => {
        setTyped(text);
        onTyped?.(text);
      }}
      {...field}
    />
  );
};
