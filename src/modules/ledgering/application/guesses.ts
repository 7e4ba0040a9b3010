/**
 * Guess and fact (docs/make/architecture): compares the values by which a request was prepared before it waited with the values that the
 * ledger has in the writing transaction.
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
 * Throws `NotAhead` if a group that was read without a lock may not be posted. Behind a backlog the group is only accepted. The
 * first transaction of a ledger is written under the lock, because until then the currency can be corrected, which does not
 * move the head.
 */
export const requireAhead = ({ hasBacklog, head }: AcceptanceReading): void => {
  if (hasBacklog) throw new NotAhead('backlog');
  if (head.lastTransactionSequence === 0n) throw new NotAhead('conflict');
};

/** Whether the request must be read and judged again, because a value has changed since it was read. */
export const isOutdated = (fault: unknown): boolean => fault instanceof OutdatedGuess;
