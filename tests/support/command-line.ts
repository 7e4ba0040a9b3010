/** Runs `ledger` within the test's own process. Each run has its own streams, environment and clock, so several can run at once. */
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

/** A running command. A signal reaches this command only. */
export interface RunningHere extends Pick<Running, 'stdout' | 'stderr' | 'says'> {
  stop(signal: NodeJS.Signals): Promise<EndedHere>;
  readonly ended: Promise<EndedHere>;
}

/** Starts a command. Its environment is PATH and the given variables. */
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

/** All commands, for reading their definitions; they cannot run. */
export const commands = (): Command => {
  const nowhere = new PassThrough();
  const runtime = {
    ...{ streams: { stdin: nowhere, stdout: nowhere, stderr: nowhere }, env: {}, clock: systemClock, log: nowhere },
    ...{ telemetry: { stop: async () => undefined }, onSignal: () => () => undefined },
  };
  return createCommands(createShell(runtime, () => undefined));
};

/**
 * Every command that can be run, with the words that one types for it. A command with an argument of its own can be run even if it has
 * subcommands.
 */
export const leavesOf = (command: Command, typed = ''): readonly (readonly [typed: string, leaf: Command])[] => [
  ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [[typed, command] as const] : []),
  ...command.commands.flatMap((child) => leavesOf(child, `${typed} ${child.name()}`.trim())),
];
