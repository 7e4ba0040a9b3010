/** How the refusals of this context are answered. A missing row does not compile. */
import { exemplified, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import type { TooManyStreams, WebhookUrlForbidden } from '../domain/refusals';

const answers = {
  TooManyStreams: {
    status: 429,
    code: 'EVENT_STREAMS_EXHAUSTED',
    message: ({ max, of }) =>
      `${of === 'this process' ? 'All keys together have' : `${of.replace('this', 'This')} has`} ${max} event streams open, which is as many as there may be. Close one, or read GET /events with Prefer: wait.`,
  },
  WebhookUrlForbidden: {
    status: 422,
    code: 'WEBHOOK_URL_FORBIDDEN',
    message: ({ reason }) => reason,
  },
} as const satisfies RefusalAnswers<TooManyStreams | WebhookUrlForbidden>;

const examples = {
  TooManyStreams: { max: 100, of: 'this key' },
  WebhookUrlForbidden: { reason: 'A webhook may not go to a private address. Give a public https URL.' },
} satisfies RefusalExamples<TooManyStreams | WebhookUrlForbidden>;

export const eventAnswers = exemplified(answers, examples);
