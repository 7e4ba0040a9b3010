/** How the refusals of reports are answered. A missing row does not compile. */
import { exemplified, invalidAnswer, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import { totalsAnswers, totalsExamples } from '../../ledgering/http/answers';
import type { Invalid } from '../domain/refusals';

const answers = {
  ...totalsAnswers,
  Invalid: invalidAnswer,
} as const satisfies RefusalAnswers<Invalid>;

const examples = {
  ...totalsExamples,
  Invalid: { errors: { from: ['must not be after the last day, which is 2026-01-31'] } },
} satisfies RefusalExamples<Invalid>;

export const reportAnswers = exemplified(answers, examples);
