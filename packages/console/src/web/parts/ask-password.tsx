/** Asks a person who signed in a while ago for the password, before an act that gives access. */
import { useState } from 'preact/hooks';
import { passwordAsked } from '../api/client';
import { signIn } from '../api/session';
import { useStore } from '../api/store';
import { Dialog } from './dialog';
import { FormProblem, TextField, useSending } from './form';

interface Person {
  readonly email: string;
  readonly tenant_id: string | null;
}

export const AskPassword = ({ of: person }: { readonly of: Person }) => {
  const asked = useStore(passwordAsked);
  return asked === undefined ? null : <Asking person={person} answer={asked.answer} />;
};

interface AskingProps {
  readonly person: Person;
  readonly answer: (isGiven: boolean) => void;
}

const Asking = ({ person, answer }: AskingProps) => {
  const [password, setPassword] = useState('');
  const signing = useSending(
    () => signIn(person.email, password, person.tenant_id),
    () => answer(true),
  );
  return (
    <Dialog
      title="Confirm your password"
      onClose={() => answer(false)}
      foot={
        <>
          <button type="button" class="button" onClick={() => answer(false)}>
            Cancel
          </button>
          <button type="submit" form="ask-password" class="button is-main" disabled={signing.isSending}>
            Continue
          </button>
        </>
      }
    >
      <form
        id="ask-password"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void signing.send(undefined);
        }}
      >
        <p class="prose">
          This gives somebody access. You signed in more than ten minutes ago, so confirm your password.
        </p>
        <TextField
          label="Password"
          type="password"
          name="password"
          value={password}
          onInput={setPassword}
          autoComplete="current-password"
          problem={signing.problem}
          isRequired
          isFocused
        />
        <FormProblem of={signing.problem} />
      </form>
    </Dialog>
  );
};
