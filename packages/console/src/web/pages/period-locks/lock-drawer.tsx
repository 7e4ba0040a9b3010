/** The form that locks a period, with its checklist, and the form that releases a lock, with a reason. */
import { ask } from '../../api/answer';
import { useToday } from '../../api/place';
import { client, type Schemas } from '../../api/client';
import { daysLater, formatDay, isDay } from '../../parts/day';
import { CheckField, TextArea, TextField } from '../../parts/form';
import { FormDialog, FormDrawer, useForm } from '../../parts/form-frame';
import { Checklist } from './checklist';

type PeriodLock = Schemas['PeriodLock'];

interface LockDrawerProps {
  /** The last locked day; undefined if none is locked. */
  readonly through: string | undefined;
  readonly day: string;
  readonly onClose: () => void;
  readonly onDone: (lock: PeriodLock) => void;
}

export const LockDrawer = ({ through, day: proposed, onClose, onDone }: LockDrawerProps) => {
  const today = useToday();
  const form = useForm(
    { locked_until: proposed, reason: '', includes_open_days: false },
    ({ reason, ...body }) => ask(client.POST('/api/v1/period-locks', { body: { ...body, reason: reason.trim() } })),
    onDone,
  );
  const { locked_until: day, reason, includes_open_days: includesOpenDays } = form.values;
  const isFurther = isDay(day) && (through === undefined || day > through);
  const isNotOver = isDay(day) && day >= today;
  return (
    <FormDrawer
      form={form}
      id="lock"
      title="Lock a period"
      submit={isFurther ? `Lock through ${formatDay(day)}` : 'Lock'}
      onClose={onClose}
      isReady={isFurther && reason.trim() !== '' && (!isNotOver || includesOpenDays)}
      after={
        isFurther ? (
          <section class="part">
            <h3>Before you lock</h3>
            <Checklist key={day} from={through === undefined ? undefined : daysLater(through, 1)} until={day} />
          </section>
        ) : null
      }
    >
      <p class="prose">
        After that, nothing can be posted with an effective date on or before that day, and nothing on those days can be
        voided. Posted transactions can still be reversed, and holds settled or released, on a later day. The lock can
        be released again; the ledger’s log keeps both.
      </p>
      <TextField
        label="Last day that is locked"
        type="date"
        {...form.field('locked_until')}
        isRequired
        hint={
          through === undefined
            ? 'Nothing is locked yet.'
            : isFurther
              ? `Locked so far: through ${formatDay(through)}.`
              : `Everything through ${formatDay(through)} is already locked: choose a later day.`
        }
      />
      <TextField
        label="Why"
        {...form.field('reason')}
        isRequired
        isFocused
        maxLength={1000}
        placeholder={isDay(day) ? `${monthOf(day)} is closed` : ''}
        hint="The log stores the reason permanently."
      />
      {isFurther && isNotOver ? (
        <CheckField
          label={`Lock days that are not over: transactions of ${day === today ? 'today' : `the days until ${formatDay(day)}`} can then no longer be posted on their own day`}
          {...form.check('includes_open_days')}
        />
      ) : null}
    </FormDrawer>
  );
};

const longMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthOf = (day: string): string => longMonth.format(new Date(`${day}T00:00:00Z`));

interface ReleaseDialogProps {
  readonly lock: PeriodLock;
  /** The last day that stays locked by other locks; undefined if none does. */
  readonly remaining: string | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export const ReleaseDialog = ({ lock, remaining, onClose, onDone }: ReleaseDialogProps) => {
  const form = useForm(
    { reason: '' },
    ({ reason }) => {
      const params = { path: { id: lock.id } };
      return ask(client.POST('/api/v1/period-locks/{id}/release', { params, body: { reason: reason.trim() } }));
    },
    onDone,
  );
  const opens = remaining === undefined || remaining < lock.locked_until;
  return (
    <FormDialog
      form={form}
      id="release"
      title={`Release the lock through ${formatDay(lock.locked_until)}`}
      submit="Release lock"
      onClose={onClose}
      isReady={form.values.reason.trim() !== ''}
      isGrave
    >
      <p class="prose">
        {!opens
          ? `Another lock still covers everything through ${formatDay(remaining)}: no day is unlocked.`
          : remaining === undefined
            ? `Every day through ${formatDay(lock.locked_until)} is unlocked.`
            : `The days from ${formatDay(daysLater(remaining, 1))} through ${formatDay(lock.locked_until)} are unlocked; earlier days stay locked.`}{' '}
        Reports of these days may then change.
      </p>
      <TextArea label="Why" {...form.field('reason')} isRequired rows={3} placeholder="A late invoice for October" />
    </FormDialog>
  );
};
