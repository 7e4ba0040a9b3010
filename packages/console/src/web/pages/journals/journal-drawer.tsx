/** The form that opens or renames a journal. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { setApart } from '../../parts/direction';
import { TextArea, TextField } from '../../parts/form';
import { FormDrawer, useForm } from '../../parts/form-frame';

type Journal = Schemas['Journal'];

interface JournalDrawerProps {
  /** The journal to rename; undefined to open one. */
  readonly journal?: Journal;
  readonly onClose: () => void;
  readonly onDone: (journal: Journal) => void;
}

export const JournalDrawer = ({ journal, onClose, onDone }: JournalDrawerProps) => {
  const form = useForm(
    { code: journal?.code ?? '', name: journal?.name ?? '', description: journal?.description ?? '' },
    ({ code, name, description }) => {
      const body = { code: code.trim(), name: name.trim(), description: description.trim() || null };
      return journal === undefined
        ? ask(client.POST('/api/v1/journals', { body }))
        : ask(client.PUT('/api/v1/journals/{journalId}', { params: { path: { journalId: journal.id } }, body }));
    },
    onDone,
  );
  return (
    <FormDrawer
      form={form}
      id="journal"
      title={journal === undefined ? 'New journal' : `Change ${setApart(journal.code)}`}
      submit={journal === undefined ? 'Create journal' : 'Save'}
      onClose={onClose}
    >
      <TextField label="Code" {...form.field('code')} isRequired isFocused />
      <TextField label="Name" {...form.field('name')} isRequired maxLength={255} />
      <TextArea label="The kind of transactions in it" {...form.field('description')} rows={3} />
    </FormDrawer>
  );
};
