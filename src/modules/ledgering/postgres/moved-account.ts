/**
 * The filter of transactions by account. No index holds the accounts of a transaction in the order of the list: where the
 * account moves often, the next transactions of the list are asked one by one; where it does not, its entries lead to them.
 */
import type { LedgerId } from '../../../kernel/ids';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Conditions } from './conditions';

/**
 * A condition on `transactions t`. Posted work has entries, of which those of the transaction are looked at and no others;
 * what waits, or failed, names its accounts in its draft.
 */
export const movesAccount = (where: Conditions, accountId: string): string => {
  const account = `${where.bind(accountId)}::uuid`;
  return `case when t.sequence is null
        then ${names(
          `coalesce(t.failed_draft, (select q.draft from posting_queue q where q.ledger_id = $1 and q.transaction_id = t.id))`,
          account,
        )}
        else exists (select from (select * from entries where ledger_id = $1 and sequence = t.sequence offset 0) e
                      where e.account_id = ${account} and e.transaction_id = t.id) end`;
};

const names = (draft: string, account: string): string =>
  `exists (select from json_array_elements(${draft} -> 'entries') e where e ->> 'accountId' = ${account}::text)`;

/** Whether the ledger has the account, or had it: no other is named by anything. */
export const isKnownAccount = async (tx: Tx, ledgerId: LedgerId, accountId: string): Promise<boolean> =>
  (await fetchRows(tx, sql.find_account, { ledger_id: ledgerId, account_id: accountId })).length > 0;

const sql = loadStatements(__filename, { find_account: parameters('ledger_id', 'account_id') });
