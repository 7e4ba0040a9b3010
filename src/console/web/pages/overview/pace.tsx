/** How many transactions each day has, counted among the newest: nothing is counted that was not read. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { usePlace } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { daysLater, formatDay, today } from '../../parts/day';

const daysShown = 30;
const furtherPages = 2;
const limit = 100;

type Transaction = Schemas['Transaction'];

export const Pace = ({
  first,
  next,
}: {
  readonly first: readonly Transaction[];
  readonly next: string | undefined;
}) => {
  const { asOf } = usePlace();
  const last = asOf ?? today();
  const begin = daysLater(last, 1 - daysShown);
  const further = useAnswer(next === undefined ? undefined : `pace ${asOf} ${next}`, async () => {
    const read: Transaction[] = [];
    let cursor = next;
    for (let page = 0; page < furtherPages && cursor !== undefined; page++) {
      const query = { limit, cursor, ...(asOf === undefined ? {} : { to_date: asOf }) };
      const answer = await ask(client.GET('/api/v1/transactions', { params: { query } }));
      if (!answer.ok) return answer;
      read.push(...answer.data);
      cursor = answer.pagination?.next_cursor ?? undefined;
      const reached = read.at(-1)?.effective_date.slice(0, 10) ?? '';
      if (reached < begin) break;
    }
    return { ok: true, data: { read, isAll: cursor === undefined }, pagination: undefined, meta: undefined };
  });
  if (next !== undefined && further.data === undefined && further.problem === undefined) return <div class="pace" />;
  const all = [...first, ...(further.data?.read ?? [])];
  const isAll = next === undefined || further.data?.isAll === true;
  const oldest = all.at(-1)?.effective_date.slice(0, 10) ?? last;
  // The oldest day that was read may have more than was read of it.
  const from = isAll || oldest < begin ? begin : oldest;
  const counts = countsOf(all, from, last);
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure class="pace-figure">
      <svg
        class="pace"
        viewBox={`0 0 ${counts.length * 10} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${total} transactions from ${formatDay(from)} to ${formatDay(last)}, at the most ${most} on a day`}
      >
        {counts.map(({ day, count }, index) => (
          <g key={day}>
            <title>{`${formatDay(day)}: ${count}`}</title>
            <rect class="room" x={index * 10} y="0" width="10" height="100" />
            <rect
              class="column"
              x={index * 10 + 1.5}
              y={100 - (96 * count) / most}
              width="7"
              height={(96 * count) / most}
            />
          </g>
        ))}
      </svg>
      <figcaption class="row spread small soft">
        <span>{formatDay(from)}</span>
        <span>
          {isAll || oldest < begin ? `${total} in ${counts.length} days` : `the newest ${all.length}`} · {most} on the
          busiest
        </span>
        <span>{formatDay(last)}</span>
      </figcaption>
    </figure>
  );
};

interface DayCount {
  readonly day: string;
  readonly count: number;
}

const countsOf = (transactions: readonly Transaction[], from: string, last: string): readonly DayCount[] => {
  const counts = new Map<string, number>();
  for (let day = from; day <= last; day = daysLater(day, 1)) counts.set(day, 0);
  for (const { effective_date: moment } of transactions) {
    const day = moment.slice(0, 10);
    const count = counts.get(day);
    if (count !== undefined) counts.set(day, count + 1);
  }
  return [...counts].map(([day, count]) => ({ day, count }));
};
