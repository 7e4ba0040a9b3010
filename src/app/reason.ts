/** The message of a program that gives up: one line for a person, without a stack. */
import type { Writable } from 'node:stream';
import { terminalLines } from './terminal-text';

/** If all addresses of a host refuse, Node throws an AggregateError without a message. */
export const reasonOf = (error: unknown): string => {
  const { message, errors } = error as { message?: string; errors?: readonly unknown[] };
  return message || (errors ?? []).map(reasonOf).join('; ') || String(error);
};

/** Writes the reason without characters that control a terminal, and returns the exit code. */
export const giveUp = (error: unknown, stderr: Writable, before = ''): number => {
  stderr.write(`${before}${terminalLines(reasonOf(error))}\n`);
  return 1;
};
