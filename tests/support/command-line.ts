/** `ledger` within the test's own process: each run has streams, an environment and a clock of its own, so several may run at once. */
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { createCommands, program } from '../../src/app/cli/program';
import { createShell } from '../../src/app/cli/run';
import type { Output } from '../../src/app/runtime';
import type { Clock } from '../../src/kernel/clock';
import { systemClock } from '../../src/kernel/running/system-clock';
import { hear } from './heard';
import { lookForLeaks } from './leaks';
import type { Ended, Environment, Running } from './service-process';

export interface RunOptions {
  readonly stdin?: Readable;
  /** The reader of standard output, if the test does not read it itself. */
  readonly stdout?: Output;
  readonly clock?: Clock;
}

export type EndedHere = Omit<Ended, 'signal'>;

/** A command that runs. A signal is for it alone. */
export interface RunningHere extends Pick<Running, 'stdout' | 'stderr' | 'says'> {
  stop(signal: NodeJS.Signals): Promise<EndedHere>;
  readonly ended: Promise<EndedHere>;
}

/** Begins to run a command with exactly this environment beside PATH. */
export const startHere = (
  args: readonly string[],
  environment: Environment,
  { stdin = new PassThrough().end(), stdout: reader, clock = systemClock }: RunOptions = {},
): RunningHere => {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const [stdout, stderr] = [hear(out), hear(err)];
  const hearers = new Set<(signal: NodeJS.Signals) => void>();
  const run = async (): Promise<EndedHere> => {
    const code = await program(
      args,
      { stdin, stdout: reader ?? out, stderr: err },
      { PATH: process.env['PATH'] ?? '', ...environment },
      {
        clock,
        onSignal: (heard) => {
          hearers.add(heard);
          return () => hearers.delete(heard);
        },
      },
    );
    await Promise.all([out, err].map((stream) => finished(stream.end())));
    lookForLeaks('the log', stderr.text());
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  };
  const ended = run();
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    says: (pattern, on = 'stdout') => (on === 'stdout' ? stdout : stderr).says(pattern),
    ended,
    stop: (signal) => {
      if (hearers.size === 0) throw new Error(`nobody hears ${signal}, so it would end the process`);
      for (const heard of hearers) heard(signal);
      return ended;
    },
  };
};

/** Runs a command to its end. */
export const runHere = (args: readonly string[], environment: Environment, options?: RunOptions): Promise<EndedHere> =>
  startHere(args, environment, options).ended;

/** All commands, to look at and not to run. */
export const commands = (): Command => {
  const nowhere = new PassThrough();
  const runtime = {
    ...{ streams: { stdin: nowhere, stdout: nowhere, stderr: nowhere }, env: {}, clock: systemClock, log: nowhere },
    ...{ telemetry: { stop: async () => undefined }, onSignal: () => () => undefined },
  };
  return createCommands(createShell(runtime, () => undefined));
};

/**
 * Every command that does something, with all that one types to get there. A command with an argument of its own is one also where
 * another command stands below it.
 */
export const leavesOf = (command: Command, typed = ''): readonly (readonly [typed: string, leaf: Command])[] => [
  ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [[typed, command] as const] : []),
  ...command.commands.flatMap((child) => leavesOf(child, `${typed} ${child.name()}`.trim())),
];
