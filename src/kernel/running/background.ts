/**
 * The background work of a process: named loops. Each loop alternates between a round of work and a rest until it is
 * stopped.
 *
 * A loop is `stopped`, `working` or `resting`. A wake ends the rest at once; a wake during a round makes the next round
 * follow without a rest, so no wake is lost. A round that throws is logged and tried again after `afterFaultMs`.
 * Stopping lets the current round finish. Observers are notified when a loop is idle and when it has finished with a
 * subject. `idle` is level-triggered: it wakes the loop and waits for a round that began after the call, so all work
 * that was due at the call is done when it resolves.
 */
import type { Clock } from '../clock';
import { token } from '../token';
import type { Log } from '../tokens';

export type LoopName =
  | 'poster'
  | 'expiry'
  | 'deliveries'
  | 'sums'
  | 'checkpoints'
  | 'checkpoint sending'
  | 'witnesses'
  | 'search index'
  | 'attribute index'
  | 'verification'
  | 'scheduled verification'
  | 'test clocks'
  | 'clock';

/** The result of a round: whether there is no work left, and how long the loop rests. */
export interface Rest {
  readonly isIdle: boolean;
  readonly pauseMs: number;
}

export interface LoopDescription {
  readonly name: LoopName;
  /** The message of the log line if a round throws. */
  readonly complaint: string;
  readonly afterFaultMs: number;
  /** True if the loop acts on due times: it then rests while this machine's clock is wrong. */
  readonly isTimed?: true;
  /** Does one round of work. It calls `mayGoOn` between pieces of work, and ends early if that returns false. */
  readonly round: (mayGoOn: () => boolean) => Promise<Rest>;
}

export interface Loop {
  start(): void;
  /** Ends the loop's rest at once. */
  wake(): void;
  /** Stops the loop after its current round. */
  stop(): Promise<void>;
  readonly isRunning: boolean;
  /** True while a caller of `idle` waits. A round may start work that outlasts it; that work must then wake the loop when it ends. */
  readonly isAwaited: boolean;
}

/**
 * The events that observers receive. The subject is the id of the transaction, hold, endpoint or ledger that the loop
 * has finished with.
 */
export type BackgroundEvent =
  | { readonly loop: LoopName; readonly kind: 'idle' }
  | { readonly loop: LoopName; readonly kind: 'done'; readonly subject: string };

export interface Background {
  loop(description: LoopDescription): Loop;
  /**
   * Resolves at the end of the first round that begins after the call and leaves no work; resolves at once if the loop
   * does not run.
   */
  idle(name: LoopName): Promise<void>;
  /** Notifies observers that the loop has finished with the subject. */
  done(loop: LoopName, subject: string): void;
  /** True if there are observers; without any, callers need not call `done`. */
  readonly isObserved: boolean;
  /** Adds an observer; the function that it returns removes it. */
  observe(observer: (event: BackgroundEvent) => void): () => void;
}

export const BACKGROUND = token<Background>('Background');

interface KnownLoop extends Loop {
  idle(): Promise<void>;
}

const restWhileWrongMs = 1_000;
/** The longest rest of a loop while a caller of `idle` waits and the loop still has work. */
const awaitedPauseMs = 5;

/**
 * Creates the loops. `clockComplaint` returns a description of what is wrong with this machine's clock (`shared-time`),
 * or undefined.
 */
export const createBackground = (
  clock: Clock,
  log: Log,
  clockComplaint: () => string | undefined = () => undefined,
): Background => {
  const loops = new Map<LoopName, KnownLoop>();
  const observers = new Set<(event: BackgroundEvent) => void>();
  const tell = (event: BackgroundEvent): void => {
    for (const observer of observers) observer(event);
  };
  return {
    loop: (description) => {
      const { round, isTimed } = description;
      const timed: LoopDescription['round'] = async (mayGoOn) =>
        clockComplaint() === undefined ? round(mayGoOn) : { isIdle: false, pauseMs: restWhileWrongMs };
      const loop = createLoop(clock, log, tell, isTimed ? { ...description, round: timed } : description);
      loops.set(description.name, loop);
      return loop;
    },
    idle: async (name) => loops.get(name)?.idle(),
    done: (loop, subject) => tell({ loop, kind: 'done', subject }),
    get isObserved() {
      return observers.size > 0;
    },
    observe: (observer) => {
      observers.add(observer);
      return () => void observers.delete(observer);
    },
  };
};

const createLoop = (
  clock: Clock,
  log: Log,
  tell: (event: BackgroundEvent) => void,
  { name, complaint, afterFaultMs, round }: LoopDescription,
): KnownLoop => {
  /**
   * The identity of the current run, from a start to its stop. If the loop is started again while its last round is ending, the new run has
   * a different identity.
   */
  let current: object | undefined;
  let isWoken = false;
  let rest = new AbortController();
  let life = Promise.resolve();
  /** The callers of `idle` that still wait; those in `next` move to `waiting` when the next round begins. */
  const next: (() => void)[] = [];
  let waiting: (() => void)[] = [];

  const once = async (mayGoOn: () => boolean): Promise<Rest> => {
    try {
      return await round(mayGoOn);
    } catch (error) {
      log.warn({ error }, complaint);
      return { isIdle: false, pauseMs: afterFaultMs };
    }
  };

  const resolveAll = (): void => {
    for (const resolve of [...waiting.splice(0), ...(current ? [] : next.splice(0))]) resolve();
  };

  const live = async (self: object): Promise<void> => {
    const goesOn = (): boolean => current === self;
    while (goesOn()) {
      isWoken = false;
      waiting = [...waiting, ...next.splice(0)];
      const { isIdle, pauseMs } = await once(goesOn);
      if (isIdle || !goesOn()) resolveAll();
      if (!goesOn()) return;
      if (isIdle) tell({ loop: name, kind: 'idle' });
      rest = new AbortController();
      if (isWoken) continue;
      await clock.sleep(waiting.length > 0 ? Math.min(pauseMs, awaitedPauseMs) : pauseMs, rest.signal);
    }
  };

  const wake = (): void => {
    isWoken = true;
    rest.abort();
  };

  return {
    get isRunning() {
      return current !== undefined;
    },
    get isAwaited() {
      return waiting.length > 0 || next.length > 0;
    },
    start: () => {
      if (current) return;
      const self = (current = {});
      life = life.then(() => live(self));
    },
    wake,
    stop: async () => {
      current = undefined;
      rest.abort();
      await life;
      resolveAll();
    },
    idle: () => {
      if (!current) return Promise.resolve();
      return new Promise((resolve) => {
        next.push(resolve);
        wake();
      });
    },
  };
};
