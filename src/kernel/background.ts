/**
 * The background work of a process: named loops, each a round of work and then a rest, until they are stopped.
 *
 * A loop is `stopped`, `working` or `resting`. A wake ends the rest at once; a wake during a round makes the next round follow without
 * a rest, so no wake is lost. A round that throws is logged and tried again after `afterFaultMs`. Stopping finishes the round in hand.
 * Observers are told when a loop is idle and when it is done with something. `idle` is level-triggered: it wakes the loop and waits for
 * a round that began after the call, so what was there to do at the call is done when it resolves.
 */
import type { Clock } from './clock';
import { token } from './token';
import type { Log } from './tokens';

export type LoopName =
  | 'poster'
  | 'expiry'
  | 'deliveries'
  | 'sums'
  | 'search index'
  | 'attribute index'
  | 'verification'
  | 'test clocks'
  | 'clock';

/** How a round ended: whether it left nothing to do, and how long to rest. */
export interface Rest {
  readonly isIdle: boolean;
  readonly pauseMs: number;
}

export interface LoopDescription {
  readonly name: LoopName;
  /** The line that the log shows when a round throws. */
  readonly complaint: string;
  readonly afterFaultMs: number;
  /** It acts on what is due, so it rests while the clock of this machine is wrong. */
  readonly isTimed?: true;
  /** One round. It asks `mayGoOn` between pieces of work and ends early once that is false. */
  readonly round: (mayGoOn: () => boolean) => Promise<Rest>;
}

export interface Loop {
  start(): void;
  /** Ends the rest. */
  wake(): void;
  /** Finishes the round in hand. */
  stop(): Promise<void>;
  readonly isRunning: boolean;
  /** Whether somebody waits until the loop is idle: work that goes on outside of the rounds then wakes it at its end. */
  readonly isAwaited: boolean;
}

/** What observers are told. The subject is what the loop was done with: the id of a transaction, a hold, an endpoint, a ledger. */
export type BackgroundEvent =
  | { readonly loop: LoopName; readonly kind: 'idle' }
  | { readonly loop: LoopName; readonly kind: 'done'; readonly subject: string };

export interface Background {
  loop(description: LoopDescription): Loop;
  /** Resolves at the end of the first round that begins after the call and leaves nothing to do; at once where the loop does not run. */
  idle(name: LoopName): Promise<void>;
  /** Tells observers that the loop is done with something. */
  done(loop: LoopName, subject: string): void;
  /** Whether `done` has a listener: where it has none, nothing needs to be told. */
  readonly isObserved: boolean;
  /** Adds an observer; the function that it returns removes it. */
  observe(observer: (event: BackgroundEvent) => void): () => void;
}

export const BACKGROUND = token<Background>('Background');

interface KnownLoop extends Loop {
  idle(): Promise<void>;
}

const restWhileWrongMs = 1_000;
/** The longest rest of a loop that is not idle while somebody waits until it is. */
const awaitedPauseMs = 5;

/** `clockComplaint` says what is wrong with this machine's clock (`shared-time`). */
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
  /** The life that goes on, from a start to its stop. A loop that is started again while a round ends has another one. */
  let current: object | undefined;
  let isWoken = false;
  let rest = new AbortController();
  let life = Promise.resolve();
  /** Those that wait until the loop is idle: `next` joins when a round begins. */
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
