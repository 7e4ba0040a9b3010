/** The names of which a finding of `verify` about a changed row must contain one, and the columns and swaps that are tried. */
import type { Row } from './tampered-values';

/** For each table, the texts of which one must be in a finding about the row. */
export const namesOf: Readonly<Record<string, (row: Row) => readonly unknown[]>> = {
  ledger_heads: () => ['head'],
  accounts: ({ id }) => [id],
  account_balances: ({ account_id }) => [account_id],
  account_day_balances: ({ account_id }) => [account_id],
  account_period_balances: ({ account_id }) => [account_id],
  account_day_undone: ({ account_id }) => [account_id],
  journals: ({ id }) => [id, 'journals besides DEFAULT', 'journal DEFAULT'],
  account_sets: ({ id }) => [id],
  account_set_members: ({ account_set_id, member_id }) => [account_set_id, member_id],
  period_locks: ({ id }) => [id, 'period locks'],
  transactions: ({ id }) => [id],
  posting_queue: ({ transaction_id }) => [transaction_id],
  entries: ({ transaction_id, account_id }) => [transaction_id, account_id],
  entries_undone: ({ sequence, position }) => [`entry ${(position as number) + 1} of sequence ${sequence as string}`],
  idempotency_keys: ({ key, made_id }) => [key, made_id],
  keys_of_events: ({ key, sequence }) => [key, `event ${Number(sequence)}`],
  // `verify` reports a missing event at the event next to it.
  ledger_log: ({ sequence, transaction_id, account_id }) => [
    `event ${Number(sequence)}`,
    `event ${Number(sequence) + 1}`,
    'head',
    transaction_id,
    account_id,
  ],
  ledger_log_subjects: ({ sequence }) => [`event ${Number(sequence)}`],
  string_operations: ({ id }) => [id],
  trancodes: ({ id }) => [id],
  transaction_attributes: ({ transaction_id }) => [transaction_id],
  attribute_usage: ({ key }) => [`attribute ${key as string}`],
  transaction_correlations: ({ transaction_id }) => [transaction_id],
};

/** Tables whose rows may be missing, because nothing else refers to them. */
export const voluntary = ['account_set_members', 'transaction_attributes'];

/** The columns whose values no hash and no other row confirms. */
export const untold: Readonly<Record<string, readonly string[]>> = {
  // A migration wrote these columns once, from the books of that time, so no other row confirms them.
  ledger_heads: ['judged_by_day_after'],
  string_operations: ['is_logged'],
  trancodes: ['is_logged'],
};

export const swaps: readonly (readonly [table: string, column: string])[] = [
  ['accounts', 'name'],
  ['accounts', 'type'],
  ['account_balances', 'debits'],
  ['account_day_balances', 'credits'],
  ['account_period_balances', 'debits'],
  ['transactions', 'sequence'],
  ['transactions', 'description'],
  ['posting_queue', 'draft'],
  ['entries', 'amount'],
  ['entries', 'account_id'],
  ['entries', 'id'],
  ['idempotency_keys', 'made_id'],
  ['idempotency_keys', 'log_sequence'],
  ['keys_of_events', 'key'],
  ['trancodes', 'name'],
  ['trancodes', 'status'],
  ['ledger_log', 'hash'],
  ['ledger_log', 'transaction_id'],
  ['ledger_log_subjects', 'content'],
  ['ledger_log_subjects', 'sequence'],
  ['transaction_correlations', 'log_sequence'],
];
