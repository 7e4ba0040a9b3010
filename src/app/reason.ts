/** What a program says when it gives up: one line for a person, without a stack. */
import { terminalText } from './terminal-text';

/** Where all addresses of a host refuse, Node throws an AggregateError without a message. */
export const reasonOf = (error: unknown): string => {
  const { message, errors } = error as { message?: string; errors?: readonly unknown[] };
  return message || (errors ?? []).map(reasonOf).join('; ') || String(error);
};

/** Tells it on standard error, without what a terminal would obey, and ends the process. */
export const giveUp = (error: unknown, before = ''): never => {
  process.stderr.write(`${before}${reasonOf(error).split('\n').map(terminalText).join('\n')}\n`);
  process.exit(1);
};
