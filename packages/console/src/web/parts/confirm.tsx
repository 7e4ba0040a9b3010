/** Asks for confirmation before an act. Before an irreversible act, the person must type the name of the object. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog';
import { FormProblem, TextField, type Sending } from './form';

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The label of the button: a verb and its object, such as `Revoke the key`. */
  readonly action: string;
  /** The text that the person must type; absent if typing is not necessary. */
  readonly word?: string;
  /** The state of the request that `onConfirm` sends. */
  readonly sending: Pick<Sending<never>, 'isSending' | 'problem'>;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const Confirm = ({ title, children, action, word, sending, onConfirm, onClose }: ConfirmProps) => {
  const [typed, setTyped] = useState('');
  const isReady = (word === undefined || typed.trim() === word) && !sending.isSending;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button is-grave" disabled={!isReady} onClick={onConfirm}>
            {action}
          </button>
        </>
      }
    >
      {children}
      {word === undefined ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) onConfirm();
          }}
        >
          <TextField label={`Type ${word} to confirm`} value={typed} onInput={setTyped} isFocused />
        </form>
      )}
      <FormProblem of={sending.problem} />
    </Dialog>
  );
};
