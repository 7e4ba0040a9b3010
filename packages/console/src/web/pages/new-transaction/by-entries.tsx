/** A transaction written entry by entry. */
import { useMemo, useState } from 'preact/hooks';
import { usePlace, useToday } from '../../api/place';
import { isNegative, negated } from '../../parts/amount';
import { FormProblem } from '../../parts/form';
import { Money } from '../../parts/money';
import { complaintsOf, emptyLine, entriesOf, leastLines, refusalsOf, totalsOf, written, type Line } from './draft';
import { emptyHead, headBody, headErrors, headFields } from './head';
import { HeadFields, MoreFields } from './head-fields';
import { LineEditor } from './line-editor';
import { PostingBar, usePosting, DryRunVerdict } from './posting';

const noErrors = { status: 0, code: 'DRAFT', message: '' };

export const ByEntries = () => {
  const { ledger, asOf } = usePlace();
  const today = useToday();
  const [head, setHead] = useState(() => emptyHead(asOf ?? today));
  const [lines, setLines] = useState<readonly Line[]>(() => [emptyLine(1), emptyLine(2)]);
  /** Missing fields are reported only after the person tries to continue. */
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
    if (!isFit) requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
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
