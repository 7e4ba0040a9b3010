/**
 * Measures the cost of balance limits: first, the CPU time of a posting to an account without limits, to an account with limits and no
 * later entries, and to an account with limits and entries on ten years of later days; then the duration of a posting that is dated before
 * a hundred thousand entries.
 */
import type { TenantId } from '../../../src/kernel/ids';
import { openBooks } from './postgres/books';
import { percentilesOf } from './percentiles';
import { judge, wholeNumber, type Section } from './report';
import type { Stage } from './stage';
import { goals } from './targets';
import { cpuMicrosOf, cpuMicrosOfFamily } from './usage';

export interface LimitsPlan {
  /** The number of measured postings to each account in one round. */
  readonly postings: number;
  readonly turns: number;
  readonly laterDays: number;
  /** The number of the account's entries that are dated after the measured postings. */
  readonly entries: number;
  readonly backDated: number;
}

type Send = (path: string, body: object) => Promise<void>;

const today = '2026-01-15';
const together = 8;
const batchItems = 100;

export const measureLimits = async (
  { installation, service, owner }: Stage,
  tenantId: TenantId,
  plan: LimitsPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const { key } = await openBooks(installation, tenantId, 'limits');
  const send: Send = async (path, body) => {
    const answer = await fetch(`http://${service.host}:${service.port}/api/v1${path}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
  };
  const limits = { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0' };
  for (const [code, own] of Object.entries({ FREE: {}, BOUND: limits, AHEAD: limits, BUSY: limits }))
    await send('/accounts', { code, name: code, type: 'liability', category: 'customer', ...own });
  await send('/accounts', { code: 'BANK', name: 'BANK', type: 'asset', category: 'system' });

  let sent = 0;
  const transaction = (account: string, effective_date: string) => ({
    ...{ effective_date, description: 'limits', idempotency_key: `limits-${sent++}` },
    entries: [
      { account_code: 'BANK', type: 'debit', amount: '1.00' },
      { account_code: account, type: 'credit', amount: '1.00' },
    ],
  });
  const fill = async (account: string, count: number, dayOf: (at: number) => string): Promise<void> => {
    for (let at = 0; at < count; at += batchItems)
      await send('/transactions/batch', {
        transactions: Array.from({ length: Math.min(batchItems, count - at) }, (_, of) =>
          transaction(account, dayOf(at + of)),
        ),
      });
  };
  const post = async (account: string, count: number, day: string, clients = together): Promise<readonly number[]> => {
    const times: number[] = [];
    let left = count;
    const one = async (): Promise<void> => {
      while (left-- > 0) {
        const startedAt = performance.now();
        await send('/transactions', transaction(account, day));
        times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: clients }, one));
    return times;
  };
  const cpu = (): number =>
    (cpuMicrosOf(service.pid) ?? NaN) +
    (owner.postmasterPid === undefined ? NaN : (cpuMicrosOfFamily(owner.postmasterPid) ?? NaN));

  await fill('AHEAD', plan.laterDays, (at) => dayBehind(today, at + 1));
  say(`an account has ${wholeNumber(plan.laterDays)} later days`);
  await fill('BUSY', plan.entries, (at) => dayBehind('2025-01-01', at % 365));
  say(`an account has ${wholeNumber(plan.entries)} entries`);

  const micros = new Map<string, number>();
  const accounts = ['FREE', 'BOUND', 'AHEAD'];
  for (const account of accounts) await post(account, plan.postings / 4, today);
  for (let turn = 0; turn < plan.turns; turn++)
    for (const account of accounts) {
      const before = cpu();
      await post(account, plan.postings, today);
      micros.set(account, (micros.get(account) ?? 0) + (cpu() - before) / plan.postings / plan.turns);
    }
  const day = '2024-12-31';
  const backDated = percentilesOf(await post('BUSY', plan.backDated, day, 1));
  const backDatedBeside = percentilesOf(await post('BUSY', plan.backDated, day));
  const of = (account: string): number => micros.get(account) ?? NaN;
  return {
    title: 'Limits: CPU of a posting, of the service and PostgreSQL together',
    tables: [
      {
        columns: ['posting to an account', 'microseconds'],
        rows: [
          ['without limits', wholeNumber(of('FREE'))],
          ['with limits', wholeNumber(of('BOUND'))],
          [`with limits and ${wholeNumber(plan.laterDays)} later days`, wholeNumber(of('AHEAD'))],
        ],
      },
    ],
    remarks: [
      `${together} clients post one transaction at a time, for the table. A posting before ${wholeNumber(plan.entries)} entries takes one client ${told(backDated)}, and each of ${together} clients that post such transactions at once ${told(backDatedBeside)}.`,
    ],
    judgements: [
      judge('CPU of a posting with later days ÷ without', of('AHEAD') / of('BOUND'), goals.laterDays),
      judge('posting before very many entries, p99', backDated.p99, goals.backDated),
    ],
    figures: { micros: Object.fromEntries(micros), backDated, backDatedBeside },
  };
};

const told = ({ p50, p99 }: { readonly p50: number; readonly p99: number }): string =>
  `${p50.toFixed(1)} ms (p50), ${p99.toFixed(1)} ms (p99)`;

const dayBehind = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
