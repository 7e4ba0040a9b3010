/** The sign-in page, with e-mail and password. After a session has ended, the person returns to the page that was open. */
import { useEffect, useState } from 'preact/hooks';
import { signIn } from '../api/session';
import { FormProblem, SelectField, TextField } from '../parts/form';
import { useForm } from '../parts/form-frame';
import type { Problem } from '../api/answer';
import { Mark } from '../parts/icon';

interface Offered {
  readonly tenants: readonly { readonly id: string | null; readonly name: string }[];
}

/**
 * Returns the companies among which the person must choose: the e-mail and the password are valid in each of them. Empty unless the service
 * refused the sign-in for this reason.
 */
const choicesIn = (problem: Problem | undefined): readonly { readonly value: string; readonly label: string }[] =>
  problem?.code === 'SIGN_IN_AMBIGUOUS'
    ? (problem.data as Offered).tenants.map(({ id, name }) => ({ value: id ?? '', label: name }))
    : [];

export const SignIn = ({ hasEnded }: { readonly hasEnded: boolean }) => {
  const [tenant, setTenant] = useState<string>();
  const form = useForm(
    { email: '', password: '' },
    ({ email, password }) => signIn(email.trim(), password, tenant === undefined ? undefined : tenant || null),
    // Nothing to do: once there is a session, the page of the address is rendered instead of this one.
    () => undefined,
  );
  const offered = choicesIn(form.problem);
  useEffect(() => {
    if (offered[0] !== undefined) setTenant(offered[0].value);
  }, [form.problem]);
  useEffect(() => {
    document.title = 'Sign in · Ledger';
  }, []);
  return (
    <main class="title-page">
      <p class="mark">
        <Mark /> Ledger
      </p>
      <h1>Sign in</h1>
      {hasEnded ? (
        <p class="note is-warn" role="status">
          Your session has ended. Sign in to return to the page that was open. Nothing that you saved is lost. Other
          typed values are lost, except for the form of a new transaction.
        </p>
      ) : null}
      <form class="stack" onSubmit={form.onSubmit}>
        <TextField
          label="E-mail"
          type="email"
          {...form.field('email')}
          onInput={(typed) => {
            form.set('email', typed);
            setTenant(undefined);
          }}
          autoComplete="username"
          isRequired
          isFocused
        />
        <TextField
          label="Password"
          type="password"
          {...form.field('password')}
          autoComplete="current-password"
          isRequired
        />
        {offered.length > 0 ? (
          <SelectField
            label="Company"
            name="tenant_id"
            value={tenant ?? ''}
            onInput={setTenant}
            problem={form.problem}
            choices={offered}
          />
        ) : null}
        <FormProblem of={form.problem} shown={form.shown} />
        <button class="button is-main" disabled={form.isSending}>
          {form.isSending ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
      <p class="small soft">
        No account yet? <code>npx ledger operators invite</code> on the server creates a one-time link. Forgot your
        password? An administrator can send another link.
      </p>
    </main>
  );
};
