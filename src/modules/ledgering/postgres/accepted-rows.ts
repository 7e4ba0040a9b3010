/** Accepted transactions on their way into the database: a column of values for each column of the table. */
import { plainArray, textArray } from '../../../kernel/postgres/sql';
import { RulesChanged, WriteConflict } from '../application/ports';
import type { Acceptance } from '../domain/judging';
import type { Draft, DraftEntry } from '../domain/transaction';

interface Column {
  readonly name: string;
  readonly type: string;
  /** Free text is escaped; what is plain cannot hold anything that needs it. */
  readonly isFree: boolean;
  readonly of: (acceptance: Acceptance) => string | number | bigint | null;
}

const plain = (name: string, type: string, of: Column['of']): Column => ({ name, type, isFree: false, of });
const free = (name: string, type: string, of: Column['of']): Column => ({ name, type, isFree: true, of });
const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

const ofTransaction: readonly Column[] = [
  plain('id', 'uuid', ({ draft }) => draft.id),
  plain('journal_id', 'uuid', ({ draft }) => draft.journalId),
  plain('effective_date', 'date', ({ draft }) => draft.effectiveDate),
  plain('layer', 'layer', ({ draft }) => draft.layer),
  free('description', 'text', ({ draft }) => draft.description),
  free('reference', 'text', ({ draft }) => draft.reference),
  plain('total_amount', 'numeric', ({ draft }) => draft.totalAmount),
  plain('entry_count', 'smallint', ({ draft }) => draft.entries.length),
  free('correlation_id', 'text', ({ draft }) => draft.correlationId),
  free('correlation_type', 'text', ({ draft }) => draft.correlationType),
  plain('correlation_source_id', 'uuid', ({ draft }) => draft.correlationSourceId),
  free('idempotency_key', 'text', ({ draft }) => draft.idempotencyKey),
  free('metadata', 'json', ({ draft }) => json(draft.metadata)),
  free('attributes', 'json', ({ draft }) => json(draft.attributes)),
  free('transaction_code', 'text', ({ draft }) => draft.transactionCode),
  plain('transaction_code_version', 'integer', ({ draft }) => draft.transactionCodeVersion),
  plain('batch_id', 'uuid', ({ draft }) => draft.batchId),
  plain('reverses_transaction_id', 'uuid', ({ draft }) => draft.reversesTransactionId),
  plain('string_operation_id', 'uuid', ({ draft }) => draft.stringOperationId),
  free('accepted_by', 'text', ({ draft }) => draft.acceptedBy),
  plain('accepted_at', 'timestamptz', ({ draft }) => `"${draft.acceptedAt.toISOString()}"`),
];

const beside: readonly Column[] = [
  free('operation', 'text', ({ operation }) => operation),
  plain('makes', 'uuid', ({ makes }) => makes),
  plain('fingerprint', 'bytea', ({ fingerprint }) => `"\\\\x${fingerprint.toString('hex')}"`),
  free('indexed', 'json', ({ indexed }) => json(indexed)),
];

const columns = [...ofTransaction, ...beside];

/** How many parameters `acceptedRows` takes. */
export const acceptedParameters = columns.length;

/** The columns of `transactions` that hold the intent. */
export const transactionColumns = ofTransaction.map(({ name }) => name).join(', ');

/** One array for each parameter of `acceptedRows`. */
export const acceptedValues = (acceptances: readonly Acceptance[]): readonly unknown[] =>
  columns.map(({ isFree, of }) =>
    isFree ? textArray(acceptances.map(of) as (string | null)[]) : plainArray(acceptances.map(of)),
  );

/**
 * The first parts of a `with`: `accepted`, the rows whose parameters begin at `first`, with more columns behind them where
 * those are named; then their keys and their places in the attribute index are written.
 */
export const acceptedRows = (first: number, more: readonly string[]): string => {
  const all = [...columns.map(({ name, type }) => `${name} ${type}`), ...more].map((column) => column.split(' '));
  return `accepted as materialized (
     select * from unnest(${all.map(([, type], index) => `$${first + index}::${type}[]`).join(', ')})
       as a (${all.map(([name]) => name).join(', ')})
   ), claimed as (
     insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
     select $1, idempotency_key, operation, fingerprint, makes from accepted where idempotency_key is not null
   ), indexed as (
     insert into transaction_attributes (ledger_id, key, value, transaction_id)
     select $1, p.key, p.value, a.id
       from accepted a
      cross join lateral json_each_text(a.indexed) as p (key, value)
      where a.indexed is not null
   )`;
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
