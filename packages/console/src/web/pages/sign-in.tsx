/** The sign-in page: e-mail and password. After a session has ended, the person returns to the page that was open. */
import { useEffect, useState } from 'preact/hooks';
import { signIn } from '../api/session';
import { FormProblem, SelectField, TextField, useSending } from '../parts/form';
import type { Problem } from '../api/answer';
import { Mark } from '../parts/icon';

interface Offered {
  readonly tenants: readonly { readonly id: string | null; readonly name: string }[];
}

/** The companies in which the same e-mail and password are good. */
const choicesIn = (problem: Problem | undefined): readonly { readonly value: string; readonly label: string }[] =>
  problem?.code === 'SIGN_IN_AMBIGUOUS'
    ? (problem.data as Offered).tenants.map(({ id, name }) => ({ value: id ?? '', label: name }))
    : [];

export const SignIn = ({ hasEnded }: { readonly hasEnded: boolean }) => {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tenant, setTenant] = useState<string>();
  const signing = useSending(
    () => signIn(email.trim(), password, tenant === undefined ? undefined : tenant || null),
    // The page that the address means is drawn as soon as there is a session.
    () => undefined,
  );
  const offered = choicesIn(signing.problem);
  useEffect(() => {
    if (offered[0] !== undefined) setTenant(offered[0].value);
  }, [signing.problem]);
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
          Your session has ended. Sign in to continue where you were; nothing that you saved is lost.
        </p>
      ) : null}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void signing.send(undefined);
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          name="email"
          value={email}
          onInput={(typed) => {
            setEmail(typed);
            setTenant(undefined);
          }}
          autoComplete="username"
          problem={signing.problem}
          isRequired
          isFocused
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          value={password}
          onInput={setPassword}
          autoComplete="current-password"
          problem={signing.problem}
          isRequired
        />
        {offered.length > 0 ? (
          <SelectField
            label="Company"
            name="tenant_id"
            value={tenant ?? ''}
            onInput={setTenant}
            problem={signing.problem}
            choices={offered}
          />
        ) : null}
        <FormProblem of={signing.problem} shown={['email', 'password']} />
        <button class="button is-main" disabled={signing.isSending}>
          {signing.isSending ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
      <p class="small soft">
        Nobody here yet? <code>npx ledger operators invite</code>, at the machine, makes a one-time link. Forgotten the
        password? An administrator sends another link.
      </p>
    </main>
  );
};
