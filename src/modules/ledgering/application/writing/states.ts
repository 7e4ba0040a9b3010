/**
 * The modes in which the next group of a ledger can be written, and the events that change the mode.
 *
 *     AHEAD ────────── conflict ──────────▶ UNDER THE LOCK ◀─ (written: back to AHEAD)
 *       │                                         │
 *       └── busy, refused, backlog ──▶ QUEUED ◀───┴── conflict, busy, refused, backlog
 *                                        │
 *                                        └── caught up: back to AHEAD
 */
import type { WriteMode } from '../../../../kernel/observations';

/**
 * The mode of writing a group. 'ahead': the group is accepted and posted in one write. Its plan continues the state that the earlier groups
 * will leave, without waiting for their commits; the store refuses it if the ledger's head has a different hash. 'under the lock': also one
 * write, but read and planned under the head's lock. 'queued': the group is only accepted, and new groups wait until the poster has caught
 * up. If the poster of this process does not run, every group is queued.
 */
export type Way = WriteMode;

/**
 * The result of an attempt. 'conflict': the head has moved, or a key was used meanwhile. 'busy': another writer holds the head. 'refused':
 * the database refused a plan that the ledger allowed. 'backlog': the group must only be accepted, because earlier work is pending. 'caught
 * up': no work that this writer accepted is pending any longer.
 */
export type Event = 'written' | 'conflict' | 'busy' | 'refused' | 'backlog' | 'caught up';

/**
 * The mode of the next attempt: for the same group if nothing was written, otherwise for the next group. Events that are not listed do not
 * change the mode.
 */
export const nextWay: Readonly<Record<Way, Readonly<Partial<Record<Event, Way>>>>> = {
  ahead: { conflict: 'under the lock', busy: 'queued', refused: 'queued', backlog: 'queued' },
  'under the lock': { written: 'ahead', conflict: 'queued', busy: 'queued', refused: 'queued', backlog: 'queued' },
  queued: { 'caught up': 'ahead' },
};

const maxNeeded = 64;

/**
 * Decides whether a group may be written ahead. If the head has moved or a key was used, the store refuses the write with an error, which
 * costs an attempt and a line in PostgreSQL's log. So after a conflict the process writes under the lock until `needed` groups in a row
 * found the head unmoved by other processes. Each conflict doubles that number, and each group written ahead reduces it by one. So two
 * processes that post to one ledger nearly always write under the lock.
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

/** Thrown if the group must be written in a different mode. */
export class NotAhead extends Error {
  constructor(readonly event: Extract<Event, 'conflict' | 'backlog'>) {
    super(event);
  }
}
