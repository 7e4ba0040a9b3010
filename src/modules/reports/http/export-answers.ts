/** The HTTP responses to refused exports. TypeScript requires an entry for each refusal. */
import { exemplified, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import { holding } from '../../../kernel/places';
import { maxJournalAccounts, type TooManyAccounts } from '../application/export-journal';
import type { TooManyExports } from '../domain/journal/refusals';

type Refusal = TooManyExports | TooManyAccounts;

const answers = {
  TooManyExports: {
    status: 429,
    code: 'EXPORTS_EXHAUSTED',
    when: 'The key, its tenant or this process already has the maximum number of open exports.',
    message: (noPlaceLeft) => `${holding(noPlaceLeft)} exports open, which is the limit. Wait until one has ended.`,
  },
  TooManyAccounts: {
    status: 422,
    code: 'EXPORT_TOO_LARGE',
    when: 'The chart has more accounts than one export may contain.',
    message: ({ max }) =>
      `The chart has more than ${max} accounts, and one export can contain at most that many. List the transactions with GET /transactions instead, which has no such limit.`,
  },
} as const satisfies RefusalAnswers<Refusal>;

const examples = {
  TooManyExports: { max: 2, of: 'this key' },
  TooManyAccounts: { max: maxJournalAccounts },
} satisfies RefusalExamples<Refusal>;

export const exportAnswers = exemplified(answers, examples);
