/**
 * Prints accounts and transactions as JSON, for the responses of routes, for events and for webhooks. Amounts are in major units, instants
 * in UTC, names in snake_case. Events are stored with these bytes, so a member may be added but never changed.
 */
import type { Amendment, Note, Words } from '../amendment';
import { formatAmount, type Denomination, type Minor } from '../../../../kernel/money';
import type { Principal } from '../../../../kernel/principal';
import { midnightOf } from '../../../../kernel/time';
import type { Account } from '../account';
import type { HoldStanding } from '../hold';
import type { TransactionRow } from '../transaction-row';

/** The members of a Principal that give the ledger of the printed records and its denomination. */
type Ledgers = Pick<Principal, 'ledgerId' | 'denomination'>;

export const accountView =
  ({ ledgerId, denomination }: Ledgers) =>
  (account: Account & { readonly balance: Minor }): object => ({
    id: account.id,
    ledger_id: ledgerId,
    code: account.code,
    name: account.name,
    type: account.type,
    category: account.category,
    normal_balance: account.normalBalance,
    parent_id: account.parentId,
    description: account.description,
    is_active: account.isActive,
    is_system: account.isSystem,
    metadata: account.metadata,
    enforce_balance_limits: account.limits.enforced,
    limit_basis: account.limits.basis,
    min_balance: account.limits.min === null ? null : formatAmount(account.limits.min, denomination),
    max_balance: account.limits.max === null ? null : formatAmount(account.limits.max, denomination),
    ...{ cash_flow: account.cashFlow, is_group: account.isGroup, balance: formatAmount(account.balance, denomination) },
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  });

/** Prints an account without its balance. */
export const accountRecord = (ledger: Ledgers, account: Account): object => {
  const { balance: _, ...record } = accountView(ledger)({ balance: 0n as Minor, ...account }) as { balance: unknown };
  return record;
};

export const transactionView =
  ({ ledgerId, denomination }: Ledgers) =>
  (transaction: TransactionRow): object => ({
    id: transaction.id,
    ledger_id: ledgerId,
    reference: transaction.reference,
    description: transaction.description,
    effective_date: midnightOf(transaction.effectiveDate),
    date: midnightOf(transaction.effectiveDate),
    layer: transaction.layer,
    status: transaction.status,
    total_amount: formatAmount(transaction.totalAmount, denomination),
    entry_count: transaction.entries.length,
    entries: transaction.entries.map((entry) => ({
      id: entry.id,
      account_id: entry.accountId,
      account_code: entry.accountCode,
      account_name: entry.accountName,
      amount: formatAmount(entry.amount, denomination),
      type: entry.type,
      layer: entry.layer,
      description: entry.description,
      metadata: entry.metadata,
    })),
    journal_id: transaction.journalId,
    correlation_id: transaction.correlationId,
    correlation_type: transaction.correlationType,
    correlation_source_id: transaction.correlationSourceId,
    idempotency_key: transaction.idempotencyKey,
    metadata: transaction.metadata,
    attributes: transaction.attributes,
    transaction_code: transaction.transactionCode,
    transaction_code_version: transaction.transactionCodeVersion,
    batch_id: transaction.batchId,
    sequence: transaction.sequence === null ? null : Number(transaction.sequence),
    posted_at: transaction.postedAt?.toISOString() ?? null,
    reverses_transaction_id: undoneBy('reversal', transaction),
    releases_transaction_id: undoneBy('release', transaction),
    settles_transaction_id: transaction.settlesTransactionId,
    extends_transaction_id: undoneBy('extension', transaction),
    reversed_by_transaction_id: transaction.reversalIds.at(-1) ?? null,
    reversed_amount: formatAmount(transaction.reversedAmount, denomination),
    reversal_ids: transaction.reversalIds,
    hold: transaction.hold && holdView(transaction.hold, denomination),
    ...{ void_reason: transaction.voidReason, failure: transaction.failure },
    amended_at: transaction.amendedAt?.toISOString() ?? null,
    created_at: transaction.acceptedAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
  });

const undoneBy = (as: string, { undoesTransactionId, correlationType }: TransactionRow): string | null =>
  correlationType === as ? undoesTransactionId : null;

const holdView = (
  {
    state,
    amount,
    extendedAmount,
    settledAmount,
    excessAmount,
    releasedAmount,
    remainingAmount,
    expiresAt,
  }: HoldStanding,
  denomination: Denomination,
): object => ({
  state,
  amount: formatAmount(amount, denomination),
  extended_amount: formatAmount(extendedAmount, denomination),
  settled_amount: formatAmount(settledAmount, denomination),
  excess_amount: formatAmount(excessAmount, denomination),
  released_amount: formatAmount(releasedAmount, denomination),
  remaining_amount: formatAmount(remainingAmount, denomination),
  expires_at: expiresAt?.toISOString() ?? null,
});

export const amendmentTold = ({ transactionId, before, after, amendedAt }: Amendment): object => ({
  transaction_id: transactionId,
  before: wordsView(before),
  after: wordsView(after),
  amended_at: amendedAt.toISOString(),
});

const wordsView = ({ description, reference, metadata }: Words): object => ({ description, reference, metadata });

export const noteTold = ({ id, transactionId, text, url, sha256, createdAt }: Note): object => ({
  ...{ id, transaction_id: transactionId },
  ...{ text, url, sha256 },
  created_at: createdAt.toISOString(),
});
