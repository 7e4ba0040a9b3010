/** An act before it is done: what it is to do, every balance that it would change, and a word typed by who is sure. */
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/use-answer';
import type { Schemas } from '../../api/client';
import { DryRunPreview } from '../../parts/balances-preview';
import { today } from '../../parts/day';
import { Dialog } from '../../parts/dialog';
import { CheckField, FormProblem, TextField, useIdempotencyKey, useSending } from '../../parts/form';
import { Loading, Problem } from '../../parts/states';
import { perform, rehearse } from './acts';
import type { Act, ActFields } from './offers';

interface ActDialogProps {
  readonly act: Act;
  readonly transaction: Schemas['Transaction'];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export const ActDialog = ({ act, transaction, onClose, onDone }: ActDialogProps) => {
  const { name, title, says, takes, left } = act;
  const [fields, setFields] = useState<ActFields>({ reason: '', date: today(), amount: '', isFinal: true });
  const [typed, setTyped] = useState('');
  const { key } = useIdempotencyKey();
  const rehearsal = useAnswer(`${name} ${transaction.id} ${JSON.stringify(fields)}`, () =>
    rehearse(transaction.id, name, fields),
  );
  const doing = useSending(() => perform(transaction.id, name, fields, key), onDone);
  const change = (changed: Partial<ActFields>): void => setFields({ ...fields, ...changed });
  const isSure = typed.trim().toLowerCase() === name;
  const wouldDo = rehearsal.data !== undefined && rehearsal.data.would !== 'failed';
  return (
    <Dialog
      title={`${title}: ${transaction.description}`}
      onClose={onClose}
      isWide
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button
            type="submit"
            form="act"
            class="button is-grave"
            disabled={!isSure || !wouldDo || rehearsal.isLoading || doing.isSending}
          >
            {title} it
          </button>
        </>
      }
    >
      <form
        id="act"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure && wouldDo) void doing.send(undefined);
        }}
      >
        <p class="prose">{says}</p>
        <div class="fields">
          {takes.includes('amount') ? (
            <TextField
              label={`Amount, at most ${left}`}
              name="amount"
              value={fields.amount}
              onInput={(amount) => change({ amount })}
              placeholder="all that is left"
              problem={rehearsal.problem}
              isAmount
            />
          ) : null}
          {takes.includes('date') ? (
            <TextField
              label="Effective"
              type="date"
              name="date"
              value={fields.date}
              onInput={(date) => change({ date })}
              problem={rehearsal.problem}
            />
          ) : null}
          {takes.includes('reason') ? (
            <TextField
              label="Reason"
              name="reason"
              value={fields.reason}
              onInput={(reason) => change({ reason })}
              problem={rehearsal.problem}
              hint="Kept in the log for ever"
            />
          ) : null}
        </div>
        {takes.includes('final') ? (
          <CheckField
            label="This is the last part: what is left is given back"
            isChecked={fields.isFinal}
            onChange={(isFinal) => change({ isFinal })}
          />
        ) : null}
        {rehearsal.problem === undefined ? null : <Problem of={rehearsal.problem} />}
        {rehearsal.data === undefined ? (
          rehearsal.problem === undefined ? (
            <Loading what="Trying it without doing it" />
          ) : null
        ) : (
          <DryRunPreview of={rehearsal.data} />
        )}
        <TextField label={`Type ${name} to be sure`} value={typed} onInput={setTyped} />
        <FormProblem of={doing.problem} />
      </form>
    </Dialog>
  );
};
