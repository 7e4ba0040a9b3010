/**
 * Lists transactions of a range of days that are far from the start of the list. The index finds the next transaction of each day. A page
 * of n rows needs only the n days whose next transactions come first. So the cost depends on the number of days, not on the number of
 * transactions.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { queryText } from '../../../../kernel/postgres/sql';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { TransactionFilter } from '../../application/reader';
import { Conditions } from './conditions';
import { withinDays } from './leads';
import { beyond, orderOf, type Start } from './led-rows';

/** The maximum number of days that are checked: about thirteen years. */
const maxListedDays = 5_000;

/** Returns the next ids in the range of days, at most `limit`; undefined if the range has too many days to check each of them. */
export const nextOfDays = async (
  tx: Tx,
  ledgerId: LedgerId,
  filter: TransactionFilter,
  start: Start,
  limit: number,
): Promise<readonly string[] | undefined> => {
  const where = new Conditions(ledgerId);
  const range = withinDays(where, filter);
  const order = orderOf(start);
  const ofDay = (day: string, count: number): string =>
    `select id from transactions where ledger_id = $1 and effective_date = ${day} ${beyond(where, start, 'id')}
      order by id ${order} limit ${count} offset 0`;
  const rows = await queryText<{ id: string | null; days: number }>(
    tx,
    // The recursion reads the index from one day to the next (a loose index scan).
    `with recursive days (number, day) as (
       (select 1, effective_date from transactions where ledger_id = $1 and ${range} order by effective_date limit 1)
       union all
       select d.number + 1, n.effective_date
         from days d
        cross join lateral (select effective_date from transactions
                             where ledger_id = $1 and effective_date > d.day and ${range}
                             order by effective_date limit 1 offset 0) n
        where d.number <= ${maxListedDays}
     ), first_days as (
       select d.day from days d cross join lateral (${ofDay('d.day', 1)}) n order by n.id ${order} limit ${limit}
     ), listed as (
       select n.id from first_days d cross join lateral (${ofDay('d.day', limit)}) n order by n.id ${order} limit ${limit}
     )
     select c.days, l.id from (select count(*)::integer as days from days) c left join listed l on true order by l.id ${order}`,
    where.values,
  );
  if ((rows[0]?.days ?? 0) > maxListedDays) return undefined;
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
};
