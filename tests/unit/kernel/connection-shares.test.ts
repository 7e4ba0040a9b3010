/** Heavy reads of one tenant take turns with pauses, so that most of the process's time is free for others. */
import type { LedgerId } from '../../../src/kernel/ids';
import {
  createConnectionShares,
  type ConnectionShares,
} from '../../../src/kernel/running/fair-shares/connection-shares';
import { OverShare } from '../../../src/kernel/refusal';
import { HandClock } from '../../support/hand-clock';

const [greedy, other, third] = ['greedy', 'other', 'third'] as LedgerId[] as [LedgerId, LedgerId, LedgerId];
const tookMs = 200;

let shares: ConnectionShares;
let entered: LedgerId[];

let clock: HandClock;

beforeEach(() => {
  clock = new HandClock();
  shares = createConnectionShares(clock);
  entered = [];
});

const read = async (ledgerId: LedgerId): Promise<() => void> => {
  const leave = await shares.enter({ ledgerIds: [ledgerId] }, 'heavy');
  entered.push(ledgerId);
  return leave;
};

test('reads that follow one another do not wait', async () => {
  for (let times = 0; times < 3; times++) {
    const leave = await read(greedy);
    await clock.pass(tookMs);
    leave();
  }
  expect(entered).toHaveLength(3);
});

test('a waiting read begins after a pause four times as long as the last read', async () => {
  const leave = await read(greedy);
  void read(greedy);
  await clock.pass(tookMs);
  leave();
  await clock.pass(4 * tookMs - 1);
  expect(entered).toHaveLength(1);
  await clock.pass(1);
  expect(entered).toHaveLength(2);
});

test('the pause is at most one second', async () => {
  const leave = await read(greedy);
  void read(greedy);
  await clock.pass(4_000);
  leave();
  await clock.pass(1_000);
  expect(entered).toHaveLength(2);
});

test('a tenant in its pause takes no place from the others', async () => {
  const leaves = [await read(greedy), await read(other)];
  for (const ledgerId of [greedy, other, third]) void read(ledgerId);
  await clock.pass(tookMs);
  expect(entered).toEqual([greedy, other]);
  for (const leave of leaves) leave();
  await clock.pass(0);
  expect(entered).toEqual([greedy, other, third]);
});

test('a fifth waiting heavy read of a tenant is refused, and so is one that has waited for ten seconds', async () => {
  await read(greedy);
  const waiting = Array.from({ length: 4 }, () => read(greedy).catch((fault: unknown) => fault));
  await expect(read(greedy)).rejects.toThrow(OverShare);
  expect(shares.waiting()).toEqual({ light: 0, heavy: 4 });
  await clock.pass(10_000);
  for (const fault of await Promise.all(waiting)) expect(fault).toBeInstanceOf(OverShare);
  expect(shares.waiting()).toEqual({ light: 0, heavy: 0 });
});

test('a read that gets no place in time gives up its turn', async () => {
  const leaves = [await read(greedy), await read(other)];
  const late = read(third).catch((fault: unknown) => fault);
  await clock.pass(10_000);
  expect(await late).toBeInstanceOf(Error);
  for (const leave of leaves) leave();
  await read(third);
  expect(entered).toEqual([greedy, other, third]);
});
