/** Accepted transactions on their way into the database: a column of values for each column of the table. */
import { bytesArray, plainArray, textArray } from '../../../kernel/postgres/sql';
import type { ParameterValues } from '../../../kernel/postgres/sql-file';
import { RulesChanged, WriteConflict } from '../application/ports';
import type { Acceptance } from '../domain/judging';
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
