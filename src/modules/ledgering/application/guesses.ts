/**
 * Guess and fact (docs/architecture): what a request was prepared with before it waited, compared with what the ledger says in the
 * transaction that writes.
 */
import { requireDenomination } from '../../../kernel/guess';
import { refused } from '../../../kernel/refusal';
import type { AcceptanceFacts } from '../domain/draft';
import type { AcceptanceReading, PreparedSubmission } from '../domain/judging';
import { OutdatedGuess } from './ports';
import { NotAhead } from './writing/states';

/**
 * Throws `OutdatedGuess` if a transaction code has changed since its expansion, so that it is expanded again. Throws
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
 * Throws where a group that was read without a lock may not be written by that reading. The first transaction of a ledger goes under the
 * lock, because the currency can be corrected until then, and that does not move the head. Behind a backlog it is only accepted.
 */
export const requireAhead = ({ hasBacklog, head }: AcceptanceReading): void => {
  if (hasBacklog) throw new NotAhead('backlog');
  if (head.lastTransactionSequence === 0n) throw new NotAhead('conflict');
};

/** Whether what was read before the write is to be read anew, and the request judged anew. */
export const isOutdated = (fault: unknown): boolean => fault instanceof OutdatedGuess;
