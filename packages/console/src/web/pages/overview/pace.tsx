/** Shows the number of transactions per day, counted in the newest pages of the list. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { usePlace, useToday } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { daysLater, formatDay } from '../../parts/day';
import { Answered } from '../../parts/states';

const daysShown = 30;
/** The maximum number of pages, of a hundred items each. It keeps the overview below twelve requests. */
const mostPages = 3;

type Transaction = Schemas['Transaction'];

interface Counted {
  readonly read: readonly Transaction[];
  /** Whether the pages contain all transactions of the shown days. */
  readonly isAll: boolean;
}

export const Pace = () => {
  const { asOf } = usePlace();
  const today = useToday();
  const last = asOf ?? today;
  const from = daysLater(last, 1 - daysShown);
  const counted = useAnswer<Counted>(`pace ${from} ${last}`, async () => {
    const read: Transaction[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const query = { from_date: from, to_date: last, limit: 100, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await ask(client.GET('/api/v1/transactions', { params: { query } }));
      if (!answer.ok) return answer;
      read.push(...answer.data);
      cursor = answer.pagination?.next_cursor ?? undefined;
      if (cursor === undefined) break;
    }
    return { ok: true, data: { read, isAll: cursor === undefined }, pagination: undefined, meta: undefined };
  });
  return (
    <Answered by={counted} what="Counting">
      {(data) => <Columns of={data} from={from} last={last} />}
    </Answered>
  );
};

interface ColumnsProps {
  readonly of: Counted;
  readonly from: string;
  readonly last: string;
}

const Columns = ({ of: { read, isAll }, from, last }: ColumnsProps) => {
  const counts = countsOf(read, from, last);
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const label = `${read.length}${isAll ? '' : ', the newest,'} ${read.length === 1 ? 'transaction' : 'transactions'} from ${formatDay(from)} to ${formatDay(last)}`;
  return (
    <figure class="pace-figure">
      <svg
        class="pace"
        viewBox={`0 0 ${counts.length * 10} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}, at the most ${most} on a day`}
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
        <span>{isAll ? `${read.length} in ${counts.length} days` : `the newest ${read.length} of more`}</span>
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
