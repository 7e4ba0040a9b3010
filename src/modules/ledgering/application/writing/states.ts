/**
 * The way in which the next group of a ledger is written.
 *
 *     AHEAD ────────── conflict ──────────▶ UNDER THE LOCK ◀─ (written: back to AHEAD)
 *       │                                         │
 *       └── busy, refused, backlog ──▶ QUEUED ◀───┴── conflict, busy, refused, backlog
 *                                        │
 *                                        └── caught up: back to AHEAD
 */
import type { WriteMode } from '../../../../kernel/observations';

/**
 * Ahead: accepted and posted in one write, planned on what the groups before it will leave behind, without waiting for them;
 * the store refuses it where the ledger does not stand at the hash that the plan continues. Under the lock: the same, but read
 * and planned while nobody else can write. Queued: only accepted, for the poster, behind which new work waits until it has
 * caught up. A process that does not post always queues.
 */
export type Way = WriteMode;

/**
 * The result of an attempt. Conflict: the head has moved, or a key was used meanwhile. Busy: somebody else holds the
 * head. Refused: the database refuses what the fold allowed. Backlog: accepted, because earlier work waits. Caught up:
 * nothing that this ledger accepted waits any more.
 */
export type Event = 'written' | 'conflict' | 'busy' | 'refused' | 'backlog' | 'caught up';

/**
 * The way of the next attempt: of the same group if nothing was written, otherwise of the group after it. An event
 * without an entry changes nothing.
 */
export const nextWay: Readonly<Record<Way, Readonly<Partial<Record<Event, Way>>>>> = {
  ahead: { conflict: 'under the lock', busy: 'queued', refused: 'queued', backlog: 'queued' },
  'under the lock': { written: 'ahead', conflict: 'queued', busy: 'queued', refused: 'queued', backlog: 'queued' },
  queued: { 'caught up': 'ahead' },
};

const maxNeeded = 64;

/**
 * Whether a group may be written ahead. The store refuses a write on a head that moved, or with a key that was used, by an error,
 * which costs a group its attempt and PostgreSQL a line of its log. So after each conflict of a write ahead the process writes under the lock until some
 * groups in a row were undisturbed: nobody else had moved the head, and no key had been used. Each conflict doubles how many that are,
 * and each group that was written ahead takes one off. Two processes that post to one ledger thus write under the lock all the time.
 */
export class Caution {
  private needed = 1;
  private missing = 0;

  get allowsAhead(): boolean {
    return this.missing === 0;
  }

  conflicted(): void {
    this.missing = this.needed;
    this.needed = Math.min(maxNeeded, this.needed * 2);
  }

  writtenAhead(): void {
    this.needed = Math.max(1, this.needed - 1);
  }

  writtenUnderTheLock(isUndisturbed: boolean): void {
    if (this.missing === 0) return;
    this.missing = isUndisturbed ? this.missing - 1 : Math.max(this.missing, this.needed / 2);
  }
}

/** The group is to be written in another way. */
export class NotAhead extends Error {
  constructor(readonly event: Extract<Event, 'conflict' | 'backlog'>) {
    super(event);
  }
}
