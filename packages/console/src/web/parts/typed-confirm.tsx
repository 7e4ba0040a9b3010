/** Confirms an irreversible act: the person has to type the name of the thing. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Problem } from '../api/answer';
import { Dialog } from './dialog';
import { FormProblem, TextField } from './form';

interface TypedConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The exact text to type. */
  readonly word: string;
  /** A verb and what it is about: `Revoke the key`. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly isSending?: boolean;
  readonly problem?: Problem | undefined;
}

export const TypedConfirm = (props: TypedConfirmProps) => {
  const { title, children, word, action, onConfirm, onClose, isSending = false, problem } = props;
  const [typed, setTyped] = useState('');
  const isMeant = typed.trim() === word;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button is-grave" disabled={!isMeant || isSending} onClick={onConfirm}>
            {action}
          </button>
        </>
      }
    >
      {children}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isMeant && !isSending) onConfirm();
        }}
      >
        <TextField label={`Type ${word} to confirm`} value={typed} onInput={setTyped} isFocused />
      </form>
      <FormProblem of={problem} />
    </Dialog>
  );
};
