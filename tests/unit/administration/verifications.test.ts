/**
 * Verifications in the background: at most one per tenant, tenants alternate, the last results are kept, and an interrupted verification is
 * reported.
 */
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { newId } from '../../../src/kernel/ids';
import type { EndedVerification } from '../../../src/kernel/observations';
import type { Administrator } from '../../../src/kernel/principal';
import { createVerifications, maxRemembered } from '../../../src/modules/administration/application/verifications';
import type { Verifying } from '../../../src/modules/administration/application/verifying';
import {
  maxKeptFindings,
  type VerificationResult,
  type Verification,
} from '../../../src/modules/administration/domain/verification';
import { HandClock } from '../../support/hand-clock';
import { expected } from '../../support/ledger';

const clean: VerificationResult = {
  checks: [{ name: 'chain', promise: 'It is whole.', findings: 0 }],
  findings: [],
  notes: [],
};
const finding = { check: 'chain', ledgerId: null, where: 'event 1', detail: 'is wrong' };
const broken: VerificationResult = {
  checks: [{ name: 'chain', promise: 'It is whole.', findings: 1_000 }],
  findings: Array.from({ length: 1_000 }, () => finding),
  notes: [],
};
const all = { tenantId: null, ledgerId: null };
const chief: Administrator = { callerId: 'x', actor: 'x', tenantId: null, scopes: new Set(), capabilities: new Set() };

const open = () => {
  const running: {
    resolve(verdict: VerificationResult): void;
    reject(error: Error): void;
    told(done: number, of: number): void;
  }[] = [];
  const wait = (told: (done: number, of: number) => void) =>
    new Promise<never>((resolve, reject) => running.push({ resolve: resolve as never, reject, told }));
  const verifying = {
    ofLedger: (_: unknown, told: never) => wait(told),
    ofTenant: (_: unknown, told: never) => wait(told),
    ofAll: (told: never) => wait(told),
  } as unknown as Verifying;
  const errors: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, message: string) => void errors.push(message),
  };
  const told: EndedVerification[] = [];
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  const observations = { verified: (ended: EndedVerification) => void told.push(ended) };
  const done: string[] = [];
  const background = { done: (_: unknown, id: string) => void done.push(id) };
  const verifications = createVerifications({ verifying, clock, background, log, observations });
  const read = (id: Verification['id'], caller = chief) => verifications.read(caller, id);
  const end = async (verdict: VerificationResult): Promise<void> => {
    await nextTurn();
    running.pop()?.resolve(verdict);
    await nextTurn();
  };
  return { ...verifications, read, running, errors, end, told, done };
};

test('a verification reports its progress, and passes', async () => {
  const { begin, read, running, end } = open();
  const { id } = expected(begin(all));
  await nextTurn();
  running[0]?.told(3, 8);
  expect(expected(read(id))).toMatchObject({ status: 'running', done: 3, of: 8, finishedAt: null });
  await end(clean);
  expect(expected(read(id))).toMatchObject({ status: 'passed', done: 8, of: 8, finishedAt: expect.any(Date) });
});

test('a verification with findings fails, and keeps a limited number of them', async () => {
  const { begin, read, end } = open();
  const { id } = expected(begin(all));
  await end(broken);
  const { status, verdict } = expected(read(id));
  expect([status, verdict.checks[0]?.findings, verdict.findings.length]).toEqual(['failed', 1_000, maxKeptFindings]);
});

test('a verification that ends early is reported as failed, and the next one may begin', async () => {
  const { begin, read, running, errors } = open();
  const { id } = expected(begin(all));
  expect(begin(all)).toMatchObject({ left: { kind: 'VerificationRunning' } });
  await nextTurn();
  running[0]?.reject(new Error('the database is away'));
  await nextTurn();
  expect(expected(read(id))).toMatchObject({
    status: 'failed',
    brokenOff: expect.stringMatching(/could not be finished/),
  });
  expect(expected(read(id)).brokenOff).not.toContain('database');
  expect(errors).toEqual(['a verification broke off']);
  expected(begin(all));
});

test('a tenant cannot keep another from verifying: tenants take turns', async () => {
  const { begin, read, running, end, done } = open();
  const of = () => ({ tenantId: newId<'tenant'>(), ledgerId: null });
  const [greedy, other] = [of(), of()];
  expected(begin(all));
  expected(begin(greedy));
  const third = expected(begin(other)).id;
  await nextTurn();
  expect(running).toHaveLength(2);
  await end(clean);
  // The next verification of the first tenant starts after that of another tenant, which was already waiting.
  const again = expected(begin(greedy)).id;
  expect(begin(greedy)).toMatchObject({ left: { kind: 'VerificationRunning' } });
  await nextTurn();
  expect(expected(read(third)).status).toBe('running');
  await end(clean);
  await end(clean);
  expect(done.at(-1)).toBe(again);
  expect(done[1]).toBe(third);
});

test('verifications of other tenants do not displace a remembered one', async () => {
  const { begin, read, end } = open();
  const { id } = expected(begin({ tenantId: newId<'tenant'>(), ledgerId: null }));
  await end(clean);
  for (let count = 0; count <= maxRemembered; count++) {
    expected(begin(all));
    await end(clean);
  }
  expect(expected(read(id)).status).toBe('passed');
});

test('an ended verification is observed with its scope, result and number of findings', async () => {
  const { begin, running, end, told, done } = open();
  const first = expected(begin(all)).id;
  await end(clean);
  begin({ tenantId: newId<'tenant'>(), ledgerId: null });
  await end(broken);
  begin({ tenantId: newId<'tenant'>(), ledgerId: newId<'ledger'>() });
  expect([told.length, done.length, done[0]]).toEqual([2, 2, first]);
  await nextTurn();
  running[0]?.reject(new Error('the database is away'));
  await nextTurn();
  const finishedAt = new Date('2026-01-15T10:00:00.000Z');
  expect(told).toEqual([
    { scope: 'all', result: 'passed', findings: 0, seconds: 0, finishedAt },
    { scope: 'tenant', result: 'failed', findings: 1_000, seconds: 0, finishedAt },
    { scope: 'ledger', result: 'broken off', findings: 0, seconds: 0, finishedAt },
  ]);
});

test('a verification is remembered until twenty newer ones have ended', async () => {
  const { begin, read, end } = open();
  const ids: Verification['id'][] = [];
  for (let count = 0; count <= maxRemembered; count++) {
    ids.push(expected(begin(all)).id);
    await end(clean);
  }
  const [first, second] = ids as [Verification['id'], Verification['id']];
  expect(read(first)).toMatchObject({ left: { kind: 'VerificationNotFound' } });
  expect(expected(read(second)).status).toBe('passed');
});

test('a verification is readable for its tenant and for administrators of all tenants', () => {
  const { begin, read } = open();
  const tenantId = newId<'tenant'>();
  const { id } = expected(begin({ tenantId, ledgerId: null }));
  expect(expected(read(id, { ...chief, tenantId })).id).toBe(id);
  expect(expected(read(id)).id).toBe(id);
  expect(read(id, { ...chief, tenantId: newId<'tenant'>() })).toMatchObject({ left: { kind: 'VerificationNotFound' } });
});
