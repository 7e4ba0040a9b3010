/** The routes of period locks, and of the activity log. */
import { array, id, object } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { get, pageReply, post, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok } from '../../../kernel/refusal';
import type { PeriodLocks } from '../application/period-locks';
import type { ChartReader, TransactionReader } from '../application/reader';
import type { PeriodLockId } from '../domain/period-lock';
import { activityFilter, newPeriodLock, periodRelease } from './codecs';
import { activityShape, periodLockShape } from './shapes';
import { ledgeringAnswers } from './status';
import { periodLockView } from './chart-views';
import { activityView } from './views';

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
      tag,
      needs: administer,
      body: newPeriodLock,
      ok: 201,
      refusals: only(ledgeringAnswers, 'PeriodHasPending'),
      answer: periodLockShape,
      example: { body: { locked_until: '2025-12-31', reason: 'Year closed' } },
    },
    ({ caller, body }) => periodLocks.lock(caller, body.locked_until, body.reason),
    (lock, { caller }) => ({ data: periodLockView(caller)(lock), headers: { Location: '/api/v1/period-locks' } }),
  ),
  post(
    '/period-locks/:id/release',
    {
      operationId: 'releasePeriodLock',
      summary: 'Release a period lock',
      tag,
      needs: administer,
      params: object({ id: id<'period lock'>() }),
      missing: 'PeriodLockMissing',
      body: periodRelease,
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
          { transactionId: query.transaction_id, accountId: query.account_id, type: query.type },
          slice,
        ),
      ),
    (page) => pageReply(page, activityView),
  ),
];
