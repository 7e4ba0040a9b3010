/** The form that posts through a transaction code: its parameters on one side, and the resulting entries on the other. */
import { useMemo, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { firstWhere } from '../../api/every';
import { useHref, usePlace, useToday, useQuery } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { sumOf } from '../../parts/amount';
import { focusRefused, FormProblem, SelectField } from '../../parts/form';
import { Money } from '../../parts/money';
import { Answered, Empty } from '../../parts/states';
import { emptyHead, headBody, headErrors, headFields } from './head';
import { HeadFields, MoreFields } from './head-fields';
import { useKept } from './kept-draft';
import { ParamsForm } from './params-form';
import { PostingBar, usePosting, DryRunVerdict } from './posting';
import { Rendered, useRendering } from './rendering';

type TransactionCode = Schemas['TransactionCode'];

/** The maximum number of transaction codes in the menu. The page of each code has a link to this form, so every code can be used. */
const mostOffered = 100;

export const ByCode = () => {
  const query = useQuery();
  const href = useHref();
  const wanted = query.get('code') ?? '';
  const codes = useAnswer('codes to choose', () => {
    const asked = { status: 'active', limit: mostOffered } as const;
    return ask(client.GET('/api/v1/trancodes', { params: { query: asked } }));
  });
  // If the code in the address is missing from the menu, it is searched for.
  const isBeyond = codes.data !== undefined && wanted !== '' && !codes.data.some(({ code }) => code === wanted);
  const beyond = useAnswer(isBeyond ? `code ${wanted}` : undefined, () =>
    firstWhere(
      (slice) => {
        const asked = { search: wanted, status: 'active', ...slice } as const;
        return ask(client.GET('/api/v1/trancodes', { params: { query: asked } }));
      },
      ({ code }) => code === wanted,
    ),
  );
  return (
    <Answered by={codes} what="Loading the transaction codes">
      {(offered) => {
        const chosen = [...offered, ...(isBeyond && beyond.data !== undefined ? [beyond.data] : [])].find(
          ({ code }) => code === wanted,
        );
        if (offered.length === 0)
          return (
            <Empty title="No transaction codes yet">
              A code is a template of entries with parameters: to post with it, you enter an amount instead of entries.{' '}
              <Link href={href('transaction-codes/new')}>Create the first one.</Link>
            </Empty>
          );
        return (
          <div class="new-transaction">
            <div class="code-chosen">
              <SelectField
                label="Transaction code"
                hint={
                  codes.pagination?.has_more === true
                    ? `The menu has the first ${mostOffered} codes. The page of any other code has a link to this form.`
                    : undefined
                }
                value={chosen?.code ?? ''}
                onInput={(code) => query.set({ code }, { replace: true })}
                choices={[
                  { value: '', label: 'choose one' },
                  ...offered.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })),
                  ...(chosen !== undefined && !offered.includes(chosen)
                    ? [{ value: chosen.code, label: `${chosen.code} – ${chosen.name}` }]
                    : []),
                ]}
              />
              {chosen === undefined ? null : (
                <Link class="small" href={href(`transaction-codes/${chosen.id}`)}>
                  Its template
                </Link>
              )}
            </div>
            {chosen === undefined ? (
              <p class="prose">
                {wanted === '' || beyond.isLoading
                  ? 'Choose a code: its parameters become the form.'
                  : `There is no active transaction code ${wanted}.`}
              </p>
            ) : (
              <CodeForm key={chosen.id} code={chosen} />
            )}
          </div>
        );
      }}
    </Answered>
  );
};

const noErrors = { status: 0, code: 'DRAFT', message: '' };

const CodeForm = ({ code }: { readonly code: TransactionCode }) => {
  const { asOf } = usePlace();
  const today = useToday();
  const [head, setHead] = useKept(`head of code ${code.id}`, () => ({
    ...emptyHead(asOf ?? today),
    description: code.name,
  }));
  const [isChecked, setChecked] = useState(false);
  const rendering = useRendering(code, undefined, `values of code ${code.id}`);
  const { params, rendered, fields, values, onChange } = rendering;
  const draft = useMemo(
    () => ({ ...headBody(head), transaction_code: code.code, transaction_code_params: params }),
    [head, code, params],
  );
  const posting = usePosting(draft);
  const refused = posting.problem?.errors ?? {};
  const errors = { ...refused, ...(isChecked ? headErrors(head) : {}) };
  const headProblem = { ...noErrors, errors };
  const isOfParams = (field: string): boolean =>
    fields.some(({ name }) => field === name || field.startsWith(`${name}.`));
  const check = (): boolean => {
    setChecked(true);
    /** The API reports missing parameters, and they are shown beside their fields. Only the transaction's own fields are checked here. */
    const isFit = Object.keys(headErrors(head)).length === 0;
    if (!isFit) requestAnimationFrame(() => focusRefused(document));
    return isFit;
  };
  const debits = (rendered?.entries ?? []).filter(({ type }) => type === 'debit').map(({ amount }) => amount);
  return (
    <>
      <HeadFields head={head} onChange={setHead} problem={headProblem} />
      <div class="columns code-columns">
        <section class="part">
          <h2>Parameters</h2>
          <ParamsForm
            fields={fields}
            values={values}
            onChange={onChange}
            problem={posting.problem ?? (rendering.isComplete ? rendering.problem : undefined)}
          />
        </section>
        <section class="part" aria-live="polite">
          <h2>Entries</h2>
          <Rendered of={rendering} />
        </section>
      </div>
      <MoreFields head={head} onChange={setHead} problem={headProblem} />
      <FormProblem of={posting.problem} shown={[...headFields, ...Object.keys(refused).filter(isOfParams)]} />
      <DryRunVerdict of={posting} />
      <PostingBar of={posting} check={check}>
        <p class="balance-said">
          {rendered === undefined ? (
            <span class="soft">{code.code}</span>
          ) : (
            <>
              {code.code}: <Money of={sumOf(debits)} currency />
            </>
          )}
        </p>
      </PostingBar>
    </>
  );
};
