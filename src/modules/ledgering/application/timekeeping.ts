/**
 * The time of ledgers with a test clock. The ledger's row stores how far its clock is ahead. Each process reads all test clocks when it
 * starts. If callers may move time, it reads them again every second, because another process may have moved a clock.
 */
import type { Background } from '../../../kernel/running/background';
import type { Duration } from '../../../kernel/duration';
import type { LedgerId } from '../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { TestClocks } from '../../../kernel/test-clocks';
import { token } from '../../../kernel/token';
import { advanceClock, type Ledger, type NoTestClock, type TestClocksOff, type TimeTooLate } from '../domain/ledger';
import type { LedgerNotFound } from '../domain/refusals';
import type { ChartReader } from './reader';
import { inTurn, type TurnDependencies } from './turn';

export type AdvanceClock = (
  ledgerId: LedgerId,
  duration: Duration,
  actor: string,
) => Promise<Outcome<LedgerNotFound | TestClocksOff | NoTestClock | TimeTooLate, MovedClock>>;

export interface MovedClock {
  readonly ledger: Ledger;
  /** The ledger's time after its clock was moved. */
  readonly now: Date;
}

export interface Timekeeping {
  /** Reads the test clocks: once, or every second if callers may move time. The process calls `start` and `stop`. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Moves a ledger's time ahead in a turn of the ledger, so that two concurrent moves add up. Resolves when this process has released the
   * holds that are due by the new time. If another process runs expiry, that process releases the holds within a second.
   */
  readonly advance: AdvanceClock;
  /** Whether callers may create ledgers with a test clock, and move such a clock. */
  readonly mayMoveTime: boolean;
}

export const TIMEKEEPING = token<Timekeeping>('Timekeeping');

const lookMs = 1_000;

export const createTimekeeping = (
  turns: TurnDependencies,
  charts: Pick<ChartReader, 'testClocks'>,
  testClocks: TestClocks,
  mayMoveTime: boolean,
  background: Background,
): Timekeeping => {
  const { chart, clock } = turns;
  const read = async (): Promise<void> => {
    for (const { id, testClockMs } of await charts.testClocks()) testClocks.set(id, testClockMs);
  };
  const loop = background.loop({
    name: 'test clocks',
    complaint: 'reading the test clocks of ledgers failed and will be tried again',
    afterFaultMs: lookMs,
    round: async () => {
      await read();
      return { isIdle: true, pauseMs: lookMs };
    },
  });

  const advance: AdvanceClock = async (ledgerId, duration, actor) => {
    if (!mayMoveTime) return refuse({ kind: 'TestClocksOff' });
    const moved = await inTurn<LedgerNotFound | NoTestClock | TimeTooLate, Ledger & { readonly testClockMs: number }>(
      turns,
      ledgerId,
      async ({ tx }) => {
        const found = await chart.readLedgerUse(tx, ledgerId);
        if (!found) return refuse({ kind: 'LedgerNotFound' });
        // The offset comes from the ledger's row, because another process may have moved the clock since this process read it.
        const at = clock.now();
        const now = new Date(at.getTime() + (found.ledger.testClockMs ?? 0));
        const ledger = advanceClock(found.ledger, duration, now, at);
        if (!refused(ledger)) await chart.updateClock(tx, ledger.right);
        return ledger;
      },
      { actor },
    );
    if (refused(moved)) return moved;
    testClocks.set(ledgerId, moved.right.testClockMs);
    await background.idle('expiry');
    // The time is computed from this move, because the clock may have been moved again meanwhile.
    return ok({ ledger: moved.right, now: new Date(clock.now().getTime() + moved.right.testClockMs) });
  };

  return {
    start: async () => {
      if (mayMoveTime) loop.start();
      else await read();
    },
    stop: () => loop.stop(),
    advance,
    mayMoveTime,
  };
};
