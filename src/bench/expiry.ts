/**
 * Holds that expire: how long the release of very many takes that are due at once, beside a load of half the peak in another
 * ledger, and how long that load takes meanwhile. And what an idle process pays for looking for holds that are due, where there
 * are very many that are not.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { TenantId } from '../kernel/ids';
import { figuresOf, runCrowd } from './crowd';
import { enter } from './entrants';
import { accountCode } from './load/bodies';
import { openConnection, postingTo, statusOf, unexpected } from './load/connection';
import { percentilesOf } from './percentiles';
import { openBooks } from './postgres/books';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import { costsOf, runOnce } from './runs';
import type { Stage } from './stage';
import { goals } from './targets';

export interface ExpiryPlan {
  /** Open holds that are due in many years, and those that are due at once. */
  readonly open: number;
  readonly due: number;
  readonly idleSeconds: number;
  readonly loadSeconds: number;
  readonly seed: number;
}

const connections = 4;
const batchSize = 100;
const inManyYears = '2099-01-01T00:00:00.000Z';
/** The load runs as long before the holds are due. */
const headStartMs = 2_000;
const lookEveryMs = 50;
const peak = { warmUpSeconds: 2, measuredSeconds: 4 };
const share = 0.5;
const maxOutstanding = 1_000;

export const measureExpiry = async (
  stage: Stage,
  tenantId: TenantId,
  { open, due, idleSeconds, loadSeconds, seed }: ExpiryPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const { ledgerId, key } = await openBooks(stage.installation, tenantId, 'holds');
  say('idle, without holds');
  const idleBefore = await idleMicros(stage, idleSeconds);
  say(`${wholeNumber(open)} open holds`);
  await hold(stage, key, open, inManyYears);
  await stage.owner.vacuum();
  say('idle, with them');
  const idleAfter = await idleMicros(stage, idleSeconds);
  say('the peak');
  const run = await runOnce(stage, await enter(stage, tenantId, 'single spread'), { ...peak, seed });
  const perSecond = (run.postings / run.seconds) * share;
  say(`${wholeNumber(due)} holds that are due at once, beside ${wholeNumber(perSecond)} transactions a second`);
  const dueAt = Date.now() + (due / open) * 120_000 + 5_000;
  await hold(stage, key, due, new Date(dueAt).toISOString());
  await delay(Math.max(0, dueAt - headStartMs - Date.now()));
  const crowd = runCrowd(stage, tenantId, {
    ...{ ledger: 'beside-expiry', maxOutstanding, perSecond, seconds: loadSeconds, waitsEach: 4, seed: seed + 1 },
  });
  await delay(Math.max(0, dueAt - Date.now()));
  while ((await stage.owner.openHolds(ledgerId)) > open) await delay(lookEveryMs);
  const expiredMs = Date.now() - dueAt;
  const beside = await crowd;
  const posted = percentilesOf(beside.postedMs);
  const idleMore = (idleAfter - idleBefore) / 1000;
  return {
    title: `Expiry: ${wholeNumber(due)} of ${wholeNumber(open + due)} open holds are due at once`,
    tables: [
      {
        columns: ['', 'ms'],
        rows: [
          ['until the last of them is released', wholeNumber(expiredMs)],
          [`posted meanwhile, ${wholeNumber(perSecond)} a second, p50`, millisecondsText(posted.p50)],
          ['the same, p99', millisecondsText(posted.p99)],
          ['CPU of an idle service and its database, a second, without holds', millisecondsText(idleBefore / 1000)],
          ['the same, with them', millisecondsText(idleAfter / 1000)],
        ],
      },
    ],
    remarks: [],
    judgements: [
      judge('10,000 holds that are due at once, released', expiredMs, goals.expired),
      judge('posted beside expiry, p99', posted.p99, goals.postedBesideExpiry),
      judge('CPU of an idle second, for open holds', idleMore, goals.idleForHolds),
    ],
    figures: { expiry: { expiredMs, posted, idleBefore, idleAfter, ...figuresOf(beside) } },
  };
};

/** CPU of the service and of PostgreSQL, in microseconds a second. */
const idleMicros = async (stage: Stage, seconds: number): Promise<number> => {
  await delay(1_000);
  const total = (): number => {
    const { service = NaN, postgres = NaN } = costsOf(stage);
    return service + postgres;
  };
  const before = total();
  await delay(seconds * 1_000);
  return (total() - before) / seconds;
};

/** Posts holds in batches, over a few connections. */
const hold = async ({ service }: Stage, key: string, holds: number, expiresAt: string): Promise<void> => {
  const target = { host: service.host, port: service.port, key };
  const request = postingTo(target, '/api/v1/transactions/batch');
  let next = 0;
  const work = async (): Promise<void> => {
    const connection = await openConnection(target);
    while (next < holds) {
      const first = next;
      next += batchSize;
      const items = Array.from({ length: Math.min(batchSize, holds - first) }, (_, index) =>
        heldItem(first + index, expiresAt),
      );
      const answer = await connection.ask(request(`{"transactions":[${items.join(',')}]}`));
      if (statusOf(answer) !== 202) throw unexpected(answer);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
};

const heldItem = (index: number, expiresAt: string): string => {
  const [debited, credited] = [accountCode(index % 5_000), accountCode(5_000 + (index % 4_999))];
  return `{"effective_date":"2026-01-15","description":"Authorised","layer":"pending","expires_at":"${expiresAt}","idempotency_key":"${expiresAt}-${index}","entries":[{"account_code":"${debited}","type":"debit","amount":"1.00"},{"account_code":"${credited}","type":"credit","amount":"1.00"}]}`;
};
