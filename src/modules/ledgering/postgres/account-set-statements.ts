/** The statements of account sets. Walks up and down the sets end, because a circle is never let in. */
import { statement } from '../../../kernel/postgres/sql';
import { totalsAsOf } from './totals';

// Depths count sets: above from the outermost set down to $2, below from the new member down to the innermost.
export const readMembership = statement(
  'read_membership',
  `with recursive above(id, depth) as (
     select $2::uuid, 1
     union
     select m.account_set_id, a.depth + 1
       from above a
      cross join lateral (select account_set_id from account_set_members
                           where ledger_id = $1 and child_set_id = a.id offset 0) m
   ), below(id, depth) as (
     select $4::uuid, 1 where $3 = 'account_set'
     union
     select m.child_set_id, b.depth + 1
       from below b
      cross join lateral (select child_set_id from account_set_members
                           where ledger_id = $1 and account_set_id = b.id offset 0) m
      where m.child_set_id is not null
   ), found as (
     select code, name from accounts where ledger_id = $1 and id = $4::uuid and $3 = 'account'
     union all
     select code, name from account_sets where ledger_id = $1 and id = $4::uuid and $3 = 'account_set'
   )
   select (select code from found) as code, (select name from found) as name,
          exists (select from account_set_members
                   where ledger_id = $1 and account_set_id = $2::uuid and member_id = $4::uuid) as is_member,
          exists (select from above where id = $4::uuid) as would_contain_itself,
          (select max(depth) from above) as depth_above,
          coalesce((select max(depth) from below), 0) as depth_below`,
);

/** More conditions may follow; $2 is the set. */
export const selectMembers = `select m.account_set_id, m.member_id, m.created_at,
          case when m.account_id is null then 'account_set' else 'account' end as member_type,
          coalesce(a.code, s.code) as code, coalesce(a.name, s.name) as name
     from account_set_members m
     left join lateral (select code, name from accounts where ledger_id = $1 and id = m.account_id offset 0) a on true
     left join lateral (select code, name from account_sets where ledger_id = $1 and id = m.child_set_id offset 0) s on true
    where m.ledger_id = $1 and m.account_set_id = $2::uuid`;

// Each account counts once, however many ways lead to it. Whether a member is a set is asked outside of the look-up: there
// it would let in an index that holds the sets of all sets.
export const leavesOfSet = `with recursive within(id) as (
     select $2::uuid
     union
     select m.child_set_id
       from within w
      cross join lateral (select child_set_id from account_set_members
                           where ledger_id = $1 and account_set_id = w.id offset 0) m
      where m.child_set_id is not null
   ), leaf as (
     select distinct m.account_id as id
       from within w
      cross join lateral (select account_id from account_set_members
                           where ledger_id = $1 and account_set_id = w.id offset 0) m
      where m.account_id is not null
   )`;

export const readSetBalance = statement(
  'read_account_set_balance',
  `${leavesOfSet}
   select t.layer, sum(t.debits) as debits, sum(t.credits) as credits, sum(t.entry_count) as entry_count,
          sum(t.debits_up_to) as debits_up_to, sum(t.credits_up_to) as credits_up_to, sum(t.count_up_to) as count_up_to,
          sum(t.debits_on) as debits_on, sum(t.credits_on) as credits_on, sum(t.count_on) as count_on,
          max(t.last_entry_date) as last_entry_date
     from leaf a
    cross join lateral (${totalsAsOf('a.id', 'used')} offset 0) t
    group by t.layer`,
);
