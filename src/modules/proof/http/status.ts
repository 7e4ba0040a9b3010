/** The HTTP answers to the refusals of this module. The code does not compile if an answer is missing. */
import { exemplified, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import { transactionAnswers } from '../../ledgering/http/answers';
import { checkpointAnswers } from './answers';
import type { CheckpointMissing, ReceiptNotReady, TransactionNotFound } from '../domain/refusals';

type Refusal = CheckpointMissing | ReceiptNotReady | TransactionNotFound;

const answers = {
  ...transactionAnswers,
  ...checkpointAnswers,
  ReceiptNotReady: {
    status: 409,
    code: 'RECEIPT_NOT_READY',
    when: 'The transaction is not posted yet, or no checkpoint covers it yet. `Retry-After` is the number of seconds after which to try again.',
    message: ({ because, retryAfterSeconds }) =>
      `The transaction has no receipt yet: ${because}. Try again in ${retryAfterSeconds} s. If this persists, no process of the service has a signing key (LEDGER_SIGNING_KEY_FILE).`,
    headers: ({ retryAfterSeconds }) => ({ 'Retry-After': String(retryAfterSeconds) }),
  },
} as const satisfies RefusalAnswers<Refusal>;

const examples = {
  ReceiptNotReady: { because: 'no checkpoint covers it yet', retryAfterSeconds: 30 },
} satisfies RefusalExamples<Refusal>;

export const proofAnswers = exemplified(answers, examples);
