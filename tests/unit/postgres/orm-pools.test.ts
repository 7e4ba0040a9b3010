/** All pools of a process share the schemas that the ORM has discovered. */
import { postgresEntities } from '../../../src/app/contexts';
import { openOrm } from '../../../src/kernel/postgres/orm';
import type { ConnectionPool } from '../../../src/kernel/postgres/pool';
import { StringSchema } from '../../../src/modules/strings/postgres/schema';

test('each statement runs on the pool that its ORM was opened on', async () => {
  const poolThatRefuses = (reason: string): ConnectionPool => ({
    lend: () => Promise.reject(new Error(reason)),
    counts: () => ({ inUse: 0, open: 0, waiting: 0, max: 0 }),
    close: async () => undefined,
  });
  const orms = ['one', 'other'].map((name) => openOrm(poolThatRefuses(name), postgresEntities));
  const reasons = await Promise.all(
    [...orms, ...orms].map(({ em }) =>
      em
        .fork()
        .find(StringSchema, {})
        .catch((error: Error) => error.message),
    ),
  );
  expect(reasons).toEqual(['one', 'other', 'one', 'other']);
  expect(new Set(orms.map(({ metadata }) => metadata)).size).toBe(1);
});
