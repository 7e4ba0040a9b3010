/** `make run`: starts the service and prints how to use it. */
// This import comes first: OpenTelemetry can trace only modules that are loaded after it.
import { endWith, thisProcess } from './this-process';
import { constants } from 'node:os';
import type { ProcessTime } from '../kernel/clock';
import { refused } from '../kernel/refusal';
import { readConfig } from './config';
import { giveUp } from './reason';
import type { Runtime } from './runtime';
import { startService, type ServiceOptions } from './serve';
import { terminalLines } from './terminal-text';
import { firstWords, welcome } from './welcome';

type StartOptions = Pick<ServiceOptions, 'migrate' | 'memory'>;

/**
 * Runs until a signal and returns the exit code; at a second signal it returns at once. A first signal during the start
 * takes effect when the start has ended, so that the embedded database is never left half started.
 */
export const main = (runtime: Runtime, options: StartOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    run(runtime, options, resolve).then(() => resolve(0), reject);
  });

const run = async (runtime: Runtime, options: StartOptions, insisted: (code: number) => void): Promise<void> => {
  const { streams, env, clock, telemetry, log: destination } = runtime;
  const say = (text: string): void => void streams.stdout.write(`${terminalLines(text)}\n`);
  if (telemetry.problem !== undefined) throw new Error(telemetry.problem);
  const config = readConfig(env);
  if (refused(config)) throw new Error(config.left);
  const words = options.memory ? undefined : firstWords(config.right);
  const isTerminal = streams.stdout.isTTY === true;
  let isToldToEnd = false;
  const signalled = (): Promise<NodeJS.Signals> =>
    new Promise((resolve) => {
      runtime.onSignal((signal) => {
        if (isToldToEnd) return insisted(afterSignal + constants.signals[signal]);
        isToldToEnd = true;
        say('Finishing the requests in progress …');
        resolve(signal);
      });
    });
  const early = words === undefined ? undefined : signalled();
  const service = await patiently(
    words,
    startService(config.right, { ...options, clock, destination, isTerminal }),
    say,
    clock,
  );
  if (!isToldToEnd) say(welcome(service, config.right, isTerminal));
  await service.stop(await (early ?? signalled()));
  await telemetry.stop();
};

/** If a signal ended the program, its exit code is this number plus the number of the signal. */
const afterSignal = 128;

/**
 * Prints what the program is waiting for, and repeats it while the wait lasts. If the work ends at once, as it does
 * with a wrong setting, nothing is printed.
 */
const patiently = async <A>(
  words: string | undefined,
  work: Promise<A>,
  say: (text: string) => void,
  clock: ProcessTime,
): Promise<A> => {
  if (words === undefined) return work;
  const over = new AbortController();
  const goOn = async (): Promise<void> => {
    await clock.sleep(sayAfterMs, over.signal);
    for (let text = words; !over.signal.aborted; text = 'Still starting …') {
      say(text);
      await clock.sleep(sayEveryMs, over.signal);
    }
  };
  void goOn();
  return work.finally(() => over.abort());
};

const sayAfterMs = 1_000;
const sayEveryMs = 4_000;

if (require.main === module)
  endWith(
    main(thisProcess, { migrate: true }).catch((error: unknown) =>
      giveUp(error, thisProcess.streams.stderr, 'The ledger could not start: '),
    ),
  );
