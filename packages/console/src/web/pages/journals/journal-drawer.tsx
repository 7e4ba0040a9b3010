/** A journal is opened under a code, or given another name. */
import { useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { Drawer } from '../../parts/dialog';
import { FormProblem, TextArea, TextField, useSending } from '../../parts/form';
import { setApart } from '../../parts/direction';

type Journal = Schemas['Journal'];

interface JournalDrawerProps {
  /** Undefined: a new one. */
  readonly journal?: Journal;
  readonly onClose: () => void;
  readonly onDone: (journal: Journal) => void;
}

export const JournalDrawer = ({ journal, onClose, onDone }: JournalDrawerProps) => {
  const [code, setCode] = useState(journal?.code ?? '');
  const [name, setName] = useState(journal?.name ?? '');
  const [description, setDescription] = useState(journal?.description ?? '');
  const writing = useSending(() => {
    const body = { code: code.trim(), name: name.trim(), description: description.trim() || null };
    return journal === undefined
      ? ask(client.POST('/api/v1/journals', { body }))
      : ask(client.PUT('/api/v1/journals/{journalId}', { params: { path: { journalId: journal.id } }, body }));
  }, onDone);
  const { problem } = writing;
  return (
    <Drawer
      title={journal === undefined ? 'New journal' : `Change ${setApart(journal.code)}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="journal" class="button is-main" disabled={writing.isSending}>
            {journal === undefined ? 'Open it' : 'Change it'}
          </button>
        </>
      }
    >
      <form
        id="journal"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void writing.send(undefined);
        }}
      >
        <TextField label="Code" name="code" value={code} onInput={setCode} problem={problem} isRequired isFocused />
        <TextField
          label="Name"
          name="name"
          value={name}
          onInput={setName}
          problem={problem}
          isRequired
          maxLength={255}
        />
        <TextArea
          label="The kind of transactions in it"
          name="description"
          value={description}
          onInput={setDescription}
          problem={problem}
          rows={3}
        />
        <FormProblem of={problem} shown={['code', 'name', 'description']} />
      </form>
    </Drawer>
  );
};
