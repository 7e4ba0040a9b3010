/** The calendar: a row for each year and a cell for each month. A cell is filled in proportion to its locked days. */
import { formatDay } from '../../parts/day';
import { monthsOf, type Month } from './calendar';

interface YearGridProps {
  readonly years: readonly number[];
  readonly through: string | undefined;
  readonly today: string;
  /** Called with the day to lock; undefined if the person may not lock periods. */
  readonly onChoose: ((month: Month) => void) | undefined;
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const nameOf = (month: number): string => monthName.format(new Date(Date.UTC(2000, month, 1)));

export const YearGrid = ({ years, through, today, onChoose }: YearGridProps) => (
  <div class="year-grid">
    {years.map((year) => (
      <section key={year} class="year" aria-label={`Year ${year}`}>
        <h2>{year}</h2>
        <ol>
          {monthsOf(year, through).map((month, index) => (
            <li key={month.key}>
              <Cell
                month={month}
                name={nameOf(index)}
                through={through}
                isNow={today.startsWith(month.key)}
                isToCome={month.firstDay > today}
                onChoose={onChoose}
              />
            </li>
          ))}
        </ol>
      </section>
    ))}
  </div>
);

interface CellProps extends Pick<YearGridProps, 'through' | 'onChoose'> {
  readonly month: Month;
  readonly name: string;
  readonly isNow: boolean;
  readonly isToCome: boolean;
}

const Cell = ({ month, name, through, isNow, isToCome, onChoose }: CellProps) => {
  const isClosed = month.closed === 1;
  const isPart = month.closed > 0 && !isClosed;
  const state = isClosed ? 'locked' : isPart && through !== undefined ? `to ${Number(through.slice(8))}` : 'open';
  const classes = [
    'month',
    ...(isClosed ? ['is-closed'] : isPart ? ['is-part'] : []),
    ...(isNow ? ['is-now'] : []),
    ...(isToCome ? ['is-to-come'] : []),
  ].join(' ');
  const inside = (
    <>
      {isPart ? <span class="month-part" style={{ inlineSize: `${(month.closed * 100).toFixed(1)}%` }} /> : null}
      <span class="month-name">
        {isClosed ? <LockMark /> : null}
        {name}
      </span>
      <span class="month-state">{isNow && !isClosed && !isPart ? 'now' : isToCome && !isClosed ? '' : state}</span>
    </>
  );
  return onChoose === undefined || isClosed ? (
    <span class={classes}>
      {inside}
      <span class="heard">{isClosed ? '' : state}</span>
    </span>
  ) : (
    <button type="button" class={classes} onClick={() => onChoose(month)}>
      {inside}
      <span class="heard">
        {' '}
        {month.key.slice(0, 4)}: lock through {formatDay(month.lastDay)}
      </span>
    </button>
  );
};

const LockMark = () => (
  <svg class="lock-mark" viewBox="0 0 12 12" aria-hidden="true">
    <path d="M3.500 5.500V4a2.500 2.500 0 0 1 5 0v1.500" fill="none" stroke="currentColor" stroke-width="1.3" />
    <rect x="2.250" y="5.250" width="7.500" height="5.250" rx="1" fill="currentColor" />
  </svg>
);
