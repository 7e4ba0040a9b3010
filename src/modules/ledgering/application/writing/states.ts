/**
 * In which way the next group of a ledger is written.
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
 * What came of an attempt. Conflict: the head has moved, or a key was used meanwhile. Busy: somebody else holds the head.
 * Refused: the database refuses what the fold allowed. Backlog: accepted, because earlier work waits. Caught up: nothing that
 * this ledger accepted waits any more.
 */
export type Event = 'written' | 'conflict' | 'busy' | 'refused' | 'backlog' | 'caught up';

/** The way of the next attempt: of the same group, where nothing came of it, or of the one after it. What is not named stays. */
export const nextWay: Readonly<Record<Way, Readonly<Partial<Record<Event, Way>>>>> = {
  ahead: { conflict: 'under the lock', busy: 'queued', refused: 'queued', backlog: 'queued' },
  'under the lock': { written: 'ahead', conflict: 'queued', busy: 'queued', refused: 'queued', backlog: 'queued' },
  queued: { 'caught up': 'ahead' },
};

/** The group is to be written in another way. */
export class NotAhead extends Error {
  constructor(readonly event: Extract<Event, 'conflict' | 'backlog'>) {
    super(event);
  }
}
