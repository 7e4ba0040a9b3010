/** The delivery window of an endpoint, with short forms for tests. */
import type { Delivery } from '../../../src/modules/events/domain/endpoint';
import {
  openWindow,
  type AttemptResult,
  type Deliverable,
  type Window,
} from '../../../src/modules/events/domain/window';

export const start = Date.parse('2026-01-15T10:00:00.000Z');
export const at = (ms: number): Date => new Date(start + ms);
export const event = (sequence: number, length = 1): Deliverable => ({
  ...{ sequence, type: 'transaction.posted' },
  text: '.'.repeat(length),
});
export const events = (from: number, to: number, length = 1): Deliverable[] =>
  Array.from({ length: to - from + 1 }, (_, index) => event(from + index, length));
export const result = (status: number | null, ms = 0): AttemptResult => ({
  ...{ at: at(ms), milliseconds: 3, status, answer: status === null ? null : 'body' },
  fault: status === null ? 'late' : null,
});
export const noJitter = () => 0;
export const open = (maxInFlight = 1, kept: readonly Delivery[] = [], deliveredThrough = 0n): Window<Deliverable> =>
  openWindow<Deliverable>({ deliveredThrough, maxInFlight }, kept, noJitter);
export const sequences = (started: readonly Deliverable[]): readonly number[] =>
  started.map(({ sequence }) => sequence);
/** The sequences that are sent at this time. Failed events are read again first. */
export const startAt = (window: Window<Deliverable>, ms = 0): readonly number[] => {
  for (const sequence of window.wantsAgain(at(ms))) window.takeAgain(event(Number(sequence)));
  return sequences(window.start(at(ms)));
};
export const take = (window: Window<Deliverable>, read: readonly Deliverable[], through: bigint): bigint =>
  window.take(read, through, at(0));
export const delivery = (sequence: bigint, fields: Partial<Delivery> = {}): Delivery => ({
  ...{ id: `d-${sequence}` as Delivery['id'], sequence, type: 'transaction.posted', state: 'delivered', attempts: 1 },
  ...{ status: 200, answer: '', fault: null, milliseconds: 1, lastAttemptAt: at(-1000), nextAttemptAt: null },
  ...fields,
});
export const failing = { state: 'failing', status: 500, nextAttemptAt: at(5_000) } as const;
export const queued = { state: 'queued', attempts: 0, nextAttemptAt: at(0) } as const;
