/** The forms that lock a period, after a look at what that closes, and that release a lock, with a reason. */
import { useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { useToday } from '../../api/place';
import { client, type Schemas } from '../../api/client';
import { daysLater, formatDay, isDay } from '../../parts/day';
import { Dialog, Drawer } from '../../parts/dialog';
import { CheckField, FormProblem, TextArea, TextField, useSending } from '../../parts/form';
import { Checklist } from './checklist';

type PeriodLock = Schemas['PeriodLock'];

interface LockDrawerProps {
  /** The last day that is locked already. */
  readonly through: string | undefined;
  readonly day: string;
  readonly onClose: () => void;
  readonly onDone: (lock: PeriodLock) => void;
}

export const LockDrawer = ({ through, day: proposed, onClose, onDone }: LockDrawerProps) => {
  const today = useToday();
  const [day, setDay] = useState(proposed);
  const [reason, setReason] = useState('');
  const [includesOpenDays, setIncludesOpenDays] = useState(false);
  const locking = useSending(
    () =>
      ask(
        client.POST('/api/v1/period-locks', {
          body: { locked_until: day, reason: reason.trim(), includes_open_days: includesOpenDays },
        }),
      ),
    onDone,
  );
  const isFurther = isDay(day) && (through === undefined || day > through);
  const isNotOver = isDay(day) && day >= today;
  return (
    <Drawer
      title="Lock a period"
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it open
          </button>
          <button
            type="submit"
            form="lock"
            class="button is-main"
            disabled={!isFurther || reason.trim() === '' || (isNotOver && !includesOpenDays) || locking.isSending}
          >
            {isFurther ? `Lock through ${formatDay(day)}` : 'Lock'}
          </button>
        </>
      }
    >
      <form
        id="lock"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void locking.send(undefined);
        }}
      >
        <p class="prose">
          Once it is locked, nothing effective on or before that day is posted, voided, settled or reversed, by anybody.
          It can be released again, and both acts stay in the ledger’s log.
        </p>
        <TextField
          label="Last day that is locked"
          type="date"
          name="locked_until"
          value={day}
          onInput={setDay}
          problem={locking.problem}
          isRequired
          hint={
            through === undefined
              ? 'Nothing is locked yet.'
              : isFurther
                ? `Locked so far: through ${formatDay(through)}.`
                : `Everything through ${formatDay(through)} is locked already: choose a later day.`
          }
        />
        <TextField
          label="Why"
          name="reason"
          value={reason}
          onInput={setReason}
          problem={locking.problem}
          isRequired
          isFocused
          maxLength={1000}
          placeholder={isDay(day) ? `${monthOf(day)} is closed` : ''}
          hint="The log keeps it for later readers."
        />
        {isFurther && isNotOver ? (
          <CheckField
            label={`Lock days that are not over: transactions of ${day === today ? 'today' : `the days until ${formatDay(day)}`} can then no longer be posted on their own day`}
            isChecked={includesOpenDays}
            onChange={setIncludesOpenDays}
          />
        ) : null}
        <FormProblem of={locking.problem} shown={['locked_until', 'reason']} />
      </form>
      {isFurther ? (
        <section class="part">
          <h3>Before you lock</h3>
          <Checklist key={day} from={through === undefined ? undefined : daysLater(through, 1)} until={day} />
        </section>
      ) : null}
    </Drawer>
  );
};

const longMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthOf = (day: string): string => longMonth.format(new Date(`${day}T00:00:00Z`));

interface ReleaseDialogProps {
  readonly lock: PeriodLock;
  /** The last day that other locks still close. */
  readonly remaining: string | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export const ReleaseDialog = ({ lock, remaining, onClose, onDone }: ReleaseDialogProps) => {
  const [reason, setReason] = useState('');
  const releasing = useSending(() => {
    const params = { path: { id: lock.id } };
    return ask(client.POST('/api/v1/period-locks/{id}/release', { params, body: { reason: reason.trim() } }));
  }, onDone);
  const opens = remaining === undefined || remaining < lock.locked_until;
  return (
    <Dialog
      title={`Release the lock through ${formatDay(lock.locked_until)}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button
            type="submit"
            form="release"
            class="button is-grave"
            disabled={reason.trim() === '' || releasing.isSending}
          >
            Release it
          </button>
        </>
      }
    >
      <p class="prose">
        {!opens
          ? `Another lock still closes the books through ${formatDay(remaining)}: no day opens.`
          : remaining === undefined
            ? `Every day through ${formatDay(lock.locked_until)} opens again.`
            : `The days from ${formatDay(daysLater(remaining, 1))} through ${formatDay(lock.locked_until)} open again; earlier days stay locked.`}{' '}
        Reports of these days may then change.
      </p>
      <form
        id="release"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void releasing.send(undefined);
        }}
      >
        <TextArea
          label="Why"
          name="reason"
          value={reason}
          onInput={setReason}
          problem={releasing.problem}
          isRequired
          rows={3}
          placeholder="A late invoice for October"
        />
        <FormProblem of={releasing.problem} shown={['reason']} />
      </form>
    </Dialog>
  );
};
