/** The page on which a person changes their own password. The change ends the person's other sessions. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import { FormProblem, TextField } from '../parts/form';
import { useForm } from '../parts/form-frame';
import { NewPassword, shortestPassword } from '../parts/new-password';

export const Password = () => {
  const [isDone, setDone] = useState(false);
  const form = useForm(
    { current_password: '', new_password: '' },
    (passwords) => call('PUT', '/console/password', passwords),
    () => setDone(true),
  );
  useEffect(() => {
    document.title = 'Password · Ledger';
  }, []);
  return (
    <main class="title-page">
      <h1>Change the password</h1>
      {isDone ? (
        <p class="note is-good" role="status">
          Your password has been changed, and all your other sessions have ended.
        </p>
      ) : (
        <form class="stack" onSubmit={form.onSubmit}>
          <TextField
            label="Current password"
            type="password"
            {...form.field('current_password')}
            autoComplete="current-password"
            isRequired
            isFocused
          />
          <NewPassword label="New password" {...form.field('new_password')} />
          <FormProblem of={form.problem} shown={form.shown} />
          <button
            class="button is-main"
            disabled={form.isSending || form.values.new_password.length < shortestPassword}
          >
            Change password
          </button>
        </form>
      )}
      <p>
        <a href="/console/">Back to the books</a>
      </p>
    </main>
  );
};
