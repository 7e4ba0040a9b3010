/** The words of a transaction, their amendments, and the notes that are attached to it. None of it moves value. */
import { canonicalJson } from '../../../kernel/canonical-json';
import type { Id } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { TransactionId, TransactionStatus } from './transaction';

/** The request names a member of a transaction that is no word, such as its entries. */
export interface WordsOnly {
  readonly kind: 'WordsOnly';
  readonly member: string;
}
/** The transaction waits to be posted. */
export interface TransactionNotAmendable {
  readonly kind: 'TransactionNotAmendable';
}
/** The words would stay as they are. */
export interface NothingAmended {
  readonly kind: 'NothingAmended';
}

export type NoteId = Id<'note'>;

export interface Words {
  readonly description: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** A member that is undefined stays as it is; null takes the reference or the metadata away. */
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
  /** The address of a document, and the SHA-256 of its bytes in lower-case hex. */
  readonly url: string | null;
  readonly sha256: string | null;
  readonly idempotencyKey: string | null;
}

export interface Note extends Omit<NoteRequest, 'idempotencyKey'> {
  readonly id: NoteId;
  readonly createdAt: Date;
}

/** A transaction that is to be amended, under the lock of the head. */
export interface Worded {
  readonly status: TransactionStatus;
  readonly words: Words;
}

/** The amendment that the request makes of the present words. Refused: a transaction that is not decided, and a request that changes nothing. */
export const amend = (
  { status, words: before }: Worded,
  { transactionId, description, reference, metadata }: AmendmentRequest,
  now: Date,
): Outcome<TransactionNotAmendable | NothingAmended, Amendment> => {
  if (status === 'pending') return refuse({ kind: 'TransactionNotAmendable' });
  const after = {
    description: description ?? before.description,
    reference: reference === undefined ? before.reference : reference,
    metadata: metadata === undefined ? before.metadata : metadata,
  };
  if (areSame(before, after)) return refuse({ kind: 'NothingAmended' });
  return ok({ transactionId, before, after, amendedAt: now });
};

export const areSame = (one: Words, other: Words): boolean =>
  one.description === other.description &&
  one.reference === other.reference &&
  canonicalJson(one.metadata) === canonicalJson(other.metadata);
