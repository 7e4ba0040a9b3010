/** The route of batches: up to a hundred transactions, each standing or falling by itself, or all together. */
import { setImmediate } from 'node:timers/promises';
import * as E from 'fp-ts/Either';
import { fieldErrors, type Attempt, type Decoded } from '../../../kernel/http/codecs';
import { anyKey, post, type Route } from '../../../kernel/http/route';
import { exemplified, type RefusalAnswer } from '../../../kernel/http/status';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Bookkeeping } from '../application/bookkeeping';
import type { AcceptedTransaction, Acceptances, AcceptRefusal, Submission } from '../application/writing/submission';
import type { DraftRefusal } from '../domain/refusals';
import type { TransactionRequest } from '../domain/transaction';
import { idempotencyKey, newBatch, type NewTransactionBody } from './codecs';
import { batchShape } from './shapes';
import { ledgeringAnswers } from './status';
import { toTransactionRequest } from './transactions';

interface BatchRejected {
  readonly kind: 'BatchRejected';
  readonly results: readonly object[];
}

const batchRejected = {
  BatchRejected: {
    status: 422,
    code: 'BATCH_REJECTED',
    message: () => 'A transaction of this atomic batch was refused, so none was accepted. See data.results.',
    data: ({ results }: BatchRejected) => ({ results }),
  },
} as const;

export const batchRoute = (bookkeeping: Bookkeeping): Route =>
  post(
    '/transactions/batch',
    {
      operationId: 'createTransactions',
      summary: 'Create up to 100 transactions',
      tag: 'Transactions',
      needs: anyKey,
      body: newBatch,
      invalid: 400,
      ok: 202,
      refusals: exemplified(batchRejected, { BatchRejected: { results: rejectedResults() } }),
      answer: batchShape,
      example: {
        body: { transactions: [sale('sale-2026-002', '10.50'), sale('sale-2026-003', '4.20')], atomic: false },
      },
    },
    async ({ caller, body }): Promise<Outcome<BatchRejected, Acceptances>> => {
      // Decoding the largest body took a whole slice of the event loop; the rest of the work begins another.
      await setImmediate();
      const submission: Submission = {
        caller,
        items: body.transactions.map(readItem),
        batch: { isAtomic: body.atomic },
      };
      const acceptances = await bookkeeping.accept(submission);
      return body.atomic && acceptances.results.some(refused)
        ? refuse({ kind: 'BatchRejected', results: acceptances.results.map(atomicResultView(body.transactions)) })
        : ok(acceptances);
    },
    ({ batchId, results }, { body }) => {
      const accepted = results.flatMap((result) => (refused(result) ? [] : [result.right]));
      return {
        data: {
          batch_id: batchId,
          atomic: body.atomic,
          accepted: accepted.length,
          rejected: results.length - accepted.length,
          replayed: accepted.filter(({ replayed }) => replayed).length,
          results: results.map((result, index) =>
            resultView(result, index, body.transactions[index] as Attempt<unknown>),
          ),
        },
        headers: {
          Location: `/api/v1/transactions?batch_id=${batchId}`,
          ...(results.every((result) => !refused(result) && result.right.replayed)
            ? { 'Idempotency-Replayed': 'true' }
            : {}),
        },
      };
    },
  );

const sale = (idempotency_key: string, amount: string): object => ({
  effective_date: '2026-01-15',
  description: 'Sale',
  idempotency_key,
  entries: [
    { account_code: 'BANK', type: 'debit', amount },
    { account_code: 'REVENUE', type: 'credit', amount },
  ],
});

/** One item of a batch, read like the body of a single POST. */
const readItem = ({ outcome }: Attempt<NewTransactionBody>): Outcome<DraftRefusal, TransactionRequest> =>
  E.isLeft(outcome)
    ? refuse({ kind: 'Invalid', errors: fieldErrors(outcome.left) })
    : toTransactionRequest(outcome.right);

const resultView = (
  result: Outcome<AcceptRefusal, AcceptedTransaction>,
  index: number,
  { input }: Attempt<unknown>,
): object => {
  if (!refused(result)) {
    const { id: transactionId, idempotencyKey, correlationId, replayed } = result.right;
    return {
      index,
      status: 'pending',
      id: transactionId,
      idempotency_key: idempotencyKey,
      correlation_id: correlationId,
      replayed,
      code: null,
      message: null,
      errors: null,
    };
  }
  return { ...rejectedView(index, input), ...describeRefusal(result.left) };
};

/** In a rejected atomic batch the good items are rejected too, because of the others. */
const atomicResultView =
  (items: Decoded<typeof newBatch>['transactions']) =>
  (result: Outcome<AcceptRefusal, AcceptedTransaction>, index: number): object => ({
    ...rejectedView(index, items[index]?.input),
    ...(refused(result) ? describeRefusal(result.left) : nothingWrong),
  });

const nothingWrong = {
  code: 'BATCH_REJECTED',
  message: 'Nothing is wrong with this transaction; another one of the atomic batch was refused.',
  errors: null,
};

/** For the document: one valid item, and one invalid one. */
const rejectedResults = (): readonly object[] => [
  { ...rejectedView(0, sale('sale-2026-002', '10.50')), ...nothingWrong },
  {
    ...rejectedView(1, sale('sale-2026-003', '4.20')),
    ...describeRefusal({ kind: 'EntryAccountNotFound', index: 0, account: 'BANK-2' }),
  },
];

const rejectedView = (index: number, item: unknown): object => {
  const key = (item as { idempotency_key?: unknown } | undefined)?.idempotency_key;
  return {
    index,
    status: 'rejected',
    id: null,
    // An invalid key is not shown: a key that is no text in the request must not become one in the answer.
    idempotency_key: E.isRight(idempotencyKey.decode(key)) ? key : null,
    correlation_id: null,
    replayed: false,
  };
};

/** The code, message and errors of a refusal inside the results of a batch. */
const describeRefusal = (
  refusal: AcceptRefusal,
): { readonly code: string; readonly message: string; readonly errors: object | null } => {
  const row = ledgeringAnswers[refusal.kind] as RefusalAnswer<AcceptRefusal>;
  return { code: row.code, message: row.message(refusal), errors: row.errors?.(refusal) ?? null };
};
