/** The window of an act: its form, the balances that would change, and a word to type as confirmation. */
import { useId, useState } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { useToday } from '../../api/place';
import { otherValues } from '../../api/unanswered';
import { useAnswer } from '../../api/use-answer';
import { DryRunPreview } from '../../parts/balances-preview';
import { Dialog } from '../../parts/dialog';
import { momentField } from '../../parts/day';
import { CheckField, FormProblem, TextField, useSending } from '../../parts/form';
import { useDebounced } from '../../parts/debounced';
import { Loading, Problem } from '../../parts/states';
import { EarlierTry, useAct } from '../../parts/unanswered';
import { perform, rehearse } from './acts';
import { bodyOf } from './act-body';
import { Extents, Rise } from './extents';
import type { Act, ActFields } from './offers';
import { totalsOf } from './undo-parts';
import { setApart } from '../../parts/direction';

interface ActDialogProps {
  readonly act: Act;
  readonly transaction: Schemas['Transaction'];
  /** Called with true if the act may have happened, so that the page must read the transaction again. */
  readonly onClose: (mayHaveHappened: boolean) => void;
  /** Called with the transaction that the act returned. */
  readonly onDone: (outcome: Schemas['Transaction']) => void;
}

const nothingTyped: ActFields = {
  ...{
    reason: '',
    date: '',
    extent: 'all',
    amount: '',
    parts: {},
    reference: '',
    expires: '',
    isFinal: true,
    allowsExcess: false,
  },
};

/** The fields that show their own errors, so that the form does not repeat them. */
const shownFields = ['amount', 'date', 'expires_at', 'reason', 'reference'];

export const ActDialog = ({ act, transaction, onClose, onDone }: ActDialogProps) => {
  const { name, title, says, takes } = act;
  const form = useId();
  const earliest = transaction.effective_date.slice(0, 10);
  const today = useToday();
  const sent = useAct(`${name} ${transaction.id}`, (some: ActFields): object => bodyOf(transaction, name, some));
  const [fields, setFields] = useState<ActFields>(
    () =>
      sent.earlier()?.input ?? {
        ...{ ...nothingTyped, date: earliest > today ? earliest : today },
        expires: momentField(transaction.hold?.expires_at ?? null),
      },
  );
  const close = (): void => onClose(sent.earlier() !== undefined);
  const [typed, setTyped] = useState('');
  const debounced = useDebounced(fields);
  const earlierOf = (some: ActFields) => {
    const earlier = sent.earlier();
    return JSON.stringify(earlier?.input) === JSON.stringify(some) ? earlier : undefined;
  };
  const isWhole = (some: ActFields): boolean =>
    earlierOf(some) !== undefined ||
    ((some.extent !== 'entries' ||
      totalsOf(transaction.entries, some.parts, some.allowsExcess || act.isTouched).complaint === undefined) &&
      (some.extent !== 'amount' || some.amount.trim() !== '') &&
      (name !== 'extend' || Object.keys(bodyOf(transaction, name, some)).length > 0));
  const doing = useSending(() => sent.send(fields, (body, key) => perform(transaction, name, body, key)), onDone);
  const repeated = doing.isSending ? undefined : earlierOf(debounced);
  const rehearsal = useAnswer(
    isWhole(debounced) ? `${name} ${transaction.id} ${JSON.stringify(debounced)} ${repeated?.key ?? ''}` : undefined,
    () => rehearse(transaction, name, debounced, repeated),
  );
  const change = (changed: Partial<ActFields>): void => {
    setFields({ ...fields, ...changed });
    doing.clear();
  };
  const isOther = sent.earlier() !== undefined && earlierOf(fields) === undefined;
  const isTried = debounced === fields && isWhole(fields) && !rehearsal.isLoading;
  const would = isTried && rehearsal.data !== undefined && rehearsal.data.would !== 'failed';
  const isSaid = !act.needsReason || fields.reason.trim() !== '';
  const isSure = typed.trim().toLowerCase() === name;
  // An earlier try may be repeated even if its preview gets no answer.
  const mayDo = (would || repeated !== undefined) && isSaid && isSure && !isOther && !doing.isSending;
  const problem = doing.problem ?? (isOther ? otherValues : isTried ? rehearsal.problem : undefined);
  return (
    <Dialog
      title={`${title} “${setApart(transaction.description)}”`}
      onClose={close}
      isWide
      foot={
        <>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" form={form} class="button is-grave" disabled={!mayDo}>
            {title} it
          </button>
        </>
      }
    >
      <form
        id={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (mayDo) void doing.send(undefined);
        }}
      >
        <p class="prose">{says}</p>
        <EarlierTry of={sent} />
        {takes.includes('part') ? (
          <Extents act={act} entries={transaction.entries} fields={fields} change={change} problem={problem} />
        ) : null}
        <div class="fields">
          {takes.includes('rise') ? <Rise act={act} fields={fields} change={change} problem={problem} /> : null}
          {takes.includes('date') ? (
            <TextField
              label="Effective"
              type="date"
              name="date"
              value={fields.date}
              onInput={(date) => change({ date })}
              problem={problem}
            />
          ) : null}
          {takes.includes('reference') ? (
            <TextField
              label="Reference"
              name="reference"
              value={fields.reference}
              onInput={(reference) => change({ reference })}
              problem={problem}
              hint="Empty: that of this transaction"
              maxLength={255}
            />
          ) : null}
        </div>
        {takes.includes('reason') ? (
          <TextField
            label="Reason"
            name="reason"
            value={fields.reason}
            onInput={(reason) => change({ reason })}
            problem={problem}
            hint={act.needsReason ? 'Required. It stays in the log permanently.' : 'Stays in the log permanently'}
            isRequired={act.needsReason}
            maxLength={name === 'void' ? 255 : 1000}
          />
        ) : null}
        {takes.includes('excess') ? (
          <CheckField
            label="May exceed the hold"
            hint="Limits apply to the excess"
            isChecked={fields.allowsExcess}
            onChange={(allowsExcess) => change({ allowsExcess })}
          />
        ) : null}
        {takes.includes('final') ? (
          <CheckField
            label="This is the final settlement"
            hint="The rest is released"
            isChecked={fields.isFinal}
            onChange={(isFinal) => change({ isFinal })}
          />
        ) : null}
        {doing.problem !== undefined ? (
          <FormProblem of={doing.problem} shown={shownFields} />
        ) : problem !== undefined ? (
          <Problem of={problem} />
        ) : !isWhole(fields) ? null : rehearsal.data === undefined ? (
          <Loading what="Preparing the preview" />
        ) : (
          <DryRunPreview of={rehearsal.data} isRepeated={repeated !== undefined} />
        )}
        <TextField
          label={`Type ${name} to confirm`}
          value={typed}
          onInput={setTyped}
          hint={act.needsReason && !isSaid && isSure ? 'A reason is required too.' : undefined}
        />
      </form>
    </Dialog>
  );
};
