/** Requests the entries that a transaction code would create from its parameters, while the person types. Nothing is posted. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ask, type Problem } from '../../api/answer';
import { quietClient, type Schemas } from '../../api/client';
import { useAnswer } from '../../api/use-answer';
import { useDebounced } from '../../parts/debounced';
import { EntryLines } from '../../parts/entry-lines';
import { useKept } from './kept-draft';
import { emptyValues, fieldsOf, isComplete, paramsOf, type FormValues, type SchemaField } from './schema-form';

type TransactionCode = Schemas['TransactionCode'];

export interface Rendering {
  readonly fields: readonly SchemaField[];
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
  readonly params: Record<string, unknown>;
  readonly isComplete: boolean;
  readonly problem: Problem | undefined;
  readonly rendered: Schemas['ValidTransactionCodeParams']['rendered'] | undefined;
}

/**
 * Requests the entries whenever the parameters have changed. `first` returns the initial values of the parameters; by default they are
 * empty. `keptAs` is the name under which they are kept with the draft.
 */
export const useRendering = (
  code: TransactionCode,
  first: (fields: readonly SchemaField[]) => FormValues = emptyValues,
  keptAs?: string,
): Rendering => {
  const fields = useMemo(() => fieldsOf(code.params_schema), [code]);
  const [values, setValues] = useKept<FormValues>(keptAs, () => first(fields));
  const params = useMemo(() => paramsOf(fields, values), [fields, values]);
  const isWhole = isComplete(fields, values);
  const text = useDebounced(JSON.stringify(params));
  const isAsked = isWhole && text === JSON.stringify(params);
  const { data, problem } = useAnswer(isAsked ? `rendered ${code.id} ${text}` : undefined, () => {
    const path = { id: code.id };
    return ask(quietClient.POST('/api/v1/trancodes/{id}/validate-params', { params: { path }, body: { params } }));
  });
  const [last, setLast] = useState(data);
  useEffect(() => {
    if (data !== undefined) setLast(data);
    else if (problem !== undefined || !isWhole) setLast(undefined);
  }, [data, problem, isWhole]);
  return {
    fields,
    values,
    onChange: setValues,
    params,
    isComplete: isWhole,
    problem,
    rendered: (data ?? last)?.rendered,
  };
};

/** Shows the entries. Before they arrive, shows which parameters are missing, or the problem. */
export const Rendered = ({ of: rendering }: { readonly of: Rendering }) => {
  const { rendered, problem, fields } = rendering;
  if (rendered !== undefined)
    return (
      <>
        <EntryLines of={rendered.entries} caption="Entries from these parameters" />
        <Said name="Attributes" of={rendered.attributes} />
        <Said name="Metadata" of={rendered.metadata} />
      </>
    );
  if (problem === undefined) return <p class="prose">Enter the parameters to see the entries that they produce.</p>;
  const elsewhere = Object.entries(problem.errors).filter(([field]) => !fields.some(({ name }) => isOf(field, name)));
  return (
    <div class="note is-bad stack">
      <p>
        {elsewhere.length > 0 ? problem.message : 'These parameters are not valid. '}
        <code>{problem.code}</code>
      </p>
      {elsewhere.length === 0 ? null : (
        <ul class="small">
          {elsewhere.map(([field, messages]) => (
            <li key={field}>
              <code>{field}</code> {messages.join('; ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

const isOf = (field: string, name: string): boolean => field === name || field.startsWith(`${name}.`);

const Said = ({ name, of: members }: { readonly name: string; readonly of: object | null }) =>
  members === null || Object.keys(members).length === 0 ? null : (
    <dl class="facts small">
      <dt>{name}</dt>
      <dd>
        {Object.entries(members).map(([key, value]) => (
          <div key={key}>
            <code>{key}</code> {typeof value === 'string' ? value : JSON.stringify(value)}
          </div>
        ))}
      </dd>
    </dl>
  );
