/** Checks of transactions: the columns of each status, entries, the queue, keys and reversals. */
import { ledgerChecks } from './sql-check';

export const transactionChecks = ledgerChecks(
  __filename,
  {
    'entries-of-posted':
      'Posted, void and reversed transactions have the number of entries and the total that they state; other transactions have none.',
    'status-columns':
      'A transaction has the members that belong to its status, and none that belong to another status.',
    'queue-of-pending':
      'Each pending transaction is in the queue as it was accepted, and nothing else is in the queue.',
    'keys-of-transactions':
      'Each idempotency key was used for exactly one operation, and a transaction with a key is the result of that operation.',
    'reversals-mirror':
      'A reversal or release mirrors entries of its original, or parts of them, and the original names the last of them.',
    'undone-amounts':
      'The amounts reversed, settled and released of a transaction are those of its reversals, settlements and releases, and it is reversed exactly if a reversal undid the rest.',
    'undone-equals-entries':
      'The undone amount of each entry is the amount that reversals and releases undid of it, and at most the amount of the entry.',
    'entries-of-one-layer':
      'A transaction has the layer of all its entries, so no pending amount is outside of an open hold.',
    'attributes-are-true':
      'The index of attributes has the attributes of each transaction, and the count of each attribute’s uses is right.',
    'failed-by-the-service':
      'Transactions that failed as POSTING_REFUSED or POSTING_CRASHED: the cause may have been the service, and they can be posted again.',
  },
  ['failed-by-the-service'],
);
