/**
 * The clock of tests. A manual clock moves only when a test moves it; a flowing clock follows the machine's clock and can also be moved
 * ahead. Sleepers wake in the order of their times, each at its own time. No other file of the tests reads the machine's clock. The clock
 * starts at the machine's time, because ids contain the machine's time. So a test that moves the clock may pass midnight, and must read the
 * day from its data.
 */
import type { Clock, Deadline } from '../../src/kernel/clock';
import { nextTurn } from '../../src/kernel/running/event-loop';
import { systemClock } from '../../src/kernel/running/system-clock';

interface Wake {
  readonly atMs: number;
  readonly act: () => void;
}

export class HandClock implements Clock {
  private readonly startMs: number;
  private readonly begunAt = performance.now();
  private readonly flows: boolean;
  private movedMs = 0;
  /** Set while sleepers are woken, so that each of them sees its own wake time. */
  private heldMs: number | undefined;
  private wakes: Wake[] = [];
  private timer: NodeJS.Timeout | undefined;
  private reading: NodeJS.Immediate | undefined;

  constructor(start: string | Date = new Date(), { flows = false } = {}) {
    this.startMs = new Date(start).getTime();
    this.flows = flows;
  }

  now(): Date {
    return new Date(this.startMs + Math.floor(this.elapsed()));
  }

  elapsed(): number {
    return this.heldMs ?? this.movedMs + (this.flows ? performance.now() - this.begunAt : 0);
  }

  /** A sleep of 0 ms ends in the next turn of the event loop, even on a manual clock. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0) return nextTurn();
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        cancel();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.add(ms, end);
      signal?.addEventListener('abort', end);
    });
  }

  deadline(ms: number, act?: () => void): Deadline {
    const reachedMs = this.elapsed() + ms;
    const cancel = act ? this.add(ms, act) : (): void => undefined;
    return { leftMs: () => Math.max(0, reachedMs - this.elapsed()), cancel };
  }

  /** The number of sleeps and deadlines that are still pending. */
  get pendingWakes(): number {
    return this.wakes.length;
  }

  /** Moves the clock by `ms` and wakes every sleeper that is due by then. A negative `ms` sets back the time that `now` returns. */
  advance(ms: number): void {
    const target = this.elapsed() + ms;
    for (let next = this.due(target); next; next = this.due(target)) this.call(next);
    this.movedMs += target - this.elapsed();
    this.arm();
  }

  /** Like `advance`, but after each wake lets all ready work run, so that this work can sleep and be woken as well. */
  async pass(ms: number): Promise<void> {
    const target = this.elapsed() + ms;
    await nextTurn();
    for (let next = this.due(target); next; next = this.due(target)) {
      this.advance(Math.max(0, next.atMs - this.elapsed()));
      await nextTurn();
    }
    this.advance(Math.max(0, target - this.elapsed()));
    await nextTurn();
  }

  /** Moves the clock to the next wake and wakes that sleeper. Returns the milliseconds moved; undefined if nobody sleeps. */
  async advanceToNextWake(): Promise<number | undefined> {
    await nextTurn();
    const [next] = this.wakes;
    if (!next) return undefined;
    const ms = Math.max(0, next.atMs - this.elapsed());
    this.advance(ms);
    await nextTurn();
    return ms;
  }

  /** Moves the clock from wake to wake until the work is done. The work must wait for nothing but this clock. */
  async through<A>(work: Promise<A>): Promise<A> {
    let isDone = false;
    const end = (): void => void (isDone = true);
    work.then(end, end);
    while (!isDone) await this.advanceToNextWake();
    return work;
  }

  private add(ms: number, act: () => void): () => void {
    const wake = { atMs: this.elapsed() + ms, act };
    const behind = this.wakes.findIndex(({ atMs }) => atMs > wake.atMs);
    this.wakes.splice(behind < 0 ? this.wakes.length : behind, 0, wake);
    this.arm();
    return () => {
      this.wakes = this.wakes.filter((other) => other !== wake);
      this.arm();
    };
  }

  private due(atMs: number): Wake | undefined {
    const [next] = this.wakes;
    return next && next.atMs <= atMs ? next : undefined;
  }

  private call(wake: Wake): void {
    this.wakes = this.wakes.filter((other) => other !== wake);
    this.heldMs = Math.max(this.elapsed(), wake.atMs);
    try {
      wake.act();
    } finally {
      const heldMs: number = this.heldMs;
      this.heldMs = undefined;
      this.movedMs += Math.max(0, heldMs - this.elapsed());
    }
  }

  /**
   * On a flowing clock, sets a timer of the machine for the next wake. When the timer ends, the process first reads the answers that have
   * arrived, and then wakes the sleepers.
   */
  private arm(): void {
    clearTimeout(this.timer);
    clearImmediate(this.reading);
    const [next] = this.wakes;
    if (!this.flows || !next) return;
    const inMs = Math.min(Math.max(0, next.atMs - this.elapsed()), maxTimerMs);
    this.timer = setTimeout(() => (this.reading = setImmediate(() => this.advance(0))), inMs);
  }
}

/** A clock that follows the machine's clock and can also be moved ahead. */
export const flowingClock = (): HandClock => new HandClock(new Date(), { flows: true });

/** A clock whose `now` always returns `instant`, so that recorded dates are the same in every run. Durations are measured as usual. */
export const standingAt = (instant: string): Clock => ({ ...systemClock, now: () => new Date(instant) });

const maxTimerMs = 2_147_483_647;
