/**
 * What of the pending layer holds nothing, because it was reversed or reverses: sums over the days on which that was so,
 * which only reversals write. $1 is the ledger, $3 the day.
 */
import { statement } from '../../../kernel/postgres/sql';
import type { BalanceTotals } from '../application/reader';
import { leavesOfSet } from './account-set-statements';

export interface UndoneRow {
  readonly debits: string;
  readonly credits: string;
}

export const toUndone = (row: UndoneRow | undefined): BalanceTotals['undone'] => ({
  debits: BigInt(row?.debits ?? 0),
  credits: BigInt(row?.credits ?? 0),
});

const sums = 'coalesce(sum(u.debits), 0) as debits, coalesce(sum(u.credits), 0) as credits';

/** Of the account with the code $2. */
export const readUndone = statement(
  'read_undone',
  `select ${sums}
     from account_day_undone u
    where u.ledger_id = $1 and u.day <= $3
      and u.account_id = (select id from accounts where ledger_id = $1 and code = $2)`,
);

/** Of the distinct accounts in the set $2; in most ledgers there is nothing to look for. */
export const readUndoneOfSet = statement(
  'read_undone_of_set',
  `${leavesOfSet}
   select ${sums}
     from leaf a
    cross join lateral (select debits, credits from account_day_undone
                         where ledger_id = $1 and account_id = a.id and day <= $3 offset 0) u
    where (select true from account_day_undone where ledger_id = $1 limit 1)`,
);
