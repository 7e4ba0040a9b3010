/**
 * The chart of an account's balance over a period. If the period has few entries, the chart has a point for each. Otherwise it has points
 * for some days, and sends a request for each of them.
 */
import { useMemo } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { usePlace } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { formatAmount, roughly } from '../../parts/amount';
import { daysLater, formatDay, secondsOf } from '../../parts/day';
import { LineChart, type ChartPoint } from '../../parts/line-chart';
import { theBeginning } from '../../parts/stretches';
import type { AccountEntry, AccountStatement } from '../../parts/statement';

interface BalanceChartProps {
  readonly account: Schemas['Account'];
  readonly statement: AccountStatement;
  readonly entries: readonly AccountEntry[];
  /** Whether `entries` contains all entries of the period. */
  readonly isAll: boolean;
}

/**
 * The maximum number of days with a point if the period has too many entries. Each day is one request, and a page may send at most twelve.
 */
const daysRead = 6;
const daySeconds = 86_400;
const shortest = 2;

export const BalanceChart = ({ account, statement, entries, isAll }: BalanceChartProps) => {
  const { ledger } = usePlace();
  const { layer, from, to } = statement;
  const days = useMemo(
    () => daysBetween(from === theBeginning ? account.created_at.slice(0, 10) : from, to),
    [from, to],
  );
  const sampled = useAnswer(
    isAll || days.length === 0 ? undefined : `sampled ${account.id} ${layer} ${days.join()}`,
    async () => {
      const asked = days.map((day) => {
        const params = { path: { code: account.code }, query: { as_of_date: day } };
        return ask(client.GET('/api/v1/accounts/code/{code}/balance', { params }));
      });
      const answers = await Promise.all(asked);
      const failed = answers.find((answer) => !answer.ok);
      if (failed !== undefined && !failed.ok) return failed;
      const balances = answers.flatMap((answer) => (answer.ok ? [answer.data.layer_details[layer].balance] : []));
      return { ok: true, data: balances, pagination: undefined, meta: undefined };
    },
  );
  const points = useMemo<readonly ChartPoint[]>(() => {
    if (!isAll)
      return (sampled.data ?? []).map((balance, index) => ({
        at: secondsOf(days[index] ?? to),
        value: roughly(balance),
      }));
    const first = entries[0]?.effective_date ?? from;
    const begin = from < first && secondsOf(first) - secondsOf(from) < 400 * daySeconds ? from : first;
    return [
      { at: secondsOf(begin), value: roughly(statement.opening_balance) },
      ...lastOfEachDay(entries).map(({ effective_date: day, balance_after: after }) => ({
        at: secondsOf(day),
        value: roughly(after),
      })),
      { at: secondsOf(to), value: roughly(statement.closing_balance) },
    ].filter((point, index, all) => all[index + 1]?.at !== point.at);
  }, [isAll, sampled.data, entries, statement]);
  if (points.length < shortest) return null;
  const said = (amount: string): string => formatAmount(amount, ledger.display_decimals);
  return (
    <figure class="balance-chart">
      <LineChart
        points={points}
        isStepped={isAll}
        height={190}
        label={`Balance of ${account.code} from ${formatDay(from)} to ${formatDay(to)}: from ${said(statement.opening_balance)} to ${said(statement.closing_balance)} ${ledger.currency}`}
      />
      {isAll ? null : (
        <figcaption class="small soft">Closing balances of {days.length} evenly spaced days of the period.</figcaption>
      )}
    </figure>
  );
};

const lastOfEachDay = (entries: readonly AccountEntry[]): readonly AccountEntry[] =>
  entries.filter(({ effective_date: day }, index) => entries[index + 1]?.effective_date !== day);

/** Returns at most `daysRead` days, evenly spaced from the first to the last, both inclusive. */
const daysBetween = (from: string, to: string): readonly string[] => {
  const length = Math.max(0, Math.round((secondsOf(to) - secondsOf(from)) / daySeconds));
  const steps = Math.min(daysRead - 1, length);
  if (steps === 0) return [];
  return Array.from({ length: steps + 1 }, (_, index) => daysLater(from, Math.round((index * length) / steps)));
};
