/** The first steps in a ledger without transactions. Steps that are done are marked. */
import { Link } from 'wouter-preact';
import { ask } from '../../api/answer';
import { client } from '../../api/client';
import { useHref } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { For } from '../../parts/page';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly isDone: boolean | undefined;
}

export const FirstSteps = () => {
  const href = useHref();
  const accounts = useAnswer('first accounts', () =>
    ask(client.GET('/api/v1/accounts', { params: { query: { limit: 2 } } })),
  );
  const journals = useAnswer('first journals', () =>
    ask(client.GET('/api/v1/journals', { params: { query: { limit: 1 } } })),
  );
  const steps: readonly Step[] = [
    {
      title: 'Open two accounts',
      text: 'You own assets and owe liabilities. Every posting debits one account and credits another.',
      path: 'accounts',
      isDone: accounts.data && accounts.data.length >= 2,
    },
    {
      title: 'Open a journal',
      text: 'Every transaction is in a journal. One journal is enough to begin with.',
      path: 'journals',
      isDone: journals.data && journals.data.length > 0,
    },
    {
      title: 'Post the first transaction',
      text: 'Debits and credits must be equal. The editor shows the difference, and a preview of the balances, before anything is saved.',
      path: 'transactions/new',
      isDone: false,
    },
    {
      title: 'Create a key for a program',
      text: 'It is shown once. Its scopes decide what it may do.',
      path: 'keys',
      isDone: undefined,
    },
  ];
  return (
    <For least="bookkeeper">
      <section class="first-steps">
        <h2>First steps</h2>
        <ol>
          {steps.map(({ title, text, path, isDone }) => (
            <li key={path} class={isDone ? 'is-done' : ''}>
              <h3>
                <Link href={href(path)}>{title}</Link>
                {isDone ? <span class="badge is-good">done</span> : null}
              </h3>
              <p class="prose">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </For>
  );
};
