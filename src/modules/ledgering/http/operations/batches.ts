/** The route of batches: up to a hundred operations, which are accepted or refused separately, or all together. */
import * as E from 'fp-ts/Either';
import { fieldErrors, type Attempt, type Decoded } from '../../../../kernel/http/codecs';
import { dryRunStatus, post, type Reply, type Route } from '../../../../kernel/http/route';
import { exemplified, only, refusalBody, type RefusalAnswer } from '../../../../kernel/http/status';
import type { Principal } from '../../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { Bookkeeping } from '../../application/bookkeeping';
import type {
  Operation,
  OperationRefusal,
  Performed,
  PerformedOperation,
} from '../../application/operations/operation';
import type { Decision } from '../../application/reader';
import { whyTooLarge } from '../../domain/draft';
import type { DraftRefusal, RequestTooLarge } from '../../domain/refusals';
import type { TransactionRequest } from '../../domain/transaction';
import { newBatch, type BatchItem } from './batch-codecs';
import { idempotencyKey } from '../transactions/codecs';
import { toExtension, toRelease, toReversal, toSettlement } from './one-operation';
import { balanceChangeView } from '../answers';
import { wouldView } from './rehearsals';
import { batchRehearsalShape, batchShape } from '../transactions/transaction-shapes';
import { ledgeringAnswers } from '../status';
import { decisionsShown, toTransactionRequest } from '../transactions/new-transaction';
import { transactionView } from '../../domain/formats/records';

interface BatchRejected {
  readonly kind: 'BatchRejected';
  readonly results: readonly object[];
}

const batchRejected = {
  BatchRejected: {
    status: 422,
    code: 'BATCH_REJECTED',
    when: 'The batch is atomic and one of its items was refused, so that nothing was written; `data.results` shows which.',
    message: () =>
      'A transaction of this atomic batch was refused, so this request wrote nothing. See data.results: an item with replayed true was made by an earlier request, and stays.',
    data: ({ results }: BatchRejected) => ({ results }),
  },
} as const;

type Items = readonly Outcome<DraftRefusal, Operation>[];

export const batchRoute = (bookkeeping: Bookkeeping): Route =>
  post(
    '/transactions/batch',
    {
      operationId: 'createTransactions',
      summary: 'Create, settle, release, extend and reverse up to 100 transactions',
      description:
        'Executes up to 100 items in their order: posts, settlements, releases, extensions and reversals, each as its own endpoint would. By default each succeeds or fails alone, and `results` has the result of each; with `atomic` one refusal refuses all with 422 `BATCH_REJECTED`, and nothing is written; the same applies to a batch with more than 2,000 entries in all, including those that codes, settlements, releases and reversals create (422 `REQUEST_TOO_LARGE`). With `Prefer: wait=5` each result carries the outcome of its item. It counts as one request of the rate budget. Items with idempotency keys are done once, however often the batch is sent; with the header `Idempotency-Key`, items without a key get one from it.',
      tag: 'Transactions',
      needs: 'post',
      idempotency: 'header with index',
      waits: true,
      body: newBatch,
      invalid: 400,
      ok: 202,
      refusals: {
        ...only(ledgeringAnswers, 'RequestTooLarge'),
        ...exemplified(batchRejected, { BatchRejected: { results: rejectedExample() } }),
      },
      answer: batchShape,
      dryRun: batchRehearsalShape,
      example: {
        body: { transactions: [sale('sale-2026-002', '10.50'), sale('sale-2026-003', '4.20')], atomic: false },
      },
    },
    async ({ caller, body, waitSeconds, isDryRun }): Promise<Outcome<BatchRejected | RequestTooLarge, Batched>> => {
      const tooManySent = whyTooLarge(entriesOf(body.transactions));
      if (tooManySent) return refuse(tooManySent);
      const items = body.transactions.map(readItem);
      const batch = { isAtomic: body.atomic };
      const posts = isDryRun ? undefined : postsAlone(items);
      const performed: Performed = posts
        ? { ...(await bookkeeping.accept({ caller, items: posts, batch })), rehearsed: null }
        : await bookkeeping.perform({ caller, items, batch, isDryRun });
      const tooLarge = performed.results.find(isTooLarge);
      if (tooLarge) return tooLarge;
      if (body.atomic && performed.results.some(refused))
        return refuse({ kind: 'BatchRejected', results: await rejectedResults(bookkeeping, caller, performed, body) });
      if (isDryRun) return ok({ ...performed, now: new Map(), hasWaited: false });
      const made = performed.results.flatMap((result) => (refused(result) ? [] : [result.right]));
      const now = await decisionsShown(bookkeeping, caller.ledgerId, made, waitSeconds);
      return ok({ ...performed, now, hasWaited: waitSeconds > 0 });
    },
    (performed, { body, caller }) =>
      performed.rehearsed ? rehearsedReply(performed, body.atomic, caller) : performedReply(performed, body),
  );

/** Counts the entries in the request, including those of invalid items. */
const entriesOf = (items: Decoded<typeof newBatch>['transactions']): number =>
  items.reduce((sum, { input }) => {
    const { entries } = (input ?? {}) as { readonly entries?: unknown };
    return sum + (Array.isArray(entries) ? entries.length : 0);
  }, 0);

/** Returns whether the whole request was refused because it is too large. Every result is then this refusal. */
const isTooLarge = (
  result: Outcome<OperationRefusal, PerformedOperation>,
): result is Extract<Outcome<RequestTooLarge, never>, { readonly _tag: 'Left' }> =>
  refused(result) && result.left.kind === 'RequestTooLarge';

/**
 * Returns the posts of a batch that has only posts; such a batch can share a commit with other requests. Undefined if the batch has other
 * operations.
 */
const postsAlone = (items: Items): readonly Outcome<DraftRefusal, TransactionRequest>[] | undefined => {
  const posts: Outcome<DraftRefusal, TransactionRequest>[] = [];
  for (const item of items)
    if (refused(item)) posts.push(item);
    else if (item.right.kind === 'post') posts.push(ok(item.right.request));
    else return undefined;
  return posts;
};

/** The results of a batch. `now` has the decisions (posted or failed) that the response shows, by the transaction's id. */
type Batched = Performed & { readonly now: ReadonlyMap<string, Decision>; readonly hasWaited: boolean };

const performedReply = (
  { batchId, results, now, hasWaited }: Batched,
  { atomic, transactions }: Decoded<typeof newBatch>,
): Reply => {
  const accepted = results.flatMap((result) => (refused(result) ? [] : [result.right]));
  return {
    data: {
      batch_id: batchId,
      atomic,
      accepted: accepted.length,
      rejected: results.length - accepted.length,
      replayed: accepted.filter(({ replayed }) => replayed).length,
      results: results.map((result, index) =>
        resultView(result, index, transactions[index] as Attempt<BatchItem>, now),
      ),
    },
    headers: {
      Location: `/api/v1/transactions?batch_id=${batchId}`,
      ...(results.every((result) => !refused(result) && result.right.replayed)
        ? { 'Idempotency-Replayed': 'true' }
        : {}),
      ...(accepted.length > 0 && accepted.every(({ id }) => now.has(id)) ? decidedHeaders(now, hasWaited) : {}),
    },
  };
};

const decidedHeaders = (now: ReadonlyMap<string, Decision>, hasWaited: boolean): Record<string, string> => {
  const last = [...now.values()].reduce((most, { logSequence }) => (logSequence > most ? logSequence : most), 0n);
  return { ...(hasWaited ? { 'Preference-Applied': 'wait' } : {}), 'X-Ledger-Sequence': last.toString() };
};

const rehearsedReply = ({ results, rehearsed }: Performed, atomic: boolean, caller: Principal): Reply => {
  const transactions = new Map(rehearsed?.transactions.map((transaction) => [transaction.id, transaction]));
  return {
    status: dryRunStatus,
    data: {
      atomic,
      results: results.map((result, index) => {
        if (refused(result)) return { index, would: 'rejected', ...describeRefusal(result.left), transaction: null };
        const transaction = transactions.get(result.right.id);
        return {
          index,
          ...wouldView(result.right),
          errors: null,
          transaction: transaction ? transactionView(caller)(transaction) : null,
        };
      }),
      balances: rehearsed?.balances.map(balanceChangeView(caller)) ?? [],
    },
  };
};

const sale = (idempotency_key: string, amount: string): object => ({
  effective_date: '2026-01-15',
  description: 'Sale',
  idempotency_key,
  entries: [
    { account_code: 'BANK', type: 'debit', amount },
    { account_code: 'REVENUE', type: 'credit', amount },
  ],
});

/** Converts an item of a batch into an operation, as the body of a single request is converted. */
const readItem = ({ outcome }: Attempt<BatchItem>): Outcome<DraftRefusal, Operation> => {
  if (E.isLeft(outcome)) return refuse({ kind: 'Invalid', errors: fieldErrors(outcome.left) });
  const { kind, value } = outcome.right;
  switch (kind) {
    case 'post': {
      const request = toTransactionRequest(value);
      return refused(request) ? request : ok({ kind, request: request.right });
    }
    case 'settle':
      return toSettlement(value.transaction_id, value);
    case 'release':
      return toRelease(value.transaction_id, value);
    case 'extend':
      return ok({ kind, request: toExtension(value.transaction_id, value) });
    case 'reverse':
      return toReversal(value.transaction_id, value);
  }
};

/** Returns the status of an accepted item whose decision is not shown: a post is pending, any other operation is posted. */
const statusOf = ({ outcome }: Attempt<BatchItem>): string =>
  E.isRight(outcome) && outcome.right.kind !== 'post' ? 'posted' : 'pending';

const resultView = (
  result: Outcome<OperationRefusal, PerformedOperation>,
  index: number,
  item: Attempt<BatchItem>,
  now: Batched['now'],
): object => {
  if (!refused(result)) {
    const { id: transactionId, idempotencyKey, correlationId, replayed } = result.right;
    const decision = now.get(transactionId);
    return {
      index,
      status: decision?.status ?? statusOf(item),
      id: transactionId,
      idempotency_key: idempotencyKey,
      correlation_id: correlationId,
      replayed,
      code: decision?.failure?.code ?? null,
      message: decision?.failure?.message ?? null,
      errors: null,
    };
  }
  return { ...rejectedView(index, item.input), ...describeRefusal(result.left) };
};

/**
 * Prints the results of a rejected atomic batch. An item that was not refused is rejected too, because another one was; but an item that an
 * earlier request made is in the books, so it is shown as its replay.
 */
const rejectedResults = async (
  bookkeeping: Bookkeeping,
  { ledgerId }: Principal,
  { results }: Performed,
  { transactions }: Decoded<typeof newBatch>,
): Promise<readonly object[]> => {
  const granted = results.flatMap((result) => (refused(result) ? [] : [result.right]));
  const inThisBatch = new Set(granted.filter(({ replayed }) => !replayed).map(({ id }) => id));
  const before = granted.filter(({ id }) => !inThisBatch.has(id));
  const now = await decisionsShown(bookkeeping, ledgerId, before, 0);
  return results.map((result, index) =>
    !refused(result) && before.includes(result.right)
      ? resultView(result, index, transactions[index] as Attempt<BatchItem>, now)
      : {
          ...rejectedView(index, transactions[index]?.input),
          ...(refused(result) ? describeRefusal(result.left) : notRefused),
        },
  );
};

const notRefused = {
  code: 'BATCH_REJECTED',
  message: 'This item was not refused itself; another one of the atomic batch was refused.',
  errors: null,
};

/** Returns an example for the OpenAPI document: one valid item and one invalid item. */
const rejectedExample = (): readonly object[] => [
  { ...rejectedView(0, sale('sale-2026-002', '10.50')), ...notRefused },
  {
    ...rejectedView(1, sale('sale-2026-003', '4.20')),
    ...describeRefusal({ kind: 'EntryAccountNotFound', index: 0, member: 'account_code', account: 'BANK-2' }),
  },
];

const rejectedView = (index: number, item: unknown): object => {
  const key = (item as { idempotency_key?: unknown } | undefined)?.idempotency_key;
  return {
    index,
    status: 'rejected',
    id: null,
    // An invalid idempotency key is not shown. For example, a number in the request must not become a string in the response.
    idempotency_key: E.isRight(idempotencyKey.decode(key)) ? key : null,
    correlation_id: null,
    replayed: false,
  };
};

/** Returns the code, message and errors with which the results of a batch show a refusal. */
const describeRefusal = (
  refusal: OperationRefusal,
): { readonly code: string; readonly message: string; readonly errors: object | null } => {
  const row = ledgeringAnswers[refusal.kind] as RefusalAnswer<OperationRefusal>;
  const { code, message, errors = null } = refusalBody(row, refusal);
  return { code, message, errors };
};
