/** The form for a transaction that a person writes entry by entry, or copies from an existing one and changes. */
import { useMemo, useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client } from '../../api/client';
import { usePlace, useQuery, useToday } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { isNegative, negated } from '../../parts/amount';
import { focusRefused, FormProblem } from '../../parts/form';
import { Money } from '../../parts/money';
import { Answered } from '../../parts/states';
import { copyOf, type Draft } from './copy';
import { complaintsOf, emptyLine, entriesOf, leastLines, refusalsOf, totalsOf, written, type Line } from './draft';
import { emptyHead, headBody, headErrors, headFields } from './head';
import { HeadFields, MoreFields } from './head-fields';
import { useKept } from './kept-draft';
import { LineEditor } from './line-editor';
import { PostingBar, usePosting, DryRunVerdict } from './posting';

const noErrors = { status: 0, code: 'DRAFT', message: '' };

/** The form. If the address has `?copy=`, it begins with the values of the transaction with this id. */
export const ByEntries = () => {
  const { asOf } = usePlace();
  const today = useToday();
  const day = asOf ?? today;
  const transactionId = useQuery().get('copy');
  const copied = useAnswer(transactionId === undefined ? undefined : `transaction ${transactionId}`, () =>
    ask(
      client.GET('/api/v1/transactions/{transactionId}', { params: { path: { transactionId: transactionId ?? '' } } }),
    ),
  );
  if (transactionId === undefined)
    return <Editor name="" initial={{ head: emptyHead(day), lines: [emptyLine(1), emptyLine(2)] }} />;
  return (
    <Answered by={copied} what="Loading the transaction to copy">
      {(transaction) => <Editor key={transaction.id} name={transaction.id} initial={copyOf(transaction, day)} />}
    </Answered>
  );
};

interface EditorProps {
  readonly initial: Draft;
  /** The name under which the draft is kept: the id of the copied transaction, if there is one. */
  readonly name: string;
}

const Editor = ({ initial, name }: EditorProps) => {
  const { ledger } = usePlace();
  const [head, setHead] = useKept(`head ${name}`, () => initial.head);
  const [lines, setLines] = useKept<readonly Line[]>(`lines ${name}`, () => initial.lines);
  /** Missing fields are marked only after the person has tried to continue. */
  const [isChecked, setChecked] = useState(false);
  const draft = useMemo(() => ({ ...headBody(head), entries: entriesOf(lines) }), [head, lines]);
  const posting = usePosting(draft);
  const totals = totalsOf(lines);
  const own = complaintsOf(lines, ledger.storage_decimals);
  const isShort = written(lines).length < leastLines;
  const refused = refusalsOf(lines, posting.problem?.errors ?? {});
  const errors = { ...posting.problem?.errors, ...(isChecked ? headErrors(head) : {}) };
  const check = (): boolean => {
    setChecked(true);
    const isFit = Object.keys(headErrors(head)).length === 0 && own.size === 0 && totals.isBalanced && !isShort;
    if (!isFit) requestAnimationFrame(() => focusRefused(document));
    return isFit;
  };
  const shown = [...headFields, ...Object.keys(errors).filter((field) => /^(entries\.\d|attributes)/.test(field))];
  return (
    <div class="new-transaction">
      <HeadFields head={head} onChange={setHead} problem={{ ...noErrors, errors }} isFirst />
      <section class="part">
        <h2>Entries</h2>
        <LineEditor lines={lines} onChange={setLines} complaints={isChecked && own.size > 0 ? own : refused} />
      </section>
      <MoreFields head={head} onChange={setHead} problem={{ ...noErrors, errors }} />
      <FormProblem of={posting.problem} shown={shown} />
      <DryRunVerdict of={posting} />
      <PostingBar of={posting} check={check}>
        <Balance of={totals} isShort={isShort && isChecked} />
      </PostingBar>
    </div>
  );
};

interface BalanceProps {
  readonly of: ReturnType<typeof totalsOf>;
  readonly isShort: boolean;
}

const Balance = ({ of: totals, isShort }: BalanceProps) => (
  <p class="balance-said" role="status">
    {totals.isBalanced ? (
      <>
        <span class="is-even-sign">=</span> Balanced: <Money of={totals.debits} currency />
      </>
    ) : isShort ? (
      'A transaction has two entries at least, one on each side.'
    ) : /^-?0*\.?0*$/.test(totals.difference) ? (
      <span class="soft">Nothing entered yet.</span>
    ) : (
      <>
        <Money of={isNegative(totals.difference) ? negated(totals.difference) : totals.difference} currency /> missing
        on the {isNegative(totals.difference) ? 'debit' : 'credit'} side
      </>
    )}
  </p>
);
