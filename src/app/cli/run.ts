/** Runs every command with the configuration from the environment, on an installation that is closed afterwards. */
import { Option } from 'commander';
import { refused, type Outcome } from '../../kernel/refusal';
import { complaintAboutSchema } from '../../kernel/postgres/migrate';
import type { Log } from '../../kernel/tokens';
import { readConfig, type Config } from '../config';
import { openInstallation, withDatabase, type Installation } from '../installation';
import { createLog } from '../log';
import type { Runtime } from '../runtime';
import { terminalJson, terminalLines } from '../terminal-text';
import { sentenceFor, type OperatorRefusal } from './sentences';

const maxCommandConnections = 2;
/** The maximum number of records that a list prints; for more, the operator narrows the list with options or queries the database. */
export const maxListed = 1_000;

const interrupted = 'Interrupted: the command did not finish.';

/** An error that the person or the script who ran the command can correct; it is printed without a stack. */
export class CommandError extends Error {}

/** The functions and settings that all commands of one program run share. */
export interface Shell extends Runtime {
  config(): Config;
  /** Returns a log that contains only warnings and errors. */
  quietLog(): Log;
  /** Refuses to run with a pepper that differs from the installation's: secrets hashed under it would be useless. */
  onInstallation<A>(work: (installation: Installation) => Promise<A>, maxConnections?: number): Promise<A>;
  /** Runs a command that hashes nothing, so any pepper, or none, is accepted. */
  withAnyPepper: Shell['onInstallation'];
  /**
   * Gives access to the database only, as its owner and, for the embedded database, as its superuser: for commands that do not need the
   * service. `ended` aborts on the first signal to the process. Work that continues after that is abandoned (`leftWhenEnded`).
   */
  onDatabase<A>(
    mayCreate: boolean,
    work: (ownerUrl: string, superuserUrl: string | undefined, ended: AbortSignal) => Promise<A>,
  ): Promise<A>;
  print(json: boolean, record: object, text: string): void;
  /** Sets an exit code other than 0 for a command that does not throw. */
  exitWith(code: number): void;
  /**
   * Runs `work` until it ends. `ended` aborts on the first signal to the process, and when nobody reads standard output any longer, as
   * after `head`.
   */
  untilTold<A>(work: (ended: AbortSignal) => Promise<A>): Promise<A>;
}

export const createShell = (runtime: Runtime, exitWith: Shell['exitWith']): Shell => {
  const { streams, env, clock, log, onSignal } = runtime;
  const config = (): Config => {
    const read = readConfig(env);
    if (refused(read)) throw new CommandError(read.left);
    return read.right;
  };
  const quietLog = (): Log => createLog(config().logLevel === 'info' ? 'warn' : config().logLevel, log);
  /** The number of running commands that end by themselves after a signal. */
  let endsItself = 0;
  const withAnyPepper: Shell['onInstallation'] = async (work, maxConnections = maxCommandConnections) => {
    let opened: Installation | undefined;
    let closing: Promise<void> | undefined;
    let isInterrupted = false;
    const close = (): Promise<void> => (closing ??= opened?.close() ?? Promise.resolve());
    // The first signal closes the installation, so the command's requests fail and the embedded database stops. A second signal ends the
    // process.
    const forget = onSignal(() => {
      if (endsItself > 0) return;
      forget();
      isInterrupted = true;
      if (opened) void close();
    });
    try {
      const installation = await openInstallation(config(), quietLog(), { migrate: false, maxConnections, clock });
      opened = installation;
      if (isInterrupted) throw new CommandError(interrupted);
      // Only `serve` and `migrate` apply migrations; any other command refuses a database that lacks some.
      const complaint = complaintAboutSchema(await installation.appliedMigrations());
      if (complaint !== undefined) throw new CommandError(complaint);
      return await work(installation);
    } catch (error) {
      throw isInterrupted ? new CommandError(interrupted) : error;
    } finally {
      forget();
      await close();
    }
  };
  return {
    ...runtime,
    config,
    quietLog,
    onInstallation: (work, maxConnections) =>
      withAnyPepper(async (installation) => {
        const complaint = await installation.pepper.settle();
        if (complaint !== undefined) throw new CommandError(complaint);
        return work(installation);
      }, maxConnections),
    withAnyPepper,
    onDatabase: async (mayCreate, work) => {
      const ending = new AbortController();
      // The first signal aborts the work; a second one ends the process.
      const forget = onSignal(() => {
        forget();
        ending.abort();
      });
      try {
        return await withDatabase(config(), quietLog(), clock, mayCreate, async (ownerUrl, superuserUrl) => {
          ending.signal.throwIfAborted();
          return work(ownerUrl, superuserUrl, ending.signal);
        });
      } catch (error) {
        throw ending.signal.aborted ? new CommandError(interrupted, { cause: error }) : error;
      } finally {
        forget();
      }
    },
    print: (json, record, text) =>
      void streams.stdout.write(`${json ? terminalJson(JSON.stringify(record)) : terminalLines(text)}\n`),
    exitWith,
    untilTold: async (work) => {
      const ending = new AbortController();
      // The first signal aborts the work; a second one ends the process.
      const end = (): void => {
        forget();
        ending.abort();
      };
      const forget = onSignal(end);
      streams.stdout.once('error', end);
      endsItself += 1;
      try {
        return await work(ending.signal);
      } finally {
        endsItself -= 1;
        forget();
        streams.stdout.off('error', end);
      }
    },
  };
};

/**
 * Stops waiting for work that ignores signals. Its further statements fail with its connection, which ends with the
 * process or the database.
 */
export const leftWhenEnded = <A>(ended: AbortSignal, work: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    ended.addEventListener('abort', () => reject(new CommandError(interrupted)), { once: true });
    work.then(resolve, reject);
  });

export const expected = <A>(outcome: Outcome<OperatorRefusal, A>): A => {
  if (refused(outcome)) throw new CommandError(sentenceFor(outcome.left));
  return outcome.right;
};

/** Returns a number with its noun: `1 ledger`, `2 ledgers`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const jsonOption = (): Option => new Option('--json', 'print one JSON object').default(false);
/** Access to all tenants is the widest right, so an operator must choose it explicitly. */
export const allTenantsOption = (meaning: string): Option =>
  new Option('--all-tenants', meaning).default(false).conflicts('tenant');
export const tenantToSay = (meaning: string): Option => new Option('--tenant <id or name>', meaning);
export const tenantOption = (): Option =>
  new Option(
    '--tenant <id or name>',
    'the tenant of the ledger; required if several tenants have a ledger with this code',
  );
