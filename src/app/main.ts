/** `make run`: starts the service and says how to talk to it. */
// First, so that it sees everything else being loaded.
import { telemetry } from './telemetry';
import { refused } from '../kernel/refusal';
import { systemClock } from '../kernel/system-clock';
import { readConfig } from './config';
import { giveUp } from './reason';
import { startService } from './serve';
import { firstWords, welcome } from './welcome';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs until a signal; a second one does not wait. A database that is ours is never left half started: the end waits for it. */
export const main = async (variables: NodeJS.ProcessEnv, options: { readonly migrate: boolean }): Promise<void> => {
  if (telemetry.problem !== undefined) throw new Error(telemetry.problem);
  const config = readConfig(variables);
  if (refused(config)) throw new Error(config.left);
  const words = firstWords(config.right);
  let isToldToEnd = false;
  const end = words === undefined ? undefined : signalled();
  void end?.then(() => (isToldToEnd = true));
  const service = await patiently(words, startService(config.right, options));
  if (!isToldToEnd) say(welcome(service, config.right.role));
  void (end ?? signalled())
    .then(service.stop)
    .then(telemetry.stop)
    .then(
      () => process.exit(0),
      (error: unknown) => giveUp(error),
    );
};

const signalled = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    const hear = (signal: NodeJS.Signals): void => {
      process.once('SIGINT', () => process.exit(130));
      say('Finishing what is under way …');
      resolve(signal);
    };
    process.once('SIGINT', hear);
    process.once('SIGTERM', hear);
  });

/** Says what takes some seconds, and that it goes on while it does. What ends at once, as a wrong setting does, says only that. */
const patiently = async <A>(words: string | undefined, work: Promise<A>): Promise<A> => {
  if (words === undefined) return work;
  const over = new AbortController();
  void sayMeanwhile(words, over.signal);
  return work.finally(() => over.abort());
};

const sayMeanwhile = async (words: string, over: AbortSignal): Promise<void> => {
  await systemClock.sleep(sayAfterMs, over);
  for (let next = words; !over.aborted; next = 'Still starting …') {
    say(next);
    await systemClock.sleep(sayEveryMs, over);
  }
};

const sayAfterMs = 1_000;
const sayEveryMs = 4_000;

if (require.main === module)
  main(process.env, { migrate: true }).catch((error: unknown) => giveUp(error, 'The ledger could not start: '));
