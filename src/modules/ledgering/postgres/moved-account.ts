/**
 * The filter of transactions by account. No index holds the accounts of a transaction in the order of the list, so the list
 * is gone through; how each transaction is asked depends on how much the account moves.
 */
import type { LedgerId } from '../../../kernel/ids';
import { query, statement } from '../../../kernel/postgres/sql';
import type { Tx } from '../../../kernel/unit-of-work';

/** A condition on `transactions t`; `account` is a placeholder. */
export type MovesAccount = (account: string) => string;

export const movesAccount = async (tx: Tx, ledgerId: LedgerId, accountId: string): Promise<MovesAccount> => {
  const [row] = await query<{ is_quiet: boolean }>(tx, findQuiet, [ledgerId, accountId, maxQuietEntries]);
  const isAmongEntries = row?.is_quiet ? hasSequenceOf : hasEntryOf;
  // Posted work has entries; what waits, or failed, names its accounts in its draft.
  return (account) => `case when t.sequence is null
        then exists (select from json_array_elements(coalesce(
                       t.failed_draft,
                       (select q.draft from posting_queue q where q.ledger_id = $1 and q.transaction_id = t.id)) -> 'entries') e
                      where e ->> 'accountId' = ${account}::uuid::text)
        else ${isAmongEntries(account)} end`;
};

const maxQuietEntries = 1_000;

/** All entries of an account that has few are read at once, and each transaction is looked for among them. */
const hasSequenceOf: MovesAccount = (account) =>
  `t.sequence in (select sequence from entries where ledger_id = $1 and account_id = ${account}::uuid)`;

/** An account that has many is in one of the next transactions: their entries are looked at, and no others. */
const hasEntryOf: MovesAccount = (account) =>
  `exists (select from (select * from entries where ledger_id = $1 and sequence = t.sequence offset 0) e
            where e.account_id = ${account}::uuid and e.transaction_id = t.id)`;

const findQuiet = statement(
  'find_quiet',
  `select coalesce(sum(entry_count), 0) <= $3 as is_quiet from account_balances where ledger_id = $1 and account_id = $2`,
);
