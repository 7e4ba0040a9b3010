/**
 * Holds of very many entries whose time is over all at once: a tenant may have thousands of them. They are released in writes of so many
 * entries at the most, and after each wide one all wide ones pause for twice as long as it took, so that most of the process is left to
 * the others. Holds of few entries go on meanwhile, in the other ledgers.
 */
import type { ProcessTime } from '../../../../kernel/clock';
import type { LedgerId } from '../../../../kernel/ids';
import type { TransactionId } from '../../domain/transaction';
import type { DueHold } from '../ports';
import { wideFromEntries } from '../writing/wide-work';

/** More than a hundred ordinary holds have. */
const wideFrom = wideFromEntries / 4;
const pauseTimes = 2;
const maxPauseMs = 1_000;

/** Holds that are released in one write. */
export interface Fitting {
  readonly ids: readonly TransactionId[];
  readonly isWide: boolean;
}

/** Of the holds that were due first as many as one write may have, at most `most`; one at least, where there is any. */
export const fitting = (due: readonly DueHold[], most: number): Fitting => {
  const ids: TransactionId[] = [];
  let entries = 0;
  for (const hold of due.slice(0, most)) {
    if (ids.length > 0 && entries + hold.entries > wideFromEntries) break;
    ids.push(hold.id);
    entries += hold.entries;
  }
  return { ids, isWide: entries >= wideFrom };
};

/** What came of a turn of a ledger. */
export interface ExpiryTurn {
  /** Whether there may be more. */
  readonly isMore: boolean;
  /** What comes next is wide: it waits until the pause is over. */
  readonly isPutOff?: boolean;
  /** Milliseconds that a wide write took, which was the last of the turn. */
  readonly wideMs?: number;
}

export interface WidePace {
  /** Those that wrote widely last come last, so that each has its turn. */
  inOrder(ledgerIds: readonly LedgerId[]): readonly LedgerId[];
  /** Milliseconds until wide holds may be released again. */
  pauseMs(): number;
  wrote(ledgerId: LedgerId, milliseconds: number): void;
}

export const createWidePace = (time: ProcessTime): WidePace => {
  /** When each of the ledgers that still have holds to release wrote widely last. */
  let wroteAt = new Map<LedgerId, number>();
  let pausesUntil = 0;
  const lastOf = (ledgerId: LedgerId): number => wroteAt.get(ledgerId) ?? 0;
  return {
    inOrder: (ledgerIds) => {
      wroteAt = new Map(ledgerIds.flatMap((id) => (wroteAt.has(id) ? [[id, lastOf(id)] as const] : [])));
      return [...ledgerIds].sort((one, other) => lastOf(one) - lastOf(other));
    },
    pauseMs: () => Math.max(0, pausesUntil - time.elapsed()),
    wrote: (ledgerId, milliseconds) => {
      const now = time.elapsed();
      wroteAt.set(ledgerId, now);
      pausesUntil = now + Math.min(maxPauseMs, pauseTimes * milliseconds);
    },
  };
};
