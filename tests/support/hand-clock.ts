/**
 * The clock of tests. By hand it moves only when a test moves it; flowing it runs with the machine's clock and can also be moved ahead.
 * Whoever sleeps is woken in the order of the wakes, each at its own time. The only file of the tests that reads the machine's clock.
 * It begins where the machine's clock is, as ids do. So a test that moves it may pass midnight: it asks what it reads for its day.
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
  /** Set while wakes are called: each sees its own time. */
  private heldMs: number | undefined;
  private wakes: Wake[] = [];
  private timer: NodeJS.Timeout | undefined;

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

  /** A sleep of no time ends in the next turn, also where the clock stands still. */
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

  /** How many sleep or wait for a deadline. */
  get pendingWakes(): number {
    return this.wakes.length;
  }

  /** Moves the clock and calls the wakes that are due by then. Negative to set back what `now` says. */
  advance(ms: number): void {
    const target = this.elapsed() + ms;
    for (let next = this.due(target); next; next = this.due(target)) this.call(next);
    this.movedMs += target - this.elapsed();
    this.arm();
  }

  /** The same, and after each wake lets everything run that is ready, so that what it sets off may sleep and be woken in turn. */
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

  /** Moves the clock to the next wake and calls it; by how many milliseconds, undefined where nobody sleeps. */
  async advanceToNextWake(): Promise<number | undefined> {
    await nextTurn();
    const [next] = this.wakes;
    if (!next) return undefined;
    const ms = Math.max(0, next.atMs - this.elapsed());
    this.advance(ms);
    await nextTurn();
    return ms;
  }

  /** Moves from wake to wake until the work is done. Only for work that waits for nothing but this clock. */
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

  /** Where it flows, the machine's clock wakes them too. */
  private arm(): void {
    clearTimeout(this.timer);
    const [next] = this.wakes;
    if (!this.flows || !next) return;
    const inMs = Math.min(Math.max(0, next.atMs - this.elapsed()), maxTimerMs);
    this.timer = setTimeout(() => this.advance(0), inMs);
  }
}

/** It runs with the machine's clock, and can also be moved ahead. */
export const flowingClock = (): HandClock => new HandClock(new Date(), { flows: true });

/** The ledger's time stands still, so that what is recorded has the same dates in every run; the process's own time goes on. */
export const standingAt = (instant: string): Clock => ({ ...systemClock, now: () => new Date(instant) });

const maxTimerMs = 2_147_483_647;
