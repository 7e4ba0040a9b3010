/** Structured log lines for operators, on standard error, because standard output is for the results of commands. */
import pino, { type DestinationStream } from 'pino';
import type { Log } from '../kernel/tokens';
import type { Config } from './config';
import { terminalJson } from './terminal-text';

/** The destination of the lines: standard error, unless a test reads them. */
const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: true });

const verbose: readonly Config['logLevel'][] = ['debug', 'trace'];

export const createLog = (level: Config['logLevel'], destination = standardError()): Log => {
  const isVerbose = verbose.includes(level);
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: (error: unknown) => describeError(error, isVerbose) },
    },
    { write: (line: string) => void destination.write(terminalJson(line)) },
  );
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    ...(isVerbose ? { debug: (fields: object, message: string) => logger.debug(fields, message) } : {}),
  };
};

interface Described {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly table?: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

const sqlState = /^[0-9A-Z]{5}$/;

/**
 * Describes an error for a log line: enough for an operator, and nothing that a client must not see. A message from PostgreSQL quotes
 * statements with their values, so the line contains only the error code: PostgreSQL's own log contains the message. The stack is reduced
 * to its innermost place in our code, unless the log level asks for all of it.
 */
export const describeError = (error: unknown, isVerbose = false): object => {
  const { name, message, code, table, stack, cause } = (error ?? {}) as Described;
  const isDatabase = typeof code === 'string' && sqlState.test(code);
  const place = placeIn(stack);
  return {
    name,
    ...(isDatabase
      ? { message: `PostgreSQL answered ${code}`, ...(table === undefined ? {} : { table }) }
      : { message }),
    ...(code === undefined ? {} : { code }),
    ...(place === undefined ? {} : { place }),
    ...(isVerbose && !isDatabase ? { stack } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause, isVerbose) }),
  };
};

/** Returns the innermost stack frame in our own code, such as `modules/ledgering/postgres/log.ts:45`; undefined if there is none. */
const placeIn = (stack: string | undefined): string | undefined =>
  /[\\/]src[\\/]((?:app|kernel|modules)[\\/][^:)]+:\d+)/.exec(stack ?? '')?.[1];
