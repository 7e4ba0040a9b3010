/** Shows the number of transactions per day, counted in the latest pages of the list. It shows only days of which it has read all. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { usePlace, useToday } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { daysLater, formatDay } from '../../parts/day';
import { Answered } from '../../parts/states';
import { dayCounts } from './day-counts';

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
      const query = {
        ...({ from_date: from, to_date: last, sort: '-effective_date', limit: 100 } as const),
        ...(cursor === undefined ? {} : { cursor }),
      };
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

const Columns = ({ of: { read, isAll }, from: first, last }: ColumnsProps) => {
  const counts = dayCounts(read, { isAll, from: first, last });
  const from = counts[0]?.day ?? first;
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  const isCut = !isAll && (read.at(-1)?.effective_date ?? '') >= last;
  const counted = `${isCut ? 'more than ' : ''}${count} ${count === 1 ? 'posting' : 'postings'}`;
  const label = `${counted} from ${formatDay(from)} to ${formatDay(last)}`;
  return (
    <figure class="pace-figure">
      <svg
        class="pace"
        viewBox={`0 0 ${counts.length * 10} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}, at most ${most} per day`}
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
          {counted} in {counts.length} {counts.length === 1 ? 'day' : 'days'}
        </span>
        <span>{formatDay(last)}</span>
      </figcaption>
    </figure>
  );
};
