/** What is written of acceptances, of posted work and of events: a column of values for each column of the tables. */
import { bytesArray, plainArray, textArray } from '../../../kernel/postgres/sql';
import type { ParameterValues } from '../../../kernel/postgres/sql-file';
import { dayOf, type Day } from '../../../kernel/time';
import { RulesChanged, WriteConflict } from '../application/ports';
import type { DayChange, TotalsChange } from '../domain/books';
import type { LoggedEvent } from '../domain/event';
import type { Acceptance } from '../domain/judging';
import type { PostingPlan } from '../domain/posting';
import type { Draft, DraftEntry } from '../domain/transaction';

const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

/** The parameters of accepted transactions: those of the statements that write them, one array for each column. */
export const acceptedParameters = [
  ...(['transaction_ids', 'journal_ids', 'effective_dates', 'transaction_layers', 'transaction_descriptions'] as const),
  ...(['external_references', 'total_amounts', 'entry_counts', 'correlation_ids', 'correlation_types'] as const),
  ...(['correlation_source_ids', 'idempotency_keys', 'transaction_metadata', 'attributes'] as const),
  ...(['transaction_codes', 'transaction_code_versions', 'batch_ids', 'reverses_transaction_ids'] as const),
  ...(['string_operation_ids', 'accepted_by', 'accepted_at'] as const),
  ...(['operations', 'made_ids', 'fingerprints', 'indexed_attributes'] as const),
] as const;

/** Free text is escaped (`textArray`); what is plain cannot hold anything that needs it. */
export const acceptedValues = (acceptances: readonly Acceptance[]): ParameterValues<typeof acceptedParameters> => {
  const drafts = acceptances.map(({ draft }) => draft);
  return {
    transaction_ids: plainArray(drafts.map(({ id }) => id)),
    journal_ids: plainArray(drafts.map(({ journalId }) => journalId)),
    effective_dates: plainArray(drafts.map(({ effectiveDate }) => effectiveDate)),
    transaction_layers: plainArray(drafts.map(({ layer }) => layer)),
    transaction_descriptions: textArray(drafts.map(({ description }) => description)),
    external_references: textArray(drafts.map(({ reference }) => reference)),
    total_amounts: plainArray(drafts.map(({ totalAmount }) => totalAmount)),
    entry_counts: plainArray(drafts.map(({ entries }) => entries.length)),
    correlation_ids: textArray(drafts.map(({ correlationId }) => correlationId)),
    correlation_types: textArray(drafts.map(({ correlationType }) => correlationType)),
    correlation_source_ids: plainArray(drafts.map(({ correlationSourceId }) => correlationSourceId)),
    idempotency_keys: textArray(drafts.map(({ idempotencyKey }) => idempotencyKey)),
    transaction_metadata: textArray(drafts.map(({ metadata }) => json(metadata))),
    attributes: textArray(drafts.map(({ attributes }) => json(attributes))),
    transaction_codes: textArray(drafts.map(({ transactionCode }) => transactionCode)),
    transaction_code_versions: plainArray(drafts.map(({ transactionCodeVersion }) => transactionCodeVersion)),
    batch_ids: plainArray(drafts.map(({ batchId }) => batchId)),
    reverses_transaction_ids: plainArray(drafts.map(({ reversesTransactionId }) => reversesTransactionId)),
    string_operation_ids: plainArray(drafts.map(({ stringOperationId }) => stringOperationId)),
    accepted_by: textArray(drafts.map(({ acceptedBy }) => acceptedBy)),
    accepted_at: plainArray(drafts.map(({ acceptedAt }) => `"${acceptedAt.toISOString()}"`)),
    operations: textArray(acceptances.map(({ operation }) => operation)),
    made_ids: plainArray(acceptances.map(({ makes }) => makes)),
    fingerprints: bytesArray(acceptances.map(({ fingerprint }) => fingerprint)),
    indexed_attributes: textArray(acceptances.map(({ indexed }) => json(indexed))),
  };
};

const entryParameters = [
  ...(['entry_sequences', 'entry_positions', 'entry_ids', 'entry_transaction_ids', 'entry_account_ids'] as const),
  ...(['entry_layers', 'entry_types', 'entry_amounts', 'entry_effective_dates', 'entry_descriptions'] as const),
  ...(['entry_metadata', 'total_open_since'] as const),
] as const;

const entryValues = ({ posted, totals, at }: PostingPlan): ParameterValues<typeof entryParameters> => {
  const entries = posted.flatMap(({ transaction, sequence }) =>
    transaction.entries.map((entry, position) => ({ entry, position, sequence, transaction })),
  );
  const today = dayOf(at);
  return {
    entry_sequences: plainArray(entries.map(({ sequence }) => sequence)),
    entry_positions: plainArray(entries.map(({ position }) => position)),
    entry_ids: plainArray(entries.map(({ entry }) => entry.id)),
    entry_transaction_ids: plainArray(entries.map(({ transaction }) => transaction.id)),
    entry_account_ids: plainArray(entries.map(({ entry }) => entry.accountId)),
    entry_layers: plainArray(entries.map(({ entry }) => entry.layer)),
    entry_types: plainArray(entries.map(({ entry }) => entry.type)),
    entry_amounts: plainArray(entries.map(({ entry }) => entry.amount)),
    entry_effective_dates: plainArray(entries.map(({ transaction }) => transaction.effectiveDate)),
    entry_descriptions: textArray(entries.map(({ entry }) => entry.description)),
    entry_metadata: textArray(
      entries.map(({ entry }) => (entry.metadata === null ? null : JSON.stringify(entry.metadata))),
    ),
    total_open_since: plainArray(totals.map(({ since }) => openSince(since, today))),
  };
};

/**
 * The third of a month with which the days of an account begin that are not summed yet, where its first entries are these.
 * What lies ahead is not over: were it summed up to there, all that comes meanwhile would come late.
 */
const openSince = (firstDay: Day, today: Day): string => {
  const day = firstDay < today ? firstDay : today;
  const dayOfMonth = day.slice(8);
  return day.slice(0, 8) + (dayOfMonth < '11' ? '01' : dayOfMonth < '21' ? '11' : '21');
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

/** The parameters of each statement that adds to the books. */
export const addedParameters = [...entryParameters, ...totalParameters, ...dayParameters] as const;

export const addedValues = (plan: PostingPlan) =>
  [entryValues(plan), totalValues(plan.totals), dayValues(plan.days)] as const;

/** The parameters of events and of the head that they move, in each statement that appends to a log. */
export const loggedParameters = [
  ...(['event_sequences', 'event_types', 'event_transaction_ids', 'event_account_ids', 'event_actors'] as const),
  ...(['event_reasons', 'event_occurred_at', 'event_content_hashes', 'event_hashes'] as const),
  ...(['last_sequence', 'last_hash', 'last_transaction_sequence', 'sequence_before'] as const),
] as const;

/** Of one event or more. */
export const loggedValues = (
  events: readonly LoggedEvent[],
  lastTransactionSequence?: bigint,
): ParameterValues<typeof loggedParameters> => {
  const first = events[0] as LoggedEvent;
  const last = events[events.length - 1] as LoggedEvent;
  return {
    event_sequences: plainArray(events.map(({ sequence }) => sequence)),
    event_types: plainArray(events.map(({ type }) => type)),
    event_transaction_ids: plainArray(events.map(({ transactionId }) => transactionId)),
    event_account_ids: plainArray(events.map(({ accountId }) => accountId)),
    event_actors: events.map(({ actor }) => actor),
    event_reasons: textArray(events.map(({ reason }) => reason)),
    event_occurred_at: plainArray(events.map(({ occurredAt }) => `"${occurredAt.toISOString()}"`)),
    event_content_hashes: bytesArray(events.map(({ contentHash }) => contentHash)),
    event_hashes: bytesArray(events.map(({ hash }) => hash)),
    last_sequence: last.sequence.toString(),
    last_hash: last.hash,
    last_transaction_sequence: lastTransactionSequence?.toString() ?? null,
    sequence_before: (first.sequence - 1n).toString(),
  };
};

/** A key that is there already, a head that stands elsewhere, other rules: somebody came before. */
export const orWriteConflict = async <A>(writing: Promise<A>): Promise<A> => {
  try {
    return await writing;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === rulesChanged) throw new RulesChanged('The attribute rules have changed.', { cause: error });
    if (code === headMoved || constraint === 'idempotency_keys_pkey')
      throw new WriteConflict('Somebody came before.', { cause: error });
    throw error;
  }
};

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
