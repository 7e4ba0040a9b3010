/** The HTTP responses to refused reports. TypeScript requires an entry for each refusal. */
import { exemplified, invalidAnswer, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import { totalsAnswers, totalsExamples } from '../../ledgering/http/answers';
import type { Invalid, TooManyCashEntries, TooManyItems } from '../domain/refusals';

const answers = {
  ...totalsAnswers,
  Invalid: invalidAnswer,
  TooManyItems: {
    status: 422,
    code: 'AGING_TOO_LARGE',
    when: 'The accounts have more open and settled items than the report may read.',
    message: ({ max }) =>
      `These accounts have more than ${max} items and days to age. Select fewer accounts with account_set_code or code_prefix.`,
  },
  TooManyCashEntries: {
    status: 422,
    code: 'CASH_FLOW_TOO_LARGE',
    when: 'The cash accounts have more entries in the requested days than the direct method can process.',
    message: ({ max }) =>
      `The cash accounts have more than ${max} entries in this period. Request a shorter period, or the indirect method, which has no such limit.`,
  },
} as const satisfies RefusalAnswers<Invalid | TooManyItems | TooManyCashEntries>;

const examples = {
  ...totalsExamples,
  Invalid: { errors: { from: ['must not be after the last day, which is 2026-01-31'] } },
  TooManyItems: { max: 200_000 },
  TooManyCashEntries: { max: 200_000 },
} satisfies RefusalExamples<Invalid | TooManyItems | TooManyCashEntries>;

export const reportAnswers = exemplified(answers, examples);
