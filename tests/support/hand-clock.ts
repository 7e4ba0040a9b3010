/** A clock that only moves when a test moves it. */
import type { Clock } from '../../src/kernel/time';

export class HandClock implements Clock {
  private ms: number;

  constructor(start: string) {
    this.ms = Date.parse(start);
  }

  now(): Date {
    return new Date(this.ms);
  }

  /** Negative to set it back. */
  advance(ms: number): void {
    this.ms += ms;
  }
}
