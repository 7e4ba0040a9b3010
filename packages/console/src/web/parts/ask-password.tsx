/** Asks for the password again before an act that gives somebody access, if the person signed in some time ago. */
import { passwordAsked } from '../api/client';
import { signIn } from '../api/session';
import { useStore } from '../api/store';
import { TextField } from './form';
import { FormDialog, useForm } from './form-frame';

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
  const form = useForm(
    { password: '' },
    ({ password }) => signIn(person.email, password, person.tenant_id),
    () => answer(true),
  );
  return (
    <FormDialog
      form={form}
      id="ask-password"
      title="Confirm your password"
      submit="Continue"
      onClose={() => answer(false)}
    >
      <p class="prose">
        This gives somebody access, and you signed in more than ten minutes ago. Confirm your password.
      </p>
      <TextField
        label="Password"
        type="password"
        {...form.field('password')}
        autoComplete="current-password"
        isRequired
        isFocused
      />
    </FormDialog>
  );
};
