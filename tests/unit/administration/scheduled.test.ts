/** The scheduled verification: the events that it hashes again, and the result of a verification that ends early. */
import { createBackground } from '../../../src/kernel/running/background';
import { newId, type LedgerId } from '../../../src/kernel/ids';
import type { EndedVerification } from '../../../src/kernel/observations';
import { createScheduledVerifications } from '../../../src/modules/administration/application/scheduled';
import type { ScheduleStore } from '../../../src/modules/administration/application/ports';
import { scheduleInMemory } from '../../../src/modules/administration/memory/verification-schedule';
import { HandClock } from '../../support/hand-clock';

const hourMs = 3_600_000;
const ledgerId = newId<'ledger'>() as unknown as LedgerId;
type Verify = Parameters<typeof createScheduledVerifications>[0]['verifying']['ofAll'];

const clean = { ledgers: 1, events: 5, ok: true, checks: [{ name: 'chain', promise: '', findings: 0 }], findings: [] };
const broken = { ...clean, ok: false, checks: [{ name: 'chain', promise: '', findings: 3 }] };

/** A process that shares the schedule. `since` records, for each verification, the event from which the ledger was hashed. */
const open = (store: ScheduleStore, clock: HandClock, answer: () => object | Promise<object> = () => clean) => {
  const since: bigint[] = [];
  const ended: EndedVerification['result'][] = [];
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const background = createBackground(clock, log);
  let last = 5n;
  const scheduled = createScheduledVerifications({
    ...{ store, clock, background, log, holder: newId() },
    observations: { verified: ({ result }) => void ended.push(result) },
    ledgering: { logEnds: async () => [{ ledgerId, lastSequence: last }] },
    verifying: {
      ofAll: (async (told, _, from) => {
        await told(0, 1);
        since.push(typeof from === 'function' ? from(ledgerId) : (from ?? 0n));
        return answer();
      }) as Verify,
    },
  });
  return {
    since,
    ended,
    grow: () => (last += 10n),
    start: () => scheduled.start(hourMs),
    stop: () => scheduled.stop(),
    due: () => background.idle('scheduled verification'),
  };
};

test('a scheduled verification hashes only new events, and everything after seven intervals', async () => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  const { start, stop, due, grow, since } = open(scheduleInMemory(), clock);
  start();
  for (let round = 0; round < 9; round++) {
    await due();
    grow();
    clock.advance(hourMs);
  }
  await stop();
  expect(since).toEqual([0n, 5n, 15n, 25n, 35n, 45n, 55n, 0n, 75n]);
});

test('a scheduled verification hashes everything after a finding', async () => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  let answer: object = broken;
  const { start, stop, due, since, ended } = open(scheduleInMemory(), clock, () => answer);
  start();
  await due();
  answer = clean;
  clock.advance(hourMs);
  await due();
  await stop();
  expect(since).toEqual([0n, 0n]);
  expect(ended).toEqual(['failed', 'passed']);
});

test('a verification that ends early is repeated after a quarter of an hour', async () => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  let isAway = true;
  const { start, stop, due, ended } = open(scheduleInMemory(), clock, () => {
    if (isAway) throw new Error('the database is away');
    return clean;
  });
  start();
  await due();
  isAway = false;
  clock.advance(10 * 60_000);
  await due();
  expect(ended).toEqual(['broken off']);
  clock.advance(5 * 60_000);
  await due();
  await stop();
  expect(ended).toEqual(['broken off', 'passed']);
});

test('a process does not disturb the verification of another, and takes over when that one is gone', async () => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  const store = scheduleInMemory();
  let release: (answer: object) => void = () => undefined;
  let isAsked: () => void;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const gone = open(store, clock, () => {
    isAsked();
    return new Promise<object>((resolve) => (release = resolve));
  });
  const other = open(store, clock);
  gone.start();
  await asked;
  other.start();
  await other.due();
  expect(other.ended).toEqual([]);
  clock.advance(hourMs);
  await other.due();
  expect(other.ended).toEqual(['passed']);
  const { last } = await store.read();
  release(broken);
  await Promise.all([gone.stop(), other.stop()]);
  // A result that comes too late is not stored.
  expect((await store.read()).last).toEqual(last);
});
