/** Runs a command of the program in a separate process, and measures its duration and its peak memory. */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, environment, nodeOptions } from './service';
import { peakBytesOf } from './usage';

export interface CommandRun {
  readonly seconds: number;
  /** The peak memory of the process in bytes; undefined if the system does not report it. */
  readonly peak: number | undefined;
  /** The standard output of the command. */
  readonly answer: string;
}

const sampleEveryMs = 100;
const maxTold = 2_000;

/** Runs `ledger` with these arguments on the data below the directory. Throws unless it exits with 0. */
export const runCommand = async (dataDirectory: string, args: readonly string[]): Promise<CommandRun> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, commandLine, ...args], {
    env: environment(dataDirectory),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [answer, told] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (answer += part.toString()));
  child.stderr.on('data', (part: Buffer) => (told = (told + part.toString()).slice(-maxTold)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let [isOver, peak] = [false, undefined as number | undefined];
  void ended.then(() => (isOver = true));
  while (!isOver) {
    peak = peakBytesOf(child.pid ?? 0) ?? peak;
    await Promise.race([ended, delay(sampleEveryMs)]);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if ((await ended) !== 0) throw new Error(`ledger ${args[0]} ended badly: ${told}${answer.slice(-maxTold)}`);
  return { seconds, peak, answer };
};
