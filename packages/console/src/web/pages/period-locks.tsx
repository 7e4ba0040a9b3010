/** The page with the calendar of locked months, and with all locks. Each lock can be released. */
import { useState } from 'preact/hooks';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { every } from '../api/every';
import { pageOf, usePlace, useToday, useQuery } from '../api/place';
import { mayAs } from '../api/session';
import { useAnswer } from '../api/use-answer';
import { formatDay } from '../parts/day';
import { Badge, Day, Moment } from '../parts/labels';
import { actColumn, logColumn, NewButton } from '../parts/list';
import { For, Page } from '../parts/page';
import { Empty, Loading, Problem } from '../parts/states';
import { Table, type Column } from '../parts/table';
import { LogLink } from './activity/log-link';
import { lockedThrough, lockedWithout, proposedDay, yearsOf } from './period-locks/calendar';
import { LockDrawer, ReleaseDialog } from './period-locks/lock-drawer';
import { YearGrid } from './period-locks/year-grid';
import './period-locks/period-locks.css';

type PeriodLock = Schemas['PeriodLock'];

/** The API's limit on locks on one page of the list. With one lock per month, these are the locks of eight years. */
const mostLocks = 100;

export const PeriodLocks = () => {
  const { asOf, role } = usePlace();
  const today = useToday();
  const query = useQuery();
  const [chosen, setChosen] = useState<string>();
  const [releasing, setReleasing] = useState<PeriodLock>();
  const [said, setSaid] = useState('');
  const slice = pageOf(query, mostLocks);
  // The page of the list may lack the lock that reaches farthest. So the locked days are computed from all locks.
  const all = useAnswer('all period-locks', () =>
    every((each) => ask(client.GET('/api/v1/period-locks', { params: { query: each } }))),
  );
  const locks = useAnswer(`period-locks ${slice.cursor ?? ''}`, () =>
    ask(client.GET('/api/v1/period-locks', { params: { query: slice } })),
  );
  const ledger = useAnswer('ledger', () => ask(client.GET('/api/v1/ledger')));
  const now = asOf ?? today;
  const through = lockedThrough(all.data ?? []);
  const earlier = Number(query.get('more') ?? 0) || 0;
  const years = yearsOf(all.data ?? [], now, ledger.data?.created_at.slice(0, 10) ?? now, earlier);
  const mayLock = mayAs(role, 'bookkeeper');
  const problem = locks.problem ?? all.problem;
  const reload = (): void => {
    locks.reload();
    all.reload();
  };
  const done = (text: string): void => {
    setSaid(text);
    setChosen(undefined);
    setReleasing(undefined);
    reload();
  };

  return (
    <Page
      title="Period locks"
      under={
        all.data === undefined
          ? undefined
          : through === undefined
            ? 'No day is locked'
            : `Locked through ${formatDay(through)}`
      }
      actions={
        all.data === undefined ? null : (
          <For least="bookkeeper">
            <NewButton onClick={() => setChosen(proposedDay(through, now))}>Lock a period</NewButton>
          </For>
        )
      }
    >
      <p role="status" class={said === '' ? 'heard' : 'note is-good'}>
        {said}
      </p>
      {problem === undefined ? null : <Problem of={problem} retry={reload} />}
      {locks.data === undefined || all.data === undefined ? (
        problem === undefined ? (
          <Loading />
        ) : null
      ) : (
        <>
          <section class="stack" aria-label="Calendar">
            <YearGrid
              years={years}
              through={through}
              today={now}
              onChoose={mayLock ? (month) => setChosen(month.lastDay) : undefined}
            />
            <div class="row spread small soft">
              <span class="legend">
                <span class="month is-closed" aria-hidden="true" /> locked
                <span class="month" aria-hidden="true" /> open
                <span class="month is-now" aria-hidden="true" />{' '}
                {asOf === undefined ? 'this month' : 'the month of the chosen day'}
              </span>
              <button type="button" class="button is-plain is-small" onClick={() => query.set({ more: earlier + 3 })}>
                Earlier years
              </button>
            </div>
          </section>
          <section class="part">
            <h2>Locks</h2>
            {locks.data.length === 0 ? (
              <Empty title="No day is locked">
                <p>
                  When a month has been reviewed, lock it, so that its reports no longer change. A posting on a locked
                  day is then refused, and the error names the first day allowed.
                </p>
              </Empty>
            ) : (
              <Table
                caption="Locks, newest first"
                isCaptionHidden
                columns={columnsWith(mayLock ? setReleasing : undefined)}
                rows={locks.data}
                rowKey={({ id }) => id}
                rowClass={({ released_at: released }) => (released === null ? undefined : 'is-off')}
                isLoading={locks.isLoading}
                pagination={locks.pagination}
              />
            )}
          </section>
        </>
      )}
      {chosen === undefined ? null : (
        <LockDrawer
          through={through}
          day={chosen}
          onClose={() => setChosen(undefined)}
          onDone={(lock) => done(`Everything through ${formatDay(lock.locked_until)} is locked.`)}
        />
      )}
      {releasing === undefined ? null : (
        <ReleaseDialog
          lock={releasing}
          remaining={lockedWithout(all.data ?? [], releasing.id)}
          onClose={() => setReleasing(undefined)}
          onDone={() => done(`The lock through ${formatDay(releasing.locked_until)} is released.`)}
        />
      )}
    </Page>
  );
};

const columnsWith = (release: ((lock: PeriodLock) => void) | undefined): readonly Column<PeriodLock>[] => [
  { key: 'until', title: 'Through', cell: (lock) => <Day of={lock.locked_until} /> },
  { key: 'reason', title: 'Reason', cell: (lock) => lock.reason },
  { key: 'made', title: 'Locked', isWide: true, cell: (lock) => <Moment of={lock.created_at} /> },
  {
    key: 'state',
    title: 'State',
    cell: (lock) =>
      lock.released_at === null ? (
        <Badge tone="good">in force</Badge>
      ) : (
        <>
          <Badge>released</Badge> <Moment of={lock.released_at} isAgo />
          <div class="small">{lock.release_reason}</div>
        </>
      ),
  },
  logColumn((lock) => <LogLink log="activity" id={lock.id} of={`the lock through ${lock.locked_until}`} />),
  ...(release === undefined
    ? []
    : [
        actColumn((lock: PeriodLock) =>
          lock.released_at === null ? (
            <button type="button" class="button is-small" onClick={() => release(lock)}>
              Release
            </button>
          ) : null,
        ),
      ]),
];
