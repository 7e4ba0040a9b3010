/** How settled balances of limited accounts go on after a day: read only where an account has later days, which few have. */
import type { LedgerId } from '../../../kernel/ids';
import { plainArray } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import { lastDay, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import { WriteConflict } from '../application/ports';
import type { AccountId } from '../domain/account';
import { stretchOfDay, type Course, type Stretch } from '../domain/course';

/** The courses of these accounts after the first of the days. `at` is where the log stood when the accounts were read. */
export const readCourses = async (
  tx: Tx,
  ledgerId: LedgerId,
  accountIds: readonly AccountId[],
  days: readonly Day[],
  at: bigint | undefined,
): Promise<ReadonlyMap<AccountId, Course>> => {
  const courses = new Map<AccountId, Stretch[]>();
  if (accountIds.length === 0) return courses;
  const rows = await fetchRows(tx, sql.read_courses, {
    ledger_id: ledgerId,
    // An account may have been read twice: a group names it by its id and by its code.
    account_ids: plainArray([...new Set(accountIds)]),
    since: firstOf(days),
    months: plainArray([...new Set(days.map((day) => `${day.slice(0, 7)}-01`))]),
  });
  for (const { last_sequence, account_id, day, change, low, low_day, high, high_day } of rows) {
    if (at !== undefined && BigInt(last_sequence) !== at) throw new WriteConflict('The ledger moved on.');
    const course = courses.get(account_id) ?? [];
    courses.set(account_id, course);
    course.push(
      low === null
        ? stretchOfDay(day, BigInt(change))
        : { day, change: BigInt(change), low: BigInt(low), lowDay: low_day, high: BigInt(high), highDay: high_day },
    );
  }
  return courses;
};

/** The day behind which later days matter; behind the last day there is there are none. */
export const firstOf = (days: readonly Day[]): Day => days.reduce((first, day) => (day < first ? day : first), lastDay);

type CourseRow = {
  readonly last_sequence: string;
  readonly account_id: AccountId;
  readonly day: Day;
  readonly change: string;
} & (
  | { readonly low: null; readonly low_day: null; readonly high: null; readonly high_day: null }
  | { readonly low: string; readonly low_day: Day; readonly high: string; readonly high_day: Day }
);

const sql = loadStatements(__filename, {
  read_courses: parameters('ledger_id', 'account_ids', 'since', 'months').rows<CourseRow>(),
});
