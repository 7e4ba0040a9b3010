/**
 * The clock of an installation in which some ledgers have a test clock: their time is ahead of the real time by as much as their callers
 * moved it. All code that dates records of a ledger calls `now(ledgerId)`.
 */
import type { Clock } from './clock';
import type { LedgerId } from './ids';
import { token } from './token';

export interface TestClocks {
  /** Moves the ledger's time ahead of the real time by this many milliseconds. */
  set(ledgerId: LedgerId, aheadMs: number): void;
  /** Returns the ledgers whose time has been moved. */
  moved(): readonly LedgerId[];
}

export const TEST_CLOCKS = token<TestClocks>('TestClocks');

/** True if callers may create ledgers with a test clock and move it. */
export const MAY_MOVE_TIME = token<boolean>('MayMoveTime');

export const withTestClocks = (clock: Clock): { readonly clock: Clock; readonly testClocks: TestClocks } => {
  const ahead = new Map<LedgerId, number>();
  return {
    clock: {
      now: (ledgerId) => {
        const ms = ledgerId === undefined ? undefined : ahead.get(ledgerId);
        return ms === undefined ? clock.now() : new Date(clock.now().getTime() + ms);
      },
      elapsed: () => clock.elapsed(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      deadline: (ms, act) => clock.deadline(ms, act),
    },
    testClocks: {
      set: (ledgerId, aheadMs) => {
        if (aheadMs > 0) ahead.set(ledgerId, aheadMs);
        else ahead.delete(ledgerId);
      },
      moved: () => [...ahead.keys()],
    },
  };
};
