/** The routes of a transaction's texts (description, reference, metadata): amendments, the list of amendments, and notes. */
import * as t from 'io-ts';
import {
  array,
  clearable,
  Codec,
  failure,
  id,
  isObject,
  named,
  nullable,
  object,
  optional,
  text,
  wording,
  type Decoded,
} from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { metadata } from '../../../../kernel/http/metadata';
import { get, pageReply, patch, post, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import { maxPageLimit } from '../../../../kernel/page';
import { ok, refuse } from '../../../../kernel/refusal';
import type { Bookkeeping } from '../../application/bookkeeping';
import type { WordsReader } from '../../application/words-reader';
import type { WordsOnly } from '../../domain/amendment';
import { transactionView } from '../../domain/formats/records';
import { maxDescriptionLength, type TransactionId } from '../../domain/transaction';
import { idempotencyKey, reason, reference } from './codecs';
import { ledgeringAnswers } from '../status';
import { transactionShape } from './transaction-shapes';
import { amendmentShape, noteShape } from './words-shapes';
import { amendmentView, noteView } from './words-views';

const tag = 'Transactions';
const oneTransaction = object({ transactionId: id<'transaction'>().described('The transaction, by its id.') });
const maxNoteLength = 2_000;
const maxUrlLength = 2_000;

/** The members of a transaction that cannot be amended. */
const lasting = [
  ...[
    'id',
    'amount',
    'total_amount',
    'entries',
    'effective_date',
    'date',
    'layer',
    'status',
    'journal_id',
    'attributes',
  ],
  ...['correlation_id', 'correlation_type', 'correlation_source_id', 'transaction_code', 'transaction_code_params'],
  ...['expires_at', 'hold', 'sequence', 'posted_at'],
];

const words = object({
  description: optional(wording({ min: 1, max: maxDescriptionLength })).described(
    'The new description; unchanged if left out.',
  ),
  reference: clearable(reference).described(
    'The new reference, at most 255 characters; null for none; unchanged if left out.',
  ),
  metadata: clearable(metadata).described(
    'The new metadata, which replaces all of the present metadata; null for none; unchanged if left out.',
  ),
  reason,
  idempotency_key: nullable(idempotencyKey),
});

const amendment = named(
  'NewAmendment',
  'New texts of a transaction. Its amounts, entries, days and attributes never change: it is reversed or voided.',
  new Codec<Decoded<typeof words> | WordsOnly>(words.schema, (input) => {
    const member = isObject(input) ? lasting.find((one) => Object.hasOwn(input, one)) : undefined;
    return member === undefined ? words.decode(input) : t.success({ kind: 'WordsOnly', member });
  }),
);

const isAddress = (value: string): boolean => {
  const { protocol } = URL.parse(value) ?? {};
  return protocol === 'https:' || protocol === 'http:';
};

const address = new Codec<string>({ type: 'string', format: 'uri', maxLength: maxUrlLength }, (input) => {
  const read = text({ min: 1, max: maxUrlLength }).decode(input);
  if (read._tag === 'Left') return read;
  return isAddress(read.right) ? read : failure(input, 'must be an address that begins with https:// or http://');
});

const sha256 = new Codec<string>({ type: 'string', pattern: '^[0-9a-fA-F]{64}$' }, (input) =>
  typeof input === 'string' && /^[0-9a-f]{64}$/i.test(input)
    ? t.success(input.toLowerCase())
    : failure(input, 'must be a SHA-256 in hex, which has 64 digits'),
);

const note = named(
  'NewTransactionNote',
  'A note for a transaction, or a reference to a document.',
  object({
    text: wording({ min: 1, max: maxNoteLength }).described('The text of the note, in 1 to 2,000 characters.'),
    url: nullable(address).described('The address of a document, over https or http; the ledger never opens it.'),
    sha256: nullable(sha256).described(
      'The SHA-256 of the bytes of that document, in hex, with which anyone can verify that it is the same document.',
    ),
    idempotency_key: nullable(idempotencyKey),
  }),
);

export const wordsRoutes = (bookkeeping: Bookkeeping, reader: WordsReader): readonly Route[] => [
  patch(
    '/transactions/:transactionId',
    {
      operationId: 'amendTransaction',
      summary: 'Amend the description, reference or metadata of a transaction',
      description:
        'Changes the texts of a transaction and nothing else: its hash, its receipt, exports and reports keep the texts that were posted, and `GET /transactions/{transactionId}/amendments` lists every change. Any other member of a transaction is 422 `TRANSACTION_WORDS_ONLY`, a request that changes nothing 422 `NOTHING_AMENDED`, and a pending transaction 409 `TRANSACTION_NOT_AMENDABLE`. Two amendments at once come one after the other, and the last one holds. With an idempotency key it is done once.',
      tag,
      needs: 'undo',
      params: oneTransaction,
      missing: 'TransactionNotFound',
      body: amendment,
      strict: true,
      idempotency: 'header must agree',
      ok: 200,
      refusals: only(
        ledgeringAnswers,
        'WordsOnly',
        'IdempotencyKeyInUse',
        'IdempotencyKeyReused',
        'TransactionNotFound',
        'TransactionNotAmendable',
        'NothingAmended',
      ),
      answer: transactionShape,
      example: {
        params: { transactionId: exampleId('transaction top-up-2026-001') },
        body: { reference: 'INV-2026-17', reason: 'The number of the invoice was missing' },
      },
    },
    async ({ caller, params, body }) =>
      'kind' in body
        ? refuse(body)
        : bookkeeping.amend(caller, {
            transactionId: params.transactionId as TransactionId,
            description: body.description,
            reference: body.reference,
            metadata: body.metadata,
            reason: body.reason,
            idempotencyKey: body.idempotency_key,
          }),
    ({ answer, replayed }, { caller }) => ({
      data: transactionView(caller)(answer),
      headers: replayedHeader(replayed),
    }),
  ),
  get(
    '/transactions/:transactionId/amendments',
    {
      operationId: 'listTransactionAmendments',
      summary: 'List the amendments of a transaction, oldest first',
      description:
        'Lists every change to the texts of a transaction, oldest first: the texts before and after, the reason, and who changed them. The first one has the texts that were posted.',
      tag,
      needs: 'read',
      eventual: true,
      params: oneTransaction,
      missing: 'TransactionNotFound',
      list: true,
      ok: 200,
      refusals: only(ledgeringAnswers, 'TransactionNotFound'),
      answer: array(amendmentShape, 0, maxPageLimit),
      example: { params: { transactionId: exampleId('transaction top-up-2026-001') } },
    },
    async ({ caller, params, slice }) => {
      const page = await reader.amendments(caller, params.transactionId as TransactionId, slice);
      return page ? ok(page) : refuse({ kind: 'TransactionNotFound' } as const);
    },
    (page) => pageReply(page, amendmentView),
  ),
  post(
    '/transactions/:transactionId/notes',
    {
      operationId: 'createTransactionNote',
      summary: 'Attach a note to a transaction',
      description:
        'Attaches a note or a reference to a document to a transaction, whatever its status. A note is never changed or deleted: a later one corrects it. With an idempotency key it is attached only once; without one, a repeated request attaches a second note.',
      tag,
      needs: 'post',
      params: oneTransaction,
      missing: 'TransactionNotFound',
      body: note,
      idempotency: 'header must agree',
      ok: 201,
      alsoOk: 200,
      refusals: only(ledgeringAnswers, 'IdempotencyKeyInUse', 'IdempotencyKeyReused', 'TransactionNotFound'),
      answer: noteShape,
      example: {
        params: { transactionId: exampleId('transaction top-up-2026-001') },
        body: {
          ...{ text: 'Approved by the treasurer', url: 'https://documents.example/approvals/17' },
          idempotency_key: 'approval-2026-017',
        },
      },
    },
    ({ caller, params, body }) =>
      bookkeeping.annotate(caller, {
        transactionId: params.transactionId as TransactionId,
        text: body.text,
        url: body.url,
        sha256: body.sha256,
        idempotencyKey: body.idempotency_key,
      }),
    ({ answer, replayed }) => ({
      data: noteView(answer),
      headers: {
        Location: `/api/v1/transactions/${answer.transactionId}/notes`,
        ...replayedHeader(replayed),
      },
      ...(replayed ? { status: 200 } : {}),
    }),
  ),
  get(
    '/transactions/:transactionId/notes',
    {
      operationId: 'listTransactionNotes',
      summary: 'List the notes of a transaction, oldest first',
      description: 'Lists the notes that are attached to a transaction, oldest first, with who attached each.',
      tag,
      needs: 'read',
      eventual: true,
      params: oneTransaction,
      missing: 'TransactionNotFound',
      list: true,
      ok: 200,
      refusals: only(ledgeringAnswers, 'TransactionNotFound'),
      answer: array(noteShape, 0, maxPageLimit),
      example: { params: { transactionId: exampleId('transaction top-up-2026-001') } },
    },
    async ({ caller, params, slice }) => {
      const page = await reader.notes(caller, params.transactionId as TransactionId, slice);
      return page ? ok(page) : refuse({ kind: 'TransactionNotFound' } as const);
    },
    (page) => pageReply(page, noteView),
  ),
];

const replayedHeader = (replayed: boolean): Readonly<Record<string, string>> =>
  replayed ? { 'Idempotency-Replayed': 'true' } : {};
