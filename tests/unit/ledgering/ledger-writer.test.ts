/** The mode in which each group is written: ahead, under the lock, or only accepted; with stores in memory that fail on request. */
import { newId } from '../../../src/kernel/ids';
import { Busy, Unavailable } from '../../../src/kernel/refusal';
import { RulesChanged, WriteConflict } from '../../../src/modules/ledgering/application/ports';
import { held, openLedger, wideMode } from '../../support/written-ledger';

const conflict = new WriteConflict('somebody came before');
const busy = new Busy('somebody holds the head');
const refusal = Object.assign(new Error('a trigger refuses it'), { code: 'LG005' });
const away = new Unavailable('the database is away');
const stale = new RulesChanged('other rules');

test.each<[what: string, faults: readonly Error[], ways: readonly string[], status: string]>([
  ['nothing is refused', [], ['ahead'], 'posted'],
  ['another process moved the head', [conflict], ['ahead', 'under the lock'], 'posted'],
  ['a key was used meanwhile, twice', [conflict, conflict], ['ahead', 'under the lock', 'queued'], 'pending'],
  ['the head is held', [busy], ['ahead', 'queued'], 'pending'],
  ['the head is held after it moved', [conflict, busy], ['ahead', 'under the lock', 'queued'], 'pending'],
  ['the database refuses the write', [refusal], ['ahead', 'queued'], 'pending'],
  [
    'a key is used while the group is only accepted',
    [busy, conflict, conflict],
    ['ahead', 'queued', 'queued', 'queued'],
    'pending',
  ],
  ['the attribute rules changed', [stale, stale], ['ahead', 'ahead', 'ahead'], 'posted'],
])('a group is written if %s', async (_, faults, ways, status) => {
  const ledger = await openLedger();
  await ledger.sell();
  ledger.ways.length = 0;
  ledger.faults.push(...faults);
  expect(await ledger.sell()).toBe(status);
  expect(ledger.ways).toEqual(ways);
  expect(ledger.process.woken).toBe(status === 'pending' ? 1 : 0);
  expect(ledger.logged).toHaveLength(faults.includes(refusal) ? 1 : 0);

  // Groups are written ahead again once the poster has caught up. After a conflict, a group must first find that nobody else has changed
  // the ledger since this process wrote.
  await ledger.post();
  if (faults[0] === conflict && status === 'pending') for (let sold = 0; sold < 2; sold++) await ledger.sell();
  ledger.ways.length = 0;
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['ahead']);
});

test('the first transaction of a ledger is written under the lock, because until then its currency can be corrected', async () => {
  const ledger = await openLedger();
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['under the lock']);
});

test('a transient fault is thrown, and the group is not written in another mode', async () => {
  const ledger = await openLedger();
  await ledger.sell();
  ledger.ways.length = 0;
  ledger.faults.push(away);
  await expect(ledger.sell('a key')).rejects.toThrow(away);
  expect(ledger.ways).toEqual(['ahead']);
  expect(await ledger.sell('a key')).toBe('posted');
});

test('a request fails when it loses the race for its key seven times', async () => {
  const ledger = await openLedger();
  ledger.faults.push(...Array.from({ length: 7 }, () => conflict));
  await expect(ledger.sell()).rejects.toThrow('lost the race for an idempotency key 7 times');
});

test('new work waits while the poster is behind, and is posted after the earlier work', async () => {
  const ledger = await openLedger();
  await ledger.sell();
  ledger.ways.length = 0;
  let catchUp = (): void => undefined;
  ledger.process.caughtUp = new Promise((resolve) => (catchUp = resolve));
  ledger.faults.push(busy);
  const first = ledger.sell();
  await ledger.clock.pass(20);
  const second = ledger.sell();
  await ledger.clock.pass(20);
  expect(ledger.ways).toEqual(['ahead', 'queued']);
  await ledger.post();
  catchUp();
  expect(await Promise.all([first, second])).toEqual(['pending', 'posted']);
  expect(ledger.ways).toEqual(['ahead', 'queued', 'ahead']);
  ledger.ways.length = 0;
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['ahead']);
});

test('new work is only accepted while earlier accepted work is pending', async () => {
  const ledger = await openLedger();
  ledger.poster.isRunning = false;
  expect(await ledger.sell()).toBe('pending');
  ledger.poster.isRunning = true;
  expect(await ledger.sell()).toBe('pending');
  await ledger.post();
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['queued', 'queued', 'ahead']);
});

test('a process that does not post only accepts', async () => {
  const ledger = await openLedger();
  ledger.poster.isRunning = false;
  expect(await ledger.sell('a key')).toBe('pending');
  expect(await ledger.sell('a key')).toBe('replayed');
  expect(ledger.ways).toEqual(['queued']);
});

test('a replay that was taken for new work is recognised under the lock', async () => {
  const ledger = await openLedger();
  expect(await ledger.sell('a key')).toBe('posted');
  expect(await ledger.sell('a key')).toBe('replayed');
  expect(await ledger.sell('a key', { description: 'Another' })).toBe('IdempotencyKeyReused');
  expect(ledger.conflicts).toEqual(['ahead']);
  ledger.ways.length = 0;
  for (let sold = 0; sold < 2; sold++) expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['under the lock', 'ahead']);
});

test('repeated replays are recognised under the lock, with a single conflict', async () => {
  const ledger = await openLedger();
  for (let sold = 0; sold < 50; sold++) await ledger.sell(`key ${sold}`);
  for (let again = 0; again < 50; again++) expect(await ledger.sell(`key ${again}`)).toBe('replayed');
  expect(ledger.conflicts).toEqual(['ahead']);
});

test('a ledger that another process writes to as well is written under the lock', async () => {
  const ledger = await openLedger();
  for (let sold = 0; sold < 100; sold++) {
    expect(await ledger.sell()).toBe('posted');
    await ledger.openAccountElsewhere(`OTHER${sold}`);
  }
  expect(ledger.conflicts.length).toBeLessThan(3);
  // Without other writers, groups are written ahead again after a while.
  for (let sold = 0; sold < 10; sold++) await ledger.sell();
  ledger.ways.length = 0;
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['ahead']);
});

describe('a turn beside posts', () => {
  test('waits for no group and causes no conflict, and the next group continues after it', async () => {
    const ledger = await openLedger();
    for (let sold = 0; sold < 30; sold++) await ledger.sell(newId(), held);
    ledger.ways.length = 0;
    const [expired, status] = await Promise.all([ledger.expire(), ledger.sell()]);
    expect(expired).toEqual({ isMore: false, isWide: false });
    expect(ledger.openHolds()).toBe(0);
    expect(status).toBe('posted');
    expect(await ledger.sell()).toBe('posted');
    // In order: the release, the group that ran at the same time, and the group after both.
    expect(ledger.ways).toEqual(['under the lock', 'ahead', 'ahead']);
    expect(ledger.conflicts).toEqual([]);
  });

  test('that opens an account does not change the mode of the next group', async () => {
    const ledger = await openLedger();
    await ledger.sell();
    ledger.ways.length = 0;
    await ledger.openAccount('OTHER');
    expect(await ledger.sell()).toBe('posted');
    expect(ledger.ways).toEqual(['ahead']);
  });

  test('delays posts while it plans, and not after that', async () => {
    const ledger = await openLedger();
    await ledger.sell();
    ledger.ways.length = 0;
    let goOn = (): void => undefined;
    const planned = new Promise<void>((resolve) => (goOn = resolve));
    const turn = ledger.takeTurn(() => planned);
    const sold = ledger.sell();
    await ledger.clock.pass(50);
    expect(ledger.ways).toEqual([]);
    goOn();
    await turn;
    expect(await sold).toBe('posted');
    expect(ledger.ways).toEqual(['ahead']);
  });

  test('that fails after its plan is forgotten, and causes the next group no conflict', async () => {
    const ledger = await openLedger();
    await ledger.sell(newId(), held);
    ledger.ways.length = 0;
    ledger.faults.push(away);
    await expect(ledger.expire()).rejects.toThrow(away);
    expect(ledger.openHolds()).toBe(1);
    expect(await ledger.sell()).toBe('posted');
    expect(ledger.ways).toEqual(['under the lock', 'ahead']);
    expect(ledger.conflicts).toEqual([]);
  });

  test('for expiry releases a limited number of entries, and none if it must not be wide', async () => {
    const ledger = await openLedger();
    for (let sold = 0; sold < 45; sold++) await ledger.sell(newId(), { ...held, mode: wideMode });
    expect(await ledger.expire()).toEqual({ isMore: true, isWide: true });
    expect(ledger.openHolds()).toBe(25);
    expect(await ledger.expire(false)).toEqual({ isMore: true, isWide: true });
    expect(ledger.openHolds()).toBe(25);
  });
});

test('failed writes of groups are counted by their mode', async () => {
  const ledger = await openLedger();
  await ledger.sell();
  ledger.faults.push(conflict, conflict);
  await ledger.sell();
  expect(ledger.conflicts).toEqual(['ahead', 'under the lock']);
});
