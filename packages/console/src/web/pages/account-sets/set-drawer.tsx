/** An account set is made or renamed. */
import { useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { Drawer } from '../../parts/dialog';
import { FormProblem, TextArea, TextField, useSending } from '../../parts/form';
import { setApart } from '../../parts/direction';

type Set = Schemas['AccountSet'];

interface SetDrawerProps {
  /** Undefined: a new one. */
  readonly set?: Set;
  readonly onClose: () => void;
  readonly onDone: (set: Set) => void;
}

export const SetDrawer = ({ set, onClose, onDone }: SetDrawerProps) => {
  const [code, setCode] = useState(set?.code ?? '');
  const [name, setName] = useState(set?.name ?? '');
  const [description, setDescription] = useState(set?.description ?? '');
  const writing = useSending(() => {
    const body = { code: code.trim(), name: name.trim(), description: description.trim() || null };
    return set === undefined
      ? ask(client.POST('/api/v1/account-sets', { body }))
      : ask(client.PUT('/api/v1/account-sets/{id}', { params: { path: { id: set.id } }, body }));
  }, onDone);
  const shared = { problem: writing.problem };
  return (
    <Drawer
      title={set === undefined ? 'New account set' : `Change ${setApart(set.code)}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="account-set" class="button is-main" disabled={writing.isSending}>
            {set === undefined ? 'Make it' : 'Change it'}
          </button>
        </>
      }
    >
      <form
        id="account-set"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void writing.send(undefined);
        }}
      >
        <TextField {...shared} label="Code" name="code" value={code} onInput={setCode} isRequired isFocused />
        <TextField {...shared} label="Name" name="name" value={name} onInput={setName} isRequired maxLength={255} />
        <TextArea
          {...shared}
          label="Purpose"
          name="description"
          value={description}
          onInput={setDescription}
          rows={3}
        />
        <FormProblem of={writing.problem} shown={['code', 'name', 'description']} />
      </form>
    </Drawer>
  );
};
