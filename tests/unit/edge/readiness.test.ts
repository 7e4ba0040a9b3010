import { createReadiness, maxPosterLagSeconds, type Readiness } from '../../../src/app/readiness';
import { newId } from '../../../src/kernel/ids';
import { migrationFiles } from '../../../src/kernel/postgres/migrate';
import { createWriteHealth } from '../../../src/kernel/postgres/write-health';
import { HouseFault, SilentCommit } from '../../../src/kernel/refusal';
import type { Backlog } from '../../../src/modules/ledgering';
import { HandClock } from '../../support/hand-clock';

const all = migrationFiles().map(({ name }) => name);
const waiting: Backlog = { waiting: 1, oldestAcceptedAt: new Date(0), oldestId: newId(), nodes: [] };
const idle: Backlog = { waiting: 0, oldestAcceptedAt: null, oldestId: null, nodes: [] };

const pepper = { complaint: async (): Promise<string | undefined> => undefined };

const watch = (backlog: () => Promise<Backlog>, applied = all) => {
  const clock = new HandClock();
  const writes = createWriteHealth(clock);
  const readiness = createReadiness({
    ledgering: { backlog },
    appliedMigrations: async () => applied,
    pepper,
    writes,
    clock,
  });
  return {
    writes,
    after: (seconds: number): Promise<Readiness> => {
      clock.advance(1000 * seconds);
      return readiness();
    },
  };
};

describe('the service is ready', () => {
  test('when the database answers, the schema is known, and nothing waits long', async () => {
    const checks = { database: 'ok', migrations: 'ok', pepper: 'ok', poster: 'ok', clock: 'ok' };
    expect(await watch(async () => idle).after(0)).toEqual({
      ...{ status: 'ready', checks, posterLagSeconds: 0, backlog: idle },
    });
  });

  test('when the waiting transactions were accepted by a process whose clock is hours behind', async () => {
    let oldestId = newId<'transaction'>();
    const { after } = watch(async () => ({ waiting: 1, oldestAcceptedAt: new Date(0), oldestId, nodes: [] }));
    for (let probe = 0; probe < 10; probe++) {
      expect((await after(maxPosterLagSeconds - 1)).status).toBe('ready');
      // The oldest transaction is posted, and the next one waits.
      oldestId = newId();
    }
  });
});

test('the service is degraded while a node with other ledgers is away', async () => {
  const nodes = [
    { name: 'east:5432', isAway: true },
    { name: 'west:5432', isAway: false },
  ];
  const { status, checks } = await watch(async () => ({ ...idle, nodes })).after(0);
  expect([status, checks.database]).toEqual(['degraded', 'degraded: east:5432 cannot be reached']);
});

test.each([
  [true, 'ok'],
  [false, 'away: the primary answers its reads'],
])('a replica that is there (%s) is reported, and the service is ready', async (isThere, replica) => {
  const writes = createWriteHealth();
  const sources = { ledgering: { backlog: async () => idle }, appliedMigrations: async () => all, pepper, writes };
  const { status, checks } = await createReadiness({ ...sources, replica: { isThere: () => isThere } })();
  expect([status, checks.replica]).toEqual(['ready', replica]);
});

describe('the service is not ready', () => {
  test('when the database cannot be reached', async () => {
    const { status, checks } = await watch(() => Promise.reject(new Error('connect ECONNREFUSED'))).after(0);
    expect([status, checks.database]).toEqual(['not ready', 'cannot be reached']);
    expect(JSON.stringify(checks)).not.toContain('ECONNREFUSED');
  });

  test('when a migration is missing, and names it and the command to run', async () => {
    const { status, checks } = await watch(async () => idle, all.slice(0, -1)).after(0);
    expect(status).toBe('not ready');
    expect(checks.migrations).toBe(`missing: ${all.at(-1)}. Run: npx ledger migrate`);
  });

  test('when the same transaction is still waiting half a minute later', async () => {
    const { after } = watch(async () => waiting);
    expect(await after(0)).toMatchObject({ status: 'ready', posterLagSeconds: 0 });
    expect(await after(2)).toMatchObject({ status: 'ready', posterLagSeconds: 2 });
    const { status, checks } = await after(maxPosterLagSeconds - 1);
    expect([status, checks.poster]).toEqual(['not ready', 'the oldest pending transaction has waited 31 s']);
  });

  test.each([
    ['has no room left', '53100'],
    ['is read-only', '25006'],
  ])('when the database %s, until a write succeeds or none is tried for a while', async (_, answered) => {
    const { writes, after } = watch(async () => idle);
    const full = new Error('at the edge', { cause: Object.assign(new Error(), { code: answered }) });
    const fail = (): void => [1, 2, 3].forEach(() => writes.failed(full));
    for (const code of ['40001', '23505', '57014']) writes.failed(Object.assign(new Error(), { code }));
    expect((await after(0)).status).toBe('ready');
    fail();
    const { status, checks } = await after(1);
    expect([status, checks.database]).toEqual(['not ready', `takes no writes: PostgreSQL answers ${answered}`]);
    writes.succeeded();
    expect((await after(1)).status).toBe('ready');
    fail();
    expect((await after(5)).status).toBe('not ready');
    expect((await after(6)).status).toBe('ready');
  });

  test('when a right is missing, even if other writes succeed, until no write fails for a while', async () => {
    const { writes, after } = watch(async () => idle);
    for (let fault = 0; fault < 3; fault++) {
      expect((await after(1)).status).toBe('ready');
      writes.failed(new HouseFault('42501', new Error('permission denied for table entries')));
      writes.succeeded();
    }
    const { status, checks } = await after(1);
    expect([status, checks.database]).toEqual(['not ready', 'takes no writes: PostgreSQL answers 42501']);
    expect((await after(10)).status).toBe('ready');
  });

  test('when a single commit has no answer', async () => {
    const { writes, after } = watch(async () => idle);
    writes.failed(new SilentCommit('no answer'));
    const { status, checks } = await after(1);
    expect([status, checks.database]).toEqual(['not ready', 'takes no writes: a commit has no answer']);
    writes.succeeded();
    expect((await after(1)).status).toBe('ready');
  });
});

test.each([
  ['all', 'degraded'],
  ['api', 'degraded'],
  ['worker', 'not ready'],
] as const)('a process of role %s on a machine with a wrong clock reports it, and is %s', async (role, expected) => {
  const complaint = "this machine's clock is ahead of the database's by 3600 s: synchronize both with NTP";
  const sources = { pepper, ledgering: { backlog: async () => idle }, appliedMigrations: async () => all };
  const readiness = createReadiness({ ...sources, writes: createWriteHealth(), role, clockComplaint: () => complaint });
  const { status, checks } = await readiness();
  expect([status, checks.clock]).toEqual([expected, complaint]);
});
