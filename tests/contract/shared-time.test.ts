/**
 * A process whose machine is an hour ahead takes its time from the database, reports the wrong clock, and leaves due work to other
 * processes.
 */
import { readConfig } from '../../src/app/config';
import { openInstallation } from '../../src/app/installation';
import { madeAt, newId, timeIdsBy } from '../../src/kernel/ids';
import { refused } from '../../src/kernel/refusal';
import { systemClock } from '../../src/kernel/running/system-clock';
import { connected, freshDatabase, serviceEnvironment, type TestDatabase } from '../support/database';
import { HandClock } from '../support/hand-clock';

const hourMs = 3_600_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  timeIdsBy(systemClock.now);
  await database.drop();
});

test.each([hourMs, -hourMs])('a machine ahead by %i ms takes its time from the database', async (aheadMs) => {
  const config = readConfig({ ...serviceEnvironment(database.url), LEDGER_ROLE: 'worker' });
  if (refused(config)) throw new Error(config.left);
  const told: string[] = [];
  const note = (_: object, message: string): void => void told.push(message);
  const clock = new HandClock(new Date(systemClock.now().getTime() + aheadMs), { flows: true });
  const {
    clock: shared,
    readiness,
    background,
    close,
  } = await openInstallation(
    config.right,
    { info: note, warn: note, error: note },
    { migrate: false, maxConnections: 2, clock, sharesTime: true },
  );
  try {
    await background.idle('clock');
    // A tolerance of half an hour allows for a slow machine, and still detects a clock that is an hour ahead.
    for (const instant of [shared.now(), madeAt(newId())]) expect(await differs(instant, hourMs / 2)).toBe(false);
    expect(await differs(clock.now(), hourMs / 2)).toBe(true);
    const { status, checks } = await readiness();
    expect([status, checks.clock]).toEqual([
      'not ready',
      expect.stringMatching(/^this machine's clock is (ahead of|behind) .* by 3600 s/),
    ]);
    expect(told.filter((line) => /Holds do not expire and webhooks are not delivered/.test(line))).toHaveLength(1);
  } finally {
    await close();
  }
});

/** Whether the database's time differs from the instant by more than `ms`. */
const differs = (instant: Date, ms: number): Promise<boolean> =>
  connected(database.url, async (client) => {
    const { rows } = await client.query<{ differs: boolean }>(
      `select abs(extract(epoch from clock_timestamp() - $1::timestamptz)) * 1000 > $2 as differs`,
      [instant.toISOString(), ms],
    );
    return (rows[0] as { differs: boolean }).differs;
  });
