/** The routes of proofs: the latest checkpoint of a ledger, and the receipt of a transaction. */
import { id, integer, named, object, text } from '../../../kernel/http/codecs';
import { all } from '../../../kernel/http/answers';
import { exampleId } from '../../../kernel/http/examples';
import { get, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { Proofs } from '../application/proofs';
import { checkpointShape, checkpointView, fromSize, most, note } from './answers';
import { proofAnswers } from './status';

const receiptShape = named(
  'Receipt',
  'Proves to a third party that the ledger decided the transaction. It is checked without the service, with only its public keys.',
  object({
    record: text().described(
      'The transaction as it was posted or failed, with its entries, member by member (docs/use/proof.md, "The record").',
    ),
    record_hash: text().described(
      'The number of the format of `record` (02; 01 in older ones) and its SHA-256, in hex.',
    ),
    event: text().described('The event that decided it, member by member. Its last member is `record_hash`.'),
    leaf: named(
      'Leaf',
      'The leaf of the event in the tree over the log. The tree hashes it as JSON without white space, its members in the order of their names.',
      object({
        version: integer(1, 1).described('The form of the leaf.'),
        sequence: integer(1, most).described('The event in the log. The index of the leaf is one less.'),
        event_hash: text().described('01 and the SHA-256 of `event`, in hex.'),
      }),
    ),
    tree_size: integer(1, most).described('The events that the checkpoint covers.'),
    inclusion: all(text()).described(
      'The sibling hashes on the path from the leaf to the root (RFC 6962, 2.1.1), in hex.',
    ),
    checkpoint: note,
  }),
);

export const proofRoutes = (proofs: Proofs): readonly Route[] => [
  get(
    '/ledger/checkpoint',
    {
      operationId: 'readCheckpoint',
      summary: 'Read the latest signed checkpoint of the ledger',
      description:
        'Returns the last checkpoint that was signed: store its `note` outside the ledger, and `ledger verify --checkpoints` detects every later change of the log up to it. While events are added, a new checkpoint follows within a minute. `/.well-known/ledger-keys` has the keys that sign. With `from`, the size of a checkpoint that you kept, it also proves that the log has only grown since; a log that no checkpoint covers that far is 404.',
      tag: 'Proof',
      needs: 'read',
      query: object({ from: fromSize }),
      ok: 200,
      refusals: only(proofAnswers, 'CheckpointMissing'),
      answer: checkpointShape,
    },
    ({ caller, query: { from } }) => proofs.checkpoint({ of: 'ledger', id: caller.ledgerId }, from),
    checkpointView,
  ),
  get(
    '/transactions/:transactionId/receipt',
    {
      operationId: 'readReceipt',
      summary: 'Read the receipt of a transaction, which proves it to a third party',
      description:
        "Returns the transaction's record, the event with which it was posted or failed, the event's place in the tree over the log, and a signed checkpoint of that tree. It stays valid whatever happens to the transaction later; a reversal has a receipt of its own. A transaction of the last seconds is signed on request, at most once per second for each ledger; otherwise the response is 409 `RECEIPT_NOT_READY`, with the time after which to try again.",
      tag: 'Proof',
      needs: 'read',
      params: object({ transactionId: id<'transaction'>().described('The transaction, by its id.') }),
      missing: 'TransactionNotFound',
      ok: 200,
      refusals: only(proofAnswers, 'TransactionNotFound', 'ReceiptNotReady'),
      answer: receiptShape,
      example: { params: { transactionId: exampleId('transaction top-up-2026-001') } },
    },
    ({ caller, params }) => proofs.receipt(caller.ledgerId, params.transactionId),
    ({ record, recordHash, event, leaf, treeSize, inclusion, checkpoint }) => ({
      data: {
        record,
        record_hash: recordHash.toString('hex'),
        event,
        leaf,
        tree_size: treeSize,
        inclusion: inclusion.map((hash) => hash.toString('hex')),
        checkpoint,
      },
    }),
  ),
];
