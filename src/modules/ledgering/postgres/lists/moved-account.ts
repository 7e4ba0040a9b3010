/**
 * The filter of transactions by account. No index has the accounts of transactions in the order of the list. If the account has entries in
 * many transactions, the next transactions of the list are tested one by one; otherwise they are found through the account's entries.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { Conditions } from './conditions';

/**
 * Returns the condition that a row of `transactions t` names the account. A posted transaction is tested by its entries, a pending or
 * failed one by its draft.
 */
export const movesAccount = (where: Conditions, accountId: string): string => {
  const account = `${where.bind(accountId)}::uuid`;
  return `case when t.sequence is null
        then ${names(draft, account)}
        else exists (select from (select * from entries where ledger_id = $1 and sequence = t.sequence offset 0) e
                      where e.account_id = ${account} and e.transaction_id = t.id) end`;
};

/** The draft of a pending or failed transaction. */
const draft = `coalesce(t.failed_draft, (select q.draft from posting_queue q where q.ledger_id = $1 and q.transaction_id = t.id))`;

/** Joins as `m` the amounts that each row of `transactions t` debits and credits to the account, in its entries or in its draft. */
export const joinMoved = (where: Conditions, accountId: string): string => {
  const account = `${where.bind(accountId)}::uuid`;
  return `cross join lateral (
      select coalesce(sum(amount) filter (where type = 'debit'), 0) as debits,
             coalesce(sum(amount) filter (where type = 'credit'), 0) as credits
        from (select e.type::text as type, e.amount
                from (select * from entries where ledger_id = $1 and sequence = t.sequence offset 0) e
               where e.account_id = ${account} and e.transaction_id = t.id
              union all
              select e ->> 'type', (e ->> 'amount')::numeric
                from json_array_elements(case when t.sequence is null then ${draft} -> 'entries' end) e
               where e ->> 'accountId' = ${account}::text) moved) m`;
};

const names = (draft: string, account: string): string =>
  `exists (select from json_array_elements(${draft} -> 'entries') e where e ->> 'accountId' = ${account}::text)`;

/** Returns whether the ledger has or had the account. No transaction can name any other account. */
export const isKnownAccount = async (tx: Tx, ledgerId: LedgerId, accountId: string): Promise<boolean> =>
  (await fetchRows(tx, sql.find_account, { ledger_id: ledgerId, account_id: accountId })).length > 0;

const sql = loadStatements(__filename, { find_account: parameters('ledger_id', 'account_id') });
