/** Watches the server and restarts it if it dies. Each process that uses the server watches it, whichever process started it. */
import type { PostgresClock } from './clock';
import type { Postmaster } from './postmaster';
import { startOf } from './processes';

export interface Watch {
  /** Ends the watch, so that the server is not restarted any more. Resolves once a restart in progress has ended. */
  end(): Promise<void>;
}

export type Level = 'info' | 'warn' | 'error';
export type Log = (line: string, level: Level) => void;

/** Starts the server again, or finds the server that another process started. Resolves to undefined if `isCalledOff` returned true. */
export type Restart = (isCalledOff: () => boolean) => Promise<Postmaster | undefined>;

const usualPace = {
  lookEveryMs: 250,
  /** After running this long a server counts as healthy, and the count of consecutive deaths begins again. */
  steadyAfterMs: 60_000,
  maxDeathsInARow: 10,
  firstPauseMs: 250,
  maxPauseMs: 5_000,
};

export interface Watching {
  /** The program's name for use in a sentence of the log. */
  readonly program: string;
  readonly log: Log;
  readonly clock: Pick<PostgresClock, 'elapsed' | 'deadline'>;
  /** Called each time before the watch checks whether the server is alive. */
  readonly atEachLook?: () => void;
}

export const watchOver = (
  first: Postmaster,
  restart: Restart,
  { program, log, clock, atEachLook }: Watching,
  pace = usualPace,
): Watch => {
  const ending = new AbortController();
  const isOver = (): boolean => ending.signal.aborted;
  /** Waits this long. The timer does not keep the process alive. */
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (isOver()) return resolve();
      const end = (): void => {
        due.cancel();
        ending.signal.removeEventListener('abort', end);
        resolve();
      };
      const due = clock.deadline(ms, end);
      ending.signal.addEventListener('abort', end);
    });
  const hasDied = async ({ pid }: Postmaster): Promise<void> => {
    const born = startOf(pid);
    while (!isOver() && born !== undefined && startOf(pid) === born) {
      atEachLook?.();
      await pause(pace.lookEveryMs);
    }
  };

  const watch = async (): Promise<void> => {
    let server: Postmaster | undefined = first;
    for (let deaths = 0; ;) {
      const since = clock.elapsed();
      if (server !== undefined) await hasDied(server);
      if (isOver()) return;
      deaths = clock.elapsed() - since > pace.steadyAfterMs ? 1 : deaths + 1;
      if (deaths > pace.maxDeathsInARow)
        return log(
          `PostgreSQL died ${pace.maxDeathsInARow} times in a row: it stays down until ${program} starts again`,
          'error',
        );
      log('PostgreSQL died: it is started again', 'warn');
      if (deaths > 1) await pause(Math.min(pace.firstPauseMs * 2 ** (deaths - 2), pace.maxPauseMs));
      server = await restart(isOver).catch((error: Error) => void log(error.message, 'error'));
    }
  };
  const watching = watch();
  return {
    end: () => {
      ending.abort();
      return watching;
    },
  };
};
