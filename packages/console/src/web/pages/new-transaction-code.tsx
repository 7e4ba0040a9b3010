/** The page that creates a transaction code from its definition in JSON. The API's errors are shown beside the lines. */
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { FormProblem, useSending } from '../parts/form';
import { useKeys } from '../parts/keys';
import { Page } from '../parts/page';
import { Loading, Problem } from '../parts/states';
import { definitionOf, firstDefinition, successorOf } from './transaction-code/definition';
import { JsonEditor, type Remark } from './transaction-code/json-editor';
import { lineOf, readJson } from './transaction-code/json-lines';
import './transaction-code/transaction-code.css';

export const NewTransactionCode = () => {
  const from = useQuery().get('from');
  const href = useHref();
  const source = useAnswer(from === undefined ? undefined : `transaction code ${from}`, () =>
    ask(client.GET('/api/v1/trancodes/{id}', { params: { path: { id: from ?? '' } } })),
  );
  return (
    <Page
      title="New transaction code"
      over={<Link href={href('transaction-codes')}>Transaction codes</Link>}
      under={source.data === undefined ? undefined : `Based on ${source.data.code}, which stays unchanged.`}
    >
      {from === undefined ? (
        <Editor first={firstDefinition} />
      ) : source.data !== undefined ? (
        <Editor key={from} first={definitionOf(source.data, successorOf(source.data.code))} />
      ) : source.problem !== undefined ? (
        <Problem of={source.problem} retry={source.reload} />
      ) : (
        <Loading what="Loading the code" />
      )}
    </Page>
  );
};

const Editor = ({ first }: { readonly first: string }) => {
  const href = useHref();
  const [, navigate] = useLocation();
  const [text, setText] = useState(first);
  const [fault, setFault] = useState<Remark>();
  const creating = useSending(
    (body: Schemas['NewTransactionCode']) => ask(client.POST('/api/v1/trancodes', { body })),
    ({ id }) => navigate(href(`transaction-codes/${id}`)),
  );
  useEffect(() => {
    setFault(undefined);
    // The text has changed, so the refusal of the earlier text is cleared.
    creating.clear();
  }, [text]);
  const create = (): void => {
    const read = readJson(text);
    if (read.fault === undefined) void creating.send(read.value as Schemas['NewTransactionCode']);
    else {
      creating.clear();
      setFault({ ...read.fault, field: '' });
    }
  };
  useKeys([{ key: 'Ctrl+Enter', does: 'Create code', run: create, inFields: true }]);
  const { problem } = creating;
  const { lines } = readJson(text);
  const refused = Object.entries(problem?.errors ?? {}).map(([field, messages]): Remark => ({
    field,
    line: lineOf(lines, field),
    message: messages.join('; '),
  }));
  const remarks = fault === undefined ? refused.toSorted((one, other) => one.line - other.line) : [fault];
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        create();
      }}
    >
      <FormProblem of={problem} shown={Object.keys(problem?.errors ?? {})} />
      <JsonEditor label="Definition" value={text} onInput={setText} remarks={remarks} />
      <div class="row">
        <button class="button is-main" disabled={creating.isSending}>
          Create code
        </button>
        <span class="small soft is-not-printed">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
      </div>
    </form>
  );
};
