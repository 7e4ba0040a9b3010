/** The page of a one-time link, on which a person sets a password and is then signed in. */
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { acceptInvitation } from '../api/session';
import { FormProblem, TextField } from '../parts/form';
import { useForm } from '../parts/form-frame';
import { Mark } from '../parts/icon';
import { NewPassword, shortestPassword } from '../parts/new-password';
import { Empty } from '../parts/states';

/**
 * Takes the token from the address. It is after the `#`, so no server logs it. It is removed from the address at once, so that the
 * browser's history does not contain it.
 */
const takeToken = (): string => {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(history.state, '', location.pathname);
  return token;
};

export const Invitation = () => {
  const token = useMemo(takeToken, []);
  const [, navigate] = useLocation();
  const form = useForm(
    { password: '', again: '' },
    (values) => acceptInvitation(token, values.password),
    () => navigate('/', { replace: true }),
  );
  useEffect(() => {
    document.title = 'Invitation · Ledger';
  }, []);
  const { password, again } = form.values;
  const differs = again !== '' && again !== password;
  return (
    <main class="title-page">
      <p class="mark">
        <Mark /> Ledger
      </p>
      {token === '' ? (
        <Empty title="This link is incomplete">
          The part after the <code>#</code> is missing, or the page was reloaded. Open the link again, as it was sent.
        </Empty>
      ) : (
        <>
          <h1>Welcome</h1>
          <p class="prose">Choose the password with which you will sign in. This link can be used only once.</p>
          <form class="stack" onSubmit={form.onSubmit}>
            <NewPassword label="Password" {...form.field('password')} isFocused />
            <TextField
              label="Repeat the password"
              type="password"
              autoComplete="new-password"
              {...form.input('again')}
              isRequired
              hint={differs ? 'The passwords differ.' : undefined}
            />
            <FormProblem of={form.problem} shown={form.shown} />
            <button
              class="button is-main"
              disabled={form.isSending || password.length < shortestPassword || password !== again}
            >
              {form.isSending ? 'Opening …' : 'Set the password and open the books'}
            </button>
          </form>
        </>
      )}
    </main>
  );
};
