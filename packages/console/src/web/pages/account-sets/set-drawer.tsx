/** The form that creates or renames an account set. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { setApart } from '../../parts/direction';
import { TextArea, TextField } from '../../parts/form';
import { FormDrawer, useForm } from '../../parts/form-frame';

type Set = Schemas['AccountSet'];

interface SetDrawerProps {
  /** The set to rename; undefined to create one. */
  readonly set?: Set;
  readonly onClose: () => void;
  readonly onDone: (set: Set) => void;
}

export const SetDrawer = ({ set, onClose, onDone }: SetDrawerProps) => {
  const form = useForm(
    { code: set?.code ?? '', name: set?.name ?? '', description: set?.description ?? '' },
    ({ code, name, description }) => {
      const body = { code: code.trim(), name: name.trim(), description: description.trim() || null };
      return set === undefined
        ? ask(client.POST('/api/v1/account-sets', { body }))
        : ask(client.PUT('/api/v1/account-sets/{id}', { params: { path: { id: set.id } }, body }));
    },
    onDone,
  );
  return (
    <FormDrawer
      form={form}
      id="account-set"
      title={set === undefined ? 'New account set' : `Change ${setApart(set.code)}`}
      submit={set === undefined ? 'Create set' : 'Save'}
      onClose={onClose}
    >
      <TextField label="Code" {...form.field('code')} isRequired isFocused />
      <TextField label="Name" {...form.field('name')} isRequired maxLength={255} />
      <TextArea label="Purpose" {...form.field('description')} rows={3} />
    </FormDrawer>
  );
};
