/** The page of a transaction code: its template, and the entries that it creates from given parameters. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref, usePlace, useToday } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { CodeBlock } from '../parts/as-code';
import { useSending } from '../parts/form';
import { Badge, Day, Id } from '../parts/labels';
import { For, Page } from '../parts/page';
import { SubjectLog } from './activity/subject-log';
import { Loading, Problem } from '../parts/states';
import { Confirm } from '../parts/confirm';
import { ParamsForm } from './new-transaction/params-form';
import { Rendered, useRendering } from './new-transaction/rendering';
import { sampleValues } from './new-transaction/schema-form';
import { definitionOf } from './transaction-code/definition';
import { Parameters, Rules, Template } from './transaction-code/template';
import type { PageParams } from '../parts/page-component';
import './new-transaction/new-transaction.css';
import './transaction-code/transaction-code.css';
import { setApart } from '../parts/direction';

type Code = Schemas['TransactionCode'];

export const TransactionCode = ({ params }: { readonly params: PageParams }) => {
  const id = params.transactionCodeId ?? '';
  const href = useHref();
  const [isLeaving, setLeaving] = useState(false);
  const asked = useAnswer(`transaction code ${id}`, () =>
    ask(client.GET('/api/v1/trancodes/{id}', { params: { path: { id } } })),
  );
  const over = <Link href={href('transaction-codes')}>Transaction codes</Link>;
  const code = asked.data;
  if (code === undefined)
    return (
      <Page title="Transaction code" over={over}>
        {asked.problem === undefined ? (
          <Loading what="Loading the code" />
        ) : (
          <Problem of={asked.problem} retry={asked.reload} />
        )}
      </Page>
    );
  const isActive = code.status === 'active';
  return (
    <Page
      title={code.name}
      over={over}
      under={
        <span class="row">
          <code>{code.code}</code>
          <Badge tone={isActive ? 'good' : 'plain'}>{code.status}</Badge>
          <span>version {code.version}</span>
          <span>
            since <Day of={code.created_at} />
          </span>
          <Id of={code.id} />
        </span>
      }
      actions={
        <For least="bookkeeper">
          <Link href={href('transaction-codes/new', { from: code.id })} className="button">
            Copy as a new code
          </Link>
          {isActive ? (
            <Link href={href('transactions/new', { by: 'code', code: code.code })} className="button is-main">
              Post with this code
            </Link>
          ) : null}
        </For>
      }
    >
      {code.description === null ? null : <p class="prose">{code.description}</p>}
      <Tried code={code} />
      <details class="more-fields">
        <summary>The whole definition, as JSON</summary>
        <div class="stack">
          <CodeBlock text={definitionOf(code)} label={`Definition of ${code.code}`} />
        </div>
      </details>
      {isActive ? (
        <For least="bookkeeper">
          <section class="part">
            <h2>Deprecation</h2>
            <p class="prose">
              A code never changes. When another code replaces this one, deprecate this one: it then takes no new
              transactions, and its transactions stay unchanged.
            </p>
            <div>
              <button type="button" class="button is-grave" onClick={() => setLeaving(true)}>
                Deprecate
              </button>
            </div>
          </section>
        </For>
      ) : null}
      <SubjectLog id={code.id} version={code.status} />
      {isLeaving ? (
        <Deprecate
          code={code}
          onClose={() => setLeaving(false)}
          onDone={() => {
            setLeaving(false);
            asked.reload();
          }}
        />
      ) : null}
    </Page>
  );
};

const Tried = ({ code }: { readonly code: Code }) => {
  const { asOf } = usePlace();
  const today = useToday();
  const rendering = useRendering(code, (fields) => sampleValues(fields, asOf ?? today));
  const { fields, values, onChange, problem } = rendering;
  return (
    <>
      <div class="columns code-columns">
        <section class="part">
          <h2>Template</h2>
          <Template of={code} />
          <Rules of={code} />
        </section>
        <section class="part" aria-live="polite">
          <h2>Entries</h2>
          <Rendered of={rendering} />
        </section>
      </div>
      <div class="columns code-columns">
        <section class="part">
          <h2>Parameters</h2>
          <Parameters of={fields} />
        </section>
        <section class="part">
          <h2>Try it</h2>
          <p class="soft small">Nothing is posted. The values are examples: enter your own.</p>
          <ParamsForm fields={fields} values={values} onChange={onChange} problem={problem} />
        </section>
      </div>
    </>
  );
};

interface DeprecateProps {
  readonly code: Code;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const Deprecate = ({ code, onClose, onDone }: DeprecateProps) => {
  const deprecating = useSending(
    () => ask(client.POST('/api/v1/trancodes/{id}/deprecate', { params: { path: { id: code.id } } })),
    onDone,
  );
  return (
    <Confirm
      title={`Deprecate ${setApart(code.code)}?`}
      word={code.code}
      action="Deprecate the code"
      onConfirm={() => void deprecating.send(undefined)}
      onClose={onClose}
      sending={deprecating}
    >
      <p class="prose">
        It takes no new transactions from then on, and cannot be activated again. Transactions that it posted stay
        unchanged.
      </p>
    </Confirm>
  );
};
