import { createReadiness, maxPosterLagSeconds, type Readiness } from '../../../src/app/readiness';
import { newId } from '../../../src/kernel/ids';
import { migrationFiles } from '../../../src/kernel/postgres/migrate';
import { createWriteHealth } from '../../../src/kernel/postgres/write-health';
import type { Backlog } from '../../../src/modules/ledgering';

const all = migrationFiles().map(({ name }) => name);
const waiting: Backlog = { waiting: 1, oldestAcceptedAt: new Date(0), oldestId: newId() };
const idle: Backlog = { waiting: 0, oldestAcceptedAt: null, oldestId: null };

const watch = (backlog: () => Promise<Backlog>, applied = all) => {
  let ms = 0;
  const now = (): number => ms;
  const writes = createWriteHealth(now);
  const readiness = createReadiness({ ledgering: { backlog }, appliedMigrations: async () => applied, writes, now });
  return {
    writes,
    after: (seconds: number): Promise<Readiness> => {
      ms += 1000 * seconds;
      return readiness();
    },
  };
};

describe('the service is ready', () => {
  test('when the database answers, the schema is known, and nothing waits long', async () => {
    const checks = { database: 'ok', migrations: 'ok', poster: 'ok' };
    expect(await watch(async () => idle).after(0)).toEqual({ isReady: true, checks, posterLagSeconds: 0 });
  });

  test('when what waits was accepted by a process whose clock is hours behind', async () => {
    let oldestId = newId<'transaction'>();
    const { after } = watch(async () => ({ waiting: 1, oldestAcceptedAt: new Date(0), oldestId }));
    for (let probe = 0; probe < 10; probe++) {
      expect((await after(maxPosterLagSeconds - 1)).isReady).toBe(true);
      // It is posted, and the next one waits.
      oldestId = newId();
    }
  });
});

test.each([
  [true, 'ok'],
  [false, 'away: the primary answers its reads'],
])('a replica that is there: %s, is told, and the service is ready', async (isThere, replica) => {
  const writes = createWriteHealth();
  const sources = { ledgering: { backlog: async () => idle }, appliedMigrations: async () => all, writes };
  const { isReady, checks } = await createReadiness({ ...sources, replica: { isThere: () => isThere } })();
  expect([isReady, checks.replica]).toEqual([true, replica]);
});

describe('the service is not ready', () => {
  test('when the database cannot be reached', async () => {
    const { isReady, checks } = await watch(() => Promise.reject(new Error('connect ECONNREFUSED'))).after(0);
    expect([isReady, checks.database]).toEqual([false, 'cannot be reached']);
    expect(JSON.stringify(checks)).not.toContain('ECONNREFUSED');
  });

  test('when a migration is missing, and says which and what to do', async () => {
    const { isReady, checks } = await watch(async () => idle, all.slice(0, -1)).after(0);
    expect(isReady).toBe(false);
    expect(checks.migrations).toBe(`missing: ${all.at(-1)}. Run: npx ledger migrate`);
  });

  test('when the same transaction is still waiting half a minute later', async () => {
    const { after } = watch(async () => waiting);
    expect(await after(0)).toMatchObject({ isReady: true, posterLagSeconds: 0 });
    expect(await after(2)).toMatchObject({ isReady: true, posterLagSeconds: 2 });
    const { isReady, checks } = await after(maxPosterLagSeconds - 1);
    expect([isReady, checks.poster]).toEqual([false, 'the oldest pending transaction has waited 31 s']);
  });

  test('when the database takes no writes, until one succeeds or nobody has tried for a while', async () => {
    const { writes, after } = watch(async () => idle);
    const full = new Error('at the edge', { cause: Object.assign(new Error(), { code: '53100' }) });
    const fail = (): void => [1, 2, 3].forEach(() => writes.failed(full));
    for (const code of ['40001', '23505', '57014']) writes.failed(Object.assign(new Error(), { code }));
    expect((await after(0)).isReady).toBe(true);
    fail();
    const { isReady, checks } = await after(1);
    expect([isReady, checks.database]).toEqual([false, 'takes no writes: PostgreSQL answers 53100']);
    writes.succeeded();
    expect((await after(1)).isReady).toBe(true);
    fail();
    expect((await after(5)).isReady).toBe(false);
    expect((await after(6)).isReady).toBe(true);
  });
});
