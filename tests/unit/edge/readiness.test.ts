import { createReadiness, maxPosterLagSeconds } from '../../../src/app/readiness';
import { migrationFiles } from '../../../src/kernel/postgres/migrate';

// Of the instants that are compared here none is later than another by chance.
beforeAll(() => void jest.useFakeTimers());
afterAll(() => void jest.useRealTimers());

const all = migrationFiles().map(({ name }) => name);
const ago = (seconds: number) => ({ waiting: 1, oldestAcceptedAt: new Date(Date.now() - 1000 * seconds) });
const idle = { waiting: 0, oldestAcceptedAt: null };

const ready = (backlog: () => Promise<{ waiting: number; oldestAcceptedAt: Date | null }>, applied = all) =>
  createReadiness({ backlog }, async () => applied)();

describe('the service is ready', () => {
  test('when the database answers, the schema is known, and nothing waits long', async () => {
    const checks = { database: 'ok', migrations: 'ok', poster: 'ok' };
    expect(await ready(async () => idle)).toEqual({ isReady: true, checks, posterLagSeconds: 0 });
    const { isReady, posterLagSeconds } = await ready(async () => ago(2));
    expect([isReady, Math.floor(posterLagSeconds ?? 0)]).toEqual([true, 2]);
  });
});

describe('the service is not ready', () => {
  test('when the database cannot be reached', async () => {
    const { isReady, checks } = await ready(() => Promise.reject(new Error('connect ECONNREFUSED')));
    expect([isReady, checks.database]).toEqual([false, 'cannot be reached']);
    expect(JSON.stringify(checks)).not.toContain('ECONNREFUSED');
  });

  test('when a migration is missing, and says which and what to do', async () => {
    const { isReady, checks } = await ready(async () => idle, all.slice(0, -1));
    expect(isReady).toBe(false);
    expect(checks.migrations).toBe(`missing: ${all.at(-1)}. Run: npx ledger migrate`);
  });

  test('when posting does not keep up', async () => {
    const { isReady, checks } = await ready(async () => ago(maxPosterLagSeconds + 1));
    expect([isReady, checks.poster]).toEqual([false, 'the oldest pending transaction has waited 31 s']);
  });
});
