/** The shape of the answer about the scheduled verification. */
import { all, orNull } from '../../../kernel/http/answers';
import { instant, integer, named, object, oneOf } from '../../../kernel/http/codecs';
import { findingShape } from './shapes';

const count = integer(0, Number.MAX_SAFE_INTEGER);

export const scheduledVerificationShape = named(
  'ScheduledVerification',
  'The complete verification that a worker runs on schedule.',
  object({
    running_since: orNull(instant).described('When the running one began, in UTC; null if none is running.'),
    last: orNull(
      named(
        'ScheduledVerificationEnd',
        'The result of a scheduled verification.',
        object({
          finished_at: instant.described('When it ended, in UTC.'),
          status: named(
            'ScheduledVerificationStatus',
            'Its result: everything holds (`passed`), something does not (`failed`), or it could not be finished (`broken_off`).',
            oneOf(['passed', 'failed', 'broken_off']),
          ).described('How it ended.'),
          ledgers: count.described('The number of verified ledgers.'),
          events: count.described('The number of their events.'),
          findings_count: count.described('The number of violations.'),
          findings: all(findingShape).described('The first of the findings, at most 200.'),
        }),
      ),
    ).described('The last one that ended; null if none has.'),
  }),
);
