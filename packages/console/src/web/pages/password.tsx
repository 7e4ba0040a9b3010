/** The page on which people change their own password. The change ends their other sessions. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import { FormProblem, TextField, useSending } from '../parts/form';
import { NewPassword, shortestPassword } from '../parts/new-password';

export const Password = () => {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isDone, setDone] = useState(false);
  const changing = useSending(
    () => call('PUT', '/console/password', { current_password: current, new_password: next }),
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
          It is changed. Wherever else you were signed in, you no longer are.
        </p>
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void changing.send(undefined);
          }}
        >
          <TextField
            label="Current password"
            type="password"
            name="current_password"
            autoComplete="current-password"
            value={current}
            onInput={setCurrent}
            problem={changing.problem}
            isRequired
            isFocused
          />
          <NewPassword
            label="New password"
            name="new_password"
            value={next}
            onInput={setNext}
            problem={changing.problem}
          />
          <FormProblem of={changing.problem} shown={['current_password', 'new_password']} />
          <button class="button is-main" disabled={changing.isSending || next.length < shortestPassword}>
            Change it
          </button>
        </form>
      )}
      <p>
        <a href="/console/">Back to the books</a>
      </p>
    </main>
  );
};
