/**
 * Guesses and facts (docs/make/architecture). A request is prepared with values that may change while it waits. The functions here compare
 * these values with those that the ledger has in the writing transaction.
 */
import { requireDenomination } from '../../../kernel/guess';
import { refused } from '../../../kernel/refusal';
import type { AcceptanceFacts } from '../domain/draft';
import type { AcceptanceReading, PreparedSubmission } from '../domain/judging';
import { OutdatedGuess } from './ports';
import { NotAhead } from './writing/states';

/**
 * Throws `OutdatedGuess` if a transaction code has changed since it was expanded; the caller then expands it again. Throws
 * `Unavailable` if the caller's currency or decimals differ from the ledger's.
 */
export const requireFacts = (
  prepared: readonly Pick<PreparedSubmission<unknown>, 'caller' | 'items'>[],
  { denomination, transactionCodes }: AcceptanceFacts,
): void => {
  for (const { caller, items } of prepared) {
    requireDenomination(caller.denomination, denomination);
    for (const item of items) {
      const intent = refused(item) || refused(item.right.intent) ? undefined : item.right.intent.right;
      if (!intent || intent.transactionCode === null) continue;
      const code = transactionCodes.get(intent.transactionCode);
      if (!code?.isActive || code.version !== intent.transactionCodeVersion)
        throw new OutdatedGuess(`the transaction code ${intent.transactionCode} has changed`);
    }
  }
};

/**
 * Throws `NotAhead` if a group that was read without a lock may not be posted. If earlier work is pending, the group is only accepted. The
 * first transaction of a ledger is written under the lock of the head, because until then the currency can be corrected without moving the
 * head.
 */
export const requireAhead = ({ hasBacklog, head }: AcceptanceReading): void => {
  if (hasBacklog) throw new NotAhead('backlog');
  if (head.lastTransactionSequence === 0n) throw new NotAhead('conflict');
};

/** Returns whether the write failed because a value has changed since it was read; the request must then be read and judged again. */
export const isOutdated = (fault: unknown): boolean => fault instanceof OutdatedGuess;
