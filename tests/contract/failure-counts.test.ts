/** The contract of the counts of failed sign-ins, in memory and on PostgreSQL. */
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok, refused } from '../../src/kernel/refusal';
import type { FailureCounts } from '../../src/modules/access/application/ports';
import { PostgresFailureCounts } from '../../src/modules/access/postgres/failure-counts';
import { MemoryFailureCounts } from '../../src/modules/access/memory/people-stores';
import { asOwner, freshDatabase, serviceAccess, topologyOfRun } from '../support/database';

interface Stores {
  readonly failures: FailureCounts;
  /** The number of stored time windows. */
  windows(): Promise<number>;
  close(): Promise<void>;
}

const inMemory = async (): Promise<Stores> => {
  const failures = new MemoryFailureCounts();
  return { failures, windows: async () => failures.windows(), close: async () => undefined };
};

const onPostgres = async (): Promise<Stores> => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ ...serviceAccess(url), maxConnections: 6 });
  return {
    failures: new PostgresFailureCounts(new PostgresUnitOfWork(pool, undefined, undefined, topologyOfRun())),
    windows: () =>
      asOwner(url, async (owner) => {
        const { rows } = await owner.query<{ windows: string }>('select count(*) as windows from sign_in_failures');
        return Number(rows[0]?.windows);
      }),
    close: async () => {
      await pool.close();
      await drop();
    },
  };
};

/** Returns the instant this many minutes after 10:00 UTC. */
const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 15, 10, minutes, 0, 123));
let made = 0;
const nextHash = (): string => (++made).toString(16).padStart(64, '0');

describe.each([
  ['memory', inMemory],
  ['PostgreSQL', onPostgres],
])('in %s', (_, open) => {
  let stores: Stores;

  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());

  describe('failures', () => {
    const windowMs = 15 * 60_000;
    const spend = (minutes: number, ...budgets: readonly (readonly [string, number])[]) =>
      stores.failures.spend(
        budgets.map(([subject, limit]) => ({ subject, limit })),
        at(minutes),
        windowMs,
      );

    test('are counted up to the limit; then the answer names the end of the window', async () => {
      const one = nextHash();
      for (const minutes of [0, 5, 10]) expect(await spend(minutes, [one, 3])).toEqual(ok(undefined));
      expect(await spend(14, [one, 3])).toMatchObject({ left: at(15) });
      expect(await spend(15, [one, 3])).toEqual(ok(undefined));
      expect(await spend(29, [one, 2])).toEqual(ok(undefined));
      expect(await spend(29, [one, 2])).toMatchObject({ left: at(30) });
    });

    test('are counted for several subjects together, or for none', async () => {
      const [own, shared] = [nextHash(), nextHash()];
      expect(refused(await spend(0, [shared, 1]))).toBe(false);
      for (let count = 0; count < 3; count++) expect(refused(await spend(1, [own, 1], [shared, 1]))).toBe(true);
      expect(refused(await spend(1, [own, 1]))).toBe(false);
    });

    test('at the same time are counted one by one', async () => {
      const [one, other] = [nextHash(), nextHash()];
      const together = Array.from({ length: 20 }, (_, index) =>
        index % 2 ? spend(0, [one, 7], [other, 100]) : spend(0, [other, 100], [one, 7]),
      );
      expect((await Promise.all(together)).filter((outcome) => !refused(outcome))).toHaveLength(7);
    });

    test('can be taken back', async () => {
      const one = nextHash();
      await spend(0, [one, 1]);
      await stores.failures.giveBack([{ subject: one, limit: 1 }]);
      await stores.failures.giveBack([{ subject: one, limit: 1 }]);
      expect(refused(await spend(0, [one, 1]))).toBe(false);
      expect(refused(await spend(0, [one, 1]))).toBe(true);
    });

    test('that are taken back begin no window', async () => {
      const one = nextHash();
      await spend(0, [one, 1]);
      await stores.failures.giveBack([{ subject: one, limit: 1 }]);
      await spend(10, [one, 1]);
      expect(await spend(16, [one, 1])).toMatchObject({ left: at(25) });
    });

    test('are deleted after their window when others are counted', async () => {
      for (let count = 0; count < 5; count++) await spend(0, [nextHash(), 1]);
      await spend(60, [nextHash(), 1]);
      expect(await stores.windows()).toBe(1);
    });
  });
});
