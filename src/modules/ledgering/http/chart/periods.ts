/** The routes of period locks, and of the activity log. */
import { array, id, object } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { get, pageReply, post, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import { maxPageLimit } from '../../../../kernel/page';
import { ok } from '../../../../kernel/refusal';
import type { PeriodLocks } from '../../application/period-locks';
import type { ChartReader, TransactionReader } from '../../application/reader';
import { typeNamed } from '../../domain/event';
import type { PeriodLockId } from '../../domain/period-lock';
import { newPeriodLock, periodRelease } from '../operations/batch-codecs';
import { activityShape, periodLockShape } from './chart-shapes';
import { periodLockView } from '../../domain/formats/chart-records';
import { activityFilter } from '../transactions/codecs';
import { ledgeringAnswers } from '../status';
import { activityView } from '../views';

const tag = 'Periods and activity';
const administer = { capability: 'periods:admin', beside: 'chart', code: 'FORBIDDEN' } as const;

export const periodRoutes = (
  periodLocks: PeriodLocks,
  charts: ChartReader,
  transactions: TransactionReader,
): readonly Route[] => [
  get(
    '/period-locks',
    {
      operationId: 'listPeriodLocks',
      summary: 'List period locks, newest first',
      description: 'Lists the period locks, newest first, including released ones. Reading needs no capability.',
      tag,
      needs: 'read',
      eventual: true,
      list: true,
      ok: 200,
      refusals: {},
      answer: array(periodLockShape, 0, maxPageLimit),
    },
    async ({ caller, slice }) => ok(await charts.periodLocks(caller, slice)),
    (page, { caller }) => pageReply(page, periodLockView(caller)),
  ),
  post(
    '/period-locks',
    {
      operationId: 'lockPeriod',
      summary: 'Lock everything effective on or before a day',
      description:
        'Locks everything that is effective on or before a day: no request can post, reverse or void in that period any more. If transactions in the period are still pending, the response is 409 `PERIOD_HAS_PENDING`. A lock that reaches today or later needs `includes_open_days`, else it is 422 `PERIOD_NOT_OVER`. If it is sent twice, two locks are created, and both apply.',
      tag,
      needs: administer,
      body: newPeriodLock,
      strict: true,
      ok: 201,
      refusals: only(ledgeringAnswers, 'PeriodHasPending', 'PeriodNotOver', 'QuotaReached'),
      answer: periodLockShape,
      example: { body: { locked_until: '2025-12-31', reason: 'Year closed' } },
    },
    ({ caller, body }) => periodLocks.lock(caller, body.locked_until, body.reason, body.includes_open_days ?? false),
    (lock, { caller }) => ({ data: periodLockView(caller)(lock), headers: { Location: '/api/v1/period-locks' } }),
  ),
  post(
    '/period-locks/:id/release',
    {
      operationId: 'releasePeriodLock',
      summary: 'Release a period lock',
      description:
        'Releases a lock; another lock over the same days still applies. The lock stays in the list with the reason. If it is sent again, it returns the released lock unchanged.',
      tag,
      needs: administer,
      params: object({ id: id<'period lock'>().described('The period lock, by its id.') }),
      missing: 'PeriodLockMissing',
      body: periodRelease,
      strict: true,
      ok: 200,
      refusals: only(ledgeringAnswers, 'PeriodLockMissing'),
      answer: periodLockShape,
      example: { params: { id: exampleId('period lock 2024-12-31') }, body: { reason: 'Audit reopened' } },
    },
    ({ caller, params, body }) => periodLocks.release(caller, params.id as PeriodLockId, body.reason),
    (lock, { caller }) => ({ data: periodLockView(caller)(lock) }),
  ),
  get(
    '/activity',
    {
      operationId: 'listActivity',
      summary: 'List what happened in the ledger, newest first',
      description:
        'Lists the events of the ledger, newest first: type, time, actor and reason of each, and the hash that chains it to the event before. To read everything from the beginning, with the data of each subject, use `GET /events`.',
      tag,
      needs: 'read',
      eventual: true,
      query: activityFilter,
      list: true,
      ok: 200,
      refusals: {},
      answer: array(activityShape, 0, maxPageLimit),
    },
    async ({ caller, query, slice }) =>
      ok(
        await transactions.activity(
          caller,
          {
            transactionId: query.transaction_id,
            accountId: query.account_id,
            subjectId: query.subject_id,
            type: query.type === undefined ? undefined : typeNamed(query.type),
          },
          slice,
        ),
      ),
    (page) => pageReply(page, activityView),
  ),
];
