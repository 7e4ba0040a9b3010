/** The HTTP answers to refusals to amend the texts of a transaction. */
import type { RefusalAnswers } from '../../../../kernel/http/status';
import type { NothingAmended, TransactionNotAmendable, WordsOnly } from '../../domain/amendment';

export const wordsAnswers = {
  WordsOnly: {
    status: 422,
    code: 'TRANSACTION_WORDS_ONLY',
    when: 'The request names a member of a transaction that an amendment cannot change, such as `entries`, `amount` or `effective_date`.',
    message: ({ member }) =>
      `${member} cannot be amended: only description, reference and metadata can. To change it, reverse or void the transaction and post it again.`,
  },
  TransactionNotAmendable: {
    status: 409,
    code: 'TRANSACTION_NOT_AMENDABLE',
    when: 'The transaction is waiting to be posted.',
    message: () =>
      'The transaction cannot be amended, because it is pending. Try again when it is posted, which takes a moment.',
  },
  NothingAmended: {
    status: 422,
    code: 'NOTHING_AMENDED',
    when: 'Neither `description` nor `reference` nor `metadata` differs from what the transaction has.',
    message: () =>
      'The transaction already has this description, reference and metadata. Send another value for at least one of them; a member that is left out stays unchanged.',
  },
} as const satisfies RefusalAnswers<WordsOnly | TransactionNotAmendable | NothingAmended>;
