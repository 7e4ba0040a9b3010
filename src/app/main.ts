/** `make run`: starts the service and says how to talk to it. */
// First, so that it sees everything else being loaded.
import { telemetry } from './telemetry';
import { refused } from '../kernel/refusal';
import { readConfig } from './config';
import { giveUp } from './reason';
import { startService } from './serve';
import { firstWords, welcome } from './welcome';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs until a signal; a second signal does not wait. */
export const main = async (variables: NodeJS.ProcessEnv, options: { readonly migrate: boolean }): Promise<void> => {
  if (telemetry.problem !== undefined) throw new Error(telemetry.problem);
  const config = readConfig(variables);
  if (refused(config)) throw new Error(config.left);
  const service = await patiently(firstWords(config.right), startService(config.right, options));
  say(welcome(service, config.right.role));
  const stop = (signal: NodeJS.Signals): void => {
    process.once('SIGINT', () => process.exit(130));
    say('Finishing what is under way …');
    service
      .stop(signal)
      .then(telemetry.stop)
      .then(
        () => process.exit(0),
        (error: unknown) => giveUp(error),
      );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
};

/** Says what takes some seconds, and that it goes on while it does. What ends at once, as a wrong setting does, says only that. */
const patiently = async <A>(words: string | undefined, work: Promise<A>): Promise<A> => {
  if (words === undefined) return work;
  const begun = setTimeout(() => say(words), sayAfterMs);
  const goingOn = setInterval(() => say('Still starting …'), sayEveryMs);
  return work.finally(() => {
    clearTimeout(begun);
    clearInterval(goingOn);
  });
};

const sayAfterMs = 1_000;
const sayEveryMs = 4_000;

if (require.main === module)
  main(process.env, { migrate: true }).catch((error: unknown) => giveUp(error, 'The ledger could not start: '));
