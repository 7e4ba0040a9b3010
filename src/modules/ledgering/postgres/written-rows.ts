/** What is written of acceptances, of posted work and of events. */
import type { LedgerId } from '../../../kernel/ids';
import { plainArray } from '../../../kernel/postgres/sql';
import {
  changeRows,
  insertion,
  loadStatements,
  parameters,
  type ParameterValues,
} from '../../../kernel/postgres/sql-file';
import { insertRows, type ColumnsOf } from '../../../kernel/postgres/sql-rows';
import { dayOf, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Layer } from '../../../kernel/accounting';
import type { AccountId } from '../domain/account';
import { RulesChanged, WriteConflict } from '../application/ports';
import type { DayChange, TotalsChange } from '../domain/books';
import type { LoggedEvent } from '../domain/event';
import type { Acceptance } from '../domain/judging';
import type { PostingPlan } from '../domain/posting';
import type { Draft, DraftEntry, PendingTransaction } from '../domain/transaction';

const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

/** What is decided of a transaction as it is accepted; absent where it only waits. */
export interface Decision {
  readonly sequence: bigint | null;
  readonly logSequence: bigint | null;
  /** JSON, where it failed: why, and what it wanted. */
  readonly failure: string | null;
  readonly failedDraft: string | null;
}

/** Keys, transactions and their places in the attribute index. */
export const writeAccepted = async (
  tx: Tx,
  ledgerId: LedgerId,
  acceptances: readonly Acceptance[],
  decisionOf: (acceptance: Acceptance) => Decision | undefined = () => undefined,
): Promise<void> => {
  const keyed = acceptances.filter(({ draft }) => draft.idempotencyKey !== null);
  const transactions = acceptances.map((acceptance) => {
    const { draft } = acceptance;
    return { draft, at: draft.acceptedAt.toISOString(), decision: decisionOf(acceptance) };
  });
  const attributes = acceptances.flatMap(({ draft, indexed }) =>
    Object.entries(indexed ?? {}).map(([key, value]) => ({ key, value, id: draft.id })),
  );
  await Promise.all([
    insertRows(tx, sql.insert_keys, ledgerId, keyed, keyColumns),
    insertRows(tx, sql.insert_transactions, ledgerId, transactions, transactionColumns),
    insertRows(tx, sql.insert_attributes, ledgerId, attributes, attributeColumns),
  ]);
};

/** Entries, and what they add to totals. Gives the first day of each account and layer that is not summed yet. */
export const writeEntries = async (
  tx: Tx,
  ledgerId: LedgerId,
  { posted, totals, at }: PostingPlan,
): Promise<readonly Day[]> => {
  const entries = posted.flatMap(({ transaction, sequence }) =>
    transaction.entries.map((entry, position) => ({ entry, position, sequence, transaction })),
  );
  const today = dayOf(at);
  const columns = {
    ...totalColumns,
    // What lies ahead is not over: were it summed up to there, all that comes meanwhile would come late.
    open_since: ({ since }: TotalsChange) => thirdOf(since < today ? since : today),
  };
  const [, open] = await Promise.all([
    insertRows(tx, sql.insert_entries, ledgerId, entries, entryColumns),
    insertRows(tx, sql.add_to_totals, ledgerId, totals, columns),
  ]);
  return open.map(({ open_since }) => open_since);
};

/** What is added to days. Gives how many entries each of them has now. */
export const writeDays = (tx: Tx, ledgerId: LedgerId, days: readonly DayChange[]): Promise<readonly AddedDayRow[]> =>
  insertRows(tx, sql.add_to_days, ledgerId, days, dayColumns);

export interface AddedDayRow {
  readonly account_id: AccountId;
  readonly layer: Layer;
  readonly day: Day;
  readonly entry_count: number;
}

/** The first day of the third of a month that the day is in. */
export const thirdOf = (day: Day): Day => {
  const dayOfMonth = day.slice(8);
  return (day.slice(0, 8) + (dayOfMonth < '11' ? '01' : dayOfMonth < '21' ? '11' : '21')) as Day;
};

export const totalParameters = [
  'total_account_ids',
  'total_layers',
  'total_debits',
  'total_credits',
  'total_entry_counts',
] as const;

export const totalValues = (totals: readonly TotalsChange[]): ParameterValues<typeof totalParameters> => ({
  total_account_ids: plainArray(totals.map(({ accountId }) => accountId)),
  total_layers: plainArray(totals.map(({ layer }) => layer)),
  total_debits: plainArray(totals.map(({ debits }) => debits)),
  total_credits: plainArray(totals.map(({ credits }) => credits)),
  total_entry_counts: plainArray(totals.map(({ entryCount }) => entryCount)),
});

export const dayParameters = [
  'day_account_ids',
  'day_layers',
  'days',
  'day_debits',
  'day_credits',
  'day_entry_counts',
] as const;

export const dayValues = (days: readonly DayChange[]): ParameterValues<typeof dayParameters> => ({
  day_account_ids: plainArray(days.map(({ accountId }) => accountId)),
  day_layers: plainArray(days.map(({ layer }) => layer)),
  days: plainArray(days.map(({ day }) => day)),
  day_debits: plainArray(days.map(({ debits }) => debits)),
  day_credits: plainArray(days.map(({ credits }) => credits)),
  day_entry_counts: plainArray(days.map(({ entryCount }) => entryCount)),
});

/**
 * Appends to the ledger's log: the events, and the head that they move. Needs the lock of the head, and throws when it is not
 * where the first event continues. `lastTransactionSequence` is given where transactions were posted.
 */
export const appendToLog = async (
  tx: Tx,
  ledgerId: LedgerId,
  events: readonly LoggedEvent[],
  lastTransactionSequence?: bigint,
): Promise<void> => {
  const [first, last] = [events[0], events[events.length - 1]];
  if (!first || !last) return;
  const [, moved] = await Promise.all([
    insertRows(tx, sql.insert_events, ledgerId, events, eventColumns),
    changeRows(tx, sql.move_head, {
      ledger_id: ledgerId,
      last_sequence: last.sequence.toString(),
      last_hash: last.hash,
      last_transaction_sequence: lastTransactionSequence?.toString() ?? null,
      sequence_before: (first.sequence - 1n).toString(),
    }),
  ]);
  mustHaveChanged('heads', 1, moved);
};

/** Rows that do not change as planned mean that the plan was made of something untrue: nothing may commit. */
export const mustHaveChanged = (what: string, planned: number, changed: number): void => {
  if (changed !== planned) throw new Error(`${changed} rows of ${what} changed instead of ${planned}`);
};

/** A key that is there already, a head that stands elsewhere, other rules: somebody came before. */
export const orWriteConflict = async <A>(writing: Promise<A>): Promise<A> => {
  try {
    return await writing;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === rulesChanged) throw new RulesChanged('The attribute rules have changed.', { cause: error });
    if (code === headMoved || keyInUse.test(constraint ?? ''))
      throw new WriteConflict('Somebody came before.', { cause: error });
    throw error;
  }
};

/** On a node of many, its name has the number of the shard. */
const keyInUse = /^idempotency_keys_pkey(_\d+)?$/;

/** What the database answers to a plan that begins elsewhere. */
const headMoved = 'LG007';
/** And to a write that was judged by other attribute rules. */
const rulesChanged = 'LG010';

/** A draft as it waits in the queue, or is kept when it failed: what the poster needs, and nothing else. */
export interface QueuedDraft {
  /** Of these members: another format is read by its own reader. */
  readonly format: 1;
  readonly journal: Draft['journalId'];
  readonly day: Draft['effectiveDate'];
  readonly by: string;
  /** Hex. */
  readonly hash: string;
  readonly entries: readonly (Omit<DraftEntry, 'amount'> & { readonly amount: string })[];
}

export const queuedDraft = ({ draft, contentHash }: Acceptance): QueuedDraft => ({
  format: 1,
  journal: draft.journalId,
  day: draft.effectiveDate,
  by: draft.acceptedBy,
  hash: contentHash.toString('hex'),
  entries: draft.entries.map((entry) => ({ ...entry, amount: entry.amount.toString() })),
});

const sql = loadStatements(__filename, {
  insert_keys: insertion('key', 'operation', 'fingerprint', 'made_id'),
  insert_transactions: insertion(
    ...(['id', 'journal_id', 'effective_date', 'layer', 'description', 'reference', 'total_amount'] as const),
    ...(['entry_count', 'correlation_id', 'correlation_type', 'correlation_source_id', 'idempotency_key'] as const),
    ...(['metadata', 'attributes', 'transaction_code', 'transaction_code_version', 'batch_id'] as const),
    ...(['reverses_transaction_id', 'string_operation_id', 'accepted_by', 'accepted_at', 'status'] as const),
    ...(['sequence', 'posted_at', 'log_sequence', 'failure', 'failed_draft', 'updated_at'] as const),
  ),
  insert_attributes: insertion('key', 'value', 'transaction_id'),
  insert_entries: insertion(
    ...(['sequence', 'position', 'id', 'transaction_id', 'account_id', 'layer', 'type', 'amount'] as const),
    ...(['effective_date', 'description', 'metadata'] as const),
  ),
  add_to_totals: insertion('account_id', 'layer', 'debits', 'credits', 'entry_count', 'open_since').rows<{
    open_since: Day;
  }>(),
  add_to_days: insertion('account_id', 'layer', 'day', 'debits', 'credits', 'entry_count').rows<AddedDayRow>(),
  insert_events: insertion(
    ...(['sequence', 'type', 'transaction_id', 'account_id', 'actor', 'reason', 'occurred_at'] as const),
    ...(['content_hash', 'hash'] as const),
  ),
  move_head: parameters('ledger_id', 'last_sequence', 'last_hash', 'last_transaction_sequence', 'sequence_before'),
});

const keyColumns: ColumnsOf<typeof sql.insert_keys, Acceptance> = {
  key: ({ draft }) => draft.idempotencyKey,
  operation: ({ operation }) => operation,
  fingerprint: ({ fingerprint }) => fingerprint,
  made_id: ({ makes }) => makes,
};

interface Written {
  readonly draft: Draft;
  readonly at: string;
  readonly decision: Decision | undefined;
}

const transactionColumns: ColumnsOf<typeof sql.insert_transactions, Written> = {
  id: ({ draft }) => draft.id,
  journal_id: ({ draft }) => draft.journalId,
  effective_date: ({ draft }) => draft.effectiveDate,
  layer: ({ draft }) => draft.layer,
  description: ({ draft }) => draft.description,
  reference: ({ draft }) => draft.reference,
  total_amount: ({ draft }) => draft.totalAmount,
  entry_count: ({ draft }) => draft.entries.length,
  correlation_id: ({ draft }) => draft.correlationId,
  correlation_type: ({ draft }) => draft.correlationType,
  correlation_source_id: ({ draft }) => draft.correlationSourceId,
  idempotency_key: ({ draft }) => draft.idempotencyKey,
  metadata: ({ draft }) => json(draft.metadata),
  attributes: ({ draft }) => json(draft.attributes),
  transaction_code: ({ draft }) => draft.transactionCode,
  transaction_code_version: ({ draft }) => draft.transactionCodeVersion,
  batch_id: ({ draft }) => draft.batchId,
  reverses_transaction_id: ({ draft }) => draft.reversesTransactionId,
  string_operation_id: ({ draft }) => draft.stringOperationId,
  accepted_by: ({ draft }) => draft.acceptedBy,
  accepted_at: ({ at }) => at,
  status: ({ decision }) => (decision === undefined ? 'pending' : decision.failure === null ? 'posted' : 'failed'),
  sequence: ({ decision }) => decision?.sequence ?? null,
  posted_at: ({ decision, at }) => (decision && decision.sequence !== null ? at : null),
  log_sequence: ({ decision }) => decision?.logSequence ?? null,
  failure: ({ decision }) => decision?.failure ?? null,
  failed_draft: ({ decision }) => decision?.failedDraft ?? null,
  updated_at: ({ at }) => at,
};

interface IndexedAttribute {
  readonly key: string;
  readonly value: string;
  readonly id: Draft['id'];
}

const attributeColumns: ColumnsOf<typeof sql.insert_attributes, IndexedAttribute> = {
  key: ({ key }) => key,
  value: ({ value }) => value,
  transaction_id: ({ id }) => id,
};

interface PlacedEntry {
  readonly entry: DraftEntry;
  readonly position: number;
  readonly sequence: bigint;
  readonly transaction: PendingTransaction;
}

const entryColumns: ColumnsOf<typeof sql.insert_entries, PlacedEntry> = {
  sequence: ({ sequence }) => sequence,
  position: ({ position }) => position,
  id: ({ entry }) => entry.id,
  transaction_id: ({ transaction }) => transaction.id,
  account_id: ({ entry }) => entry.accountId,
  layer: ({ entry }) => entry.layer,
  type: ({ entry }) => entry.type,
  amount: ({ entry }) => entry.amount,
  effective_date: ({ transaction }) => transaction.effectiveDate,
  description: ({ entry }) => entry.description,
  metadata: ({ entry }) => json(entry.metadata),
};

const totalColumns = {
  account_id: ({ accountId }: TotalsChange) => accountId,
  layer: ({ layer }: TotalsChange) => layer,
  debits: ({ debits }: TotalsChange) => debits,
  credits: ({ credits }: TotalsChange) => credits,
  entry_count: ({ entryCount }: TotalsChange) => entryCount,
};

const dayColumns: ColumnsOf<typeof sql.add_to_days, DayChange> = {
  account_id: ({ accountId }) => accountId,
  layer: ({ layer }) => layer,
  day: ({ day }) => day,
  debits: ({ debits }) => debits,
  credits: ({ credits }) => credits,
  entry_count: ({ entryCount }) => entryCount,
};

const eventColumns: ColumnsOf<typeof sql.insert_events, LoggedEvent> = {
  sequence: ({ sequence }) => sequence,
  type: ({ type }) => type,
  transaction_id: ({ transactionId }) => transactionId,
  account_id: ({ accountId }) => accountId,
  actor: ({ actor }) => actor,
  reason: ({ reason }) => reason,
  occurred_at: ({ occurredAt }) => occurredAt.toISOString(),
  content_hash: ({ contentHash }) => contentHash,
  hash: ({ hash }) => hash,
};
