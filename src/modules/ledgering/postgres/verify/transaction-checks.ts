/** Checks of transactions: the columns of each status, entries, the queue, keys and reversals. */
import { ledgerChecks } from './sql-check';

export const transactionChecks = ledgerChecks(
  __filename,
  {
    'entries-of-posted':
      'Posted, void and reversed transactions have their entries, as many and as much as they say; others have none.',
    'status-columns': 'A transaction carries what belongs to its status, and nothing that belongs to another.',
    'queue-of-pending':
      'Pending transactions wait in the queue, as what they were accepted as, and nothing else waits there.',
    'keys-of-transactions':
      'An idempotency key made exactly one thing, and a transaction that carries a key was made by it.',
    'reversals-mirror':
      'A reversal or release mirrors entries of its original, or parts of them, and the original names the last of them.',
    'undone-amounts':
      'The amounts reversed, settled and released of a transaction are those of its reversals, settlements and releases, and it is reversed exactly if a reversal undid the rest.',
    'undone-equals-entries':
      'The undone amount of each entry is the amount that reversals and releases undid of it, and at most the amount of the entry.',
    'entries-of-one-layer':
      'A transaction is of the layer of all its entries, so that no pending money is outside of an open hold.',
    'attributes-are-true':
      'The index of attributes says of transactions what they say, and the use of each attribute is counted right.',
    'failed-by-the-service':
      'Transactions that failed as POSTING_REFUSED or POSTING_CRASHED may have failed through no fault of their own, and can be posted again.',
  },
  ['failed-by-the-service'],
);
