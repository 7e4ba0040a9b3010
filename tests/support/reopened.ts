/**
 * Statements that reset an object to an earlier state, or to a state that is in no event of the log. Each statement returns the place of
 * the change, and each row of the table names the check of `verify` that finds the change.
 */
export const ledgerNorth = `(select id from ledgers where code = 'NORTH')`;
const ledgerId = ledgerNorth;

export const reopenings: readonly (readonly [what: string, statement: string, check: string, detail: string])[] = [
  [
    'a closed journal is open again, as in its earlier row',
    `update journals set is_closed = false, updated_at = created_at where ledger_id = ${ledgerId} and code = 'Q1'
     returning 'journal ' || id as place`,
    'chart-contents',
    'differs from the state that the last event about it recorded',
  ],
  [
    'the default journal has another name',
    `update journals set name = 'Other' where ledger_id = ${ledgerId} and code = 'DEFAULT' returning 'journal ' || id as place`,
    'chart-contents',
    'is in a state that no event of the log recorded',
  ],
  [
    'a released period lock is in force again',
    `update period_locks set released_at = null, release_reason = null where ledger_id = ${ledgerId} and released_at is not null
     returning 'period lock ' || id as place`,
    'chart-contents',
    'differs from the state that the last event about it recorded',
  ],
  [
    'an account that was closed is open again, as in its earlier row',
    `update accounts set is_active = true, updated_at = created_at where ledger_id = ${ledgerId} and code = 'UNUSED'
     returning 'account ' || id as place`,
    'chart-contents',
    'differs from the state that the last event about it recorded',
  ],
  [
    'the template of a transaction code was changed',
    `update trancodes set entries_template = '[]' where ledger_id = ${ledgerId} and code = 'SALE'
     returning 'transaction code ' || id as place`,
    'codes-are-logged',
    'differs from the state that the last event about it recorded',
  ],
  [
    'a deprecated transaction code is active again',
    `update trancodes set status = 'active', updated_at = created_at where ledger_id = ${ledgerId} and code = 'OLD-SALE'
     returning 'transaction code ' || id as place`,
    'codes-are-logged',
    'differs from the state that the last event about it recorded',
  ],
  [
    'the recorded answer of a transfer has another amount',
    `update string_operations set record = '{"amount": "9.99"}' where id = (select id from string_operations where ledger_id = ${ledgerId} order by id limit 1)
     returning 'string operation ' || id as place`,
    'operations-are-logged',
    'differs from the state that the last event about it recorded',
  ],
  [
    'the fingerprint of an idempotency key is that of another request',
    `update idempotency_keys k set fingerprint = overlay(k.fingerprint placing '\\x0f' from 9) from transactions t
      where k.ledger_id = ${ledgerId} and t.id = (select id from transactions where ledger_id = k.ledger_id and idempotency_key is not null
                                                    and sequence is not null order by sequence limit 1) and t.idempotency_key = k.key and t.ledger_id = k.ledger_id
     returning 'transaction ' || t.id as place`,
    'contents',
    'it, or the fingerprint of its idempotency key, does not match the hash in the log',
  ],
  [
    'a member of an account set was swapped for another',
    `update account_set_members m set member_id = a.id, account_id = a.id from accounts a
      where m.ledger_id = ${ledgerId} and m.account_id is not null and a.ledger_id = m.ledger_id and a.code = 'CASH'
     returning format('account set %s, member %s', m.account_set_id, m.member_id) as place`,
    'members-are-logged',
    'is a member, but the log did not add it',
  ],
  [
    'a member of an account set was removed',
    `delete from account_set_members where ledger_id = ${ledgerId} and account_id is not null
     returning format('account set %s, member %s', account_set_id, member_id) as place`,
    'members-are-logged',
    'is not a member, and event ',
  ],
  [
    'a member of an account set has an earlier start',
    `update account_set_members set created_at = created_at - interval '1 day' where ledger_id = ${ledgerId} and account_id is not null
     returning format('account set %s, member %s', account_set_id, member_id) as place`,
    'members-are-logged',
    'is a member since ',
  ],
  [
    'an account set has another code',
    `update account_sets set code = 'OTHER' where ledger_id = ${ledgerId} and code = 'TILLS' returning 'account set ' || id as place`,
    'chart-contents',
    'differs from the state that the last event about it recorded',
  ],
  [
    'an account set was deleted',
    `delete from account_sets where ledger_id = ${ledgerId} and code = 'ALL' returning 'account set ' || id as place`,
    'chart-contents',
    'is missing, but the log did not record its deletion',
  ],
  [
    'an account set was added',
    `insert into account_sets (ledger_id, id, code, name, created_at, updated_at)
     select ${ledgerId}, gen_random_uuid(), 'NEW', 'New', now(), now() returning 'account set ' || id as place`,
    'chart-contents',
    'exists, but the log has no event of it',
  ],
];
