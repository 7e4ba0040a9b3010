/**
 * Waits until ledgers have new events. One query reads the heads of all ledgers that anyone waits for, every 25 ms; without waiters there
 * is no query. It finds events that any process wrote.
 */
import type { ProcessTime } from '../../../kernel/clock';
import type { LedgerId } from '../../../kernel/ids';
import type { Log } from '../../../kernel/tokens';
import type { Ledgering } from '../../ledgering';

export interface Heads {
  /** Resolves to true as soon as the ledger has an event after `sequence`, or to false after `milliseconds` or when `given` is aborted. */
  movedBeyond(ledgerId: LedgerId, sequence: bigint, milliseconds: number, given: AbortSignal): Promise<boolean>;
}

export interface HeadsDependencies {
  readonly ledgering: Pick<Ledgering, 'lastEvents'>;
  readonly clock: Pick<ProcessTime, 'sleep' | 'deadline'>;
  readonly log: Log;
}

const lookMs = 25;
/** The pause after a query that failed. */
const pauseMs = 500;

interface Waiter {
  readonly sequence: bigint;
  readonly tell: (hasMoved: boolean) => void;
}

export const createHeads = ({ ledgering, clock, log }: HeadsDependencies): Heads => {
  const waiting = new Map<LedgerId, Set<Waiter>>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    isLooking = true;
    let isQuiet = false;
    while (waiting.size > 0) {
      try {
        const heads = await ledgering.lastEvents([...waiting.keys()]);
        for (const [ledgerId, head] of heads)
          for (const { sequence, tell } of waiting.get(ledgerId) ?? []) if (head > sequence) tell(true);
        isQuiet = false;
      } catch (error) {
        if (!isQuiet) log.warn({ error }, 'looking for new events failed and will be tried again');
        isQuiet = true;
      }
      await clock.sleep(isQuiet ? pauseMs : lookMs);
    }
    isLooking = false;
  };

  return {
    movedBeyond: (ledgerId, sequence, milliseconds, given) =>
      new Promise((resolve) => {
        if (given.aborted) return resolve(false);
        const own = waiting.get(ledgerId) ?? new Set<Waiter>();
        const tell = (hasMoved: boolean): void => {
          waitingTime.cancel();
          given.removeEventListener('abort', giveUp);
          own.delete(waiter);
          if (own.size === 0) waiting.delete(ledgerId);
          resolve(hasMoved);
        };
        const giveUp = (): void => tell(false);
        const waiter: Waiter = { sequence, tell };
        const waitingTime = clock.deadline(milliseconds, giveUp);
        given.addEventListener('abort', giveUp);
        waiting.set(ledgerId, own.add(waiter));
        if (!isLooking) void look();
      }),
  };
};
