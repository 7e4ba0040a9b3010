/** Amendments of a transaction's texts (description, reference, metadata), and notes that are attached to it. Neither moves value. */
import { canonicalJson } from '../../../kernel/canonical-json';
import type { Id } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { TransactionId, TransactionStatus } from './transaction';

/** The request contains a member of the transaction that cannot be amended, such as its entries. */
export interface WordsOnly {
  readonly kind: 'WordsOnly';
  readonly member: string;
}
/** The transaction is still pending, so its texts cannot be amended. */
export interface TransactionNotAmendable {
  readonly kind: 'TransactionNotAmendable';
}
/** The requested texts equal the present ones. */
export interface NothingAmended {
  readonly kind: 'NothingAmended';
}

export type NoteId = Id<'note'>;

export interface Words {
  readonly description: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** A request to amend the texts of a transaction. An undefined member does not change; null removes the reference or the metadata. */
export interface AmendmentRequest {
  readonly transactionId: TransactionId;
  readonly description?: string | undefined;
  readonly reference?: string | null | undefined;
  readonly metadata?: Words['metadata'] | undefined;
  readonly reason: string;
  readonly idempotencyKey: string | null;
}

export interface Amendment {
  readonly transactionId: TransactionId;
  readonly before: Words;
  readonly after: Words;
  readonly amendedAt: Date;
}

export interface NoteRequest {
  readonly transactionId: TransactionId;
  readonly text: string;
  /** The address of a document, and the SHA-256 hash of its bytes in lower-case hex; null if the note has none. */
  readonly url: string | null;
  readonly sha256: string | null;
  readonly idempotencyKey: string | null;
}

export interface Note extends Omit<NoteRequest, 'idempotencyKey'> {
  readonly id: NoteId;
  readonly createdAt: Date;
}

/** The status and the present texts of a transaction that is to be amended, read under the lock of the head. */
export interface Worded {
  readonly status: TransactionStatus;
  readonly words: Words;
}

/** Creates the amendment of a transaction's present texts. Refuses if the transaction is pending, or if the request changes nothing. */
export const amend = (
  { status, words: before }: Worded,
  { transactionId, description, reference, metadata }: AmendmentRequest,
  now: Date,
): Outcome<TransactionNotAmendable | NothingAmended, Amendment> => {
  if (status === 'pending') return refuse({ kind: 'TransactionNotAmendable' });
  const after = {
    description: description ?? before.description,
    reference: reference === undefined ? before.reference : reference,
    metadata: metadata === undefined || (isNone(metadata) && isNone(before.metadata)) ? before.metadata : metadata,
  };
  if (areSame(before, after)) return refuse({ kind: 'NothingAmended' });
  return ok({ transactionId, before, after, amendedAt: now });
};

/** An empty map means the same as none. */
const isNone = (metadata: Words['metadata']): boolean => Object.keys(metadata ?? {}).length === 0;

export const areSame = (one: Words, other: Words): boolean =>
  one.description === other.description &&
  one.reference === other.reference &&
  canonicalJson(one.metadata) === canonicalJson(other.metadata);
