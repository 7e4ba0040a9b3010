/** Structured lines for operators, on standard error, so that standard output stays for what a person asked to see. */
import pino from 'pino';
import type { Log } from '../kernel/tokens';
import type { Config } from './config';

export const createLog = (level: Config['logLevel']): Log => {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
    },
    pino.destination({ dest: 2, sync: true }),
  );
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
};

/** Errors may carry whole statements with their values: only what helps and hurts nobody is kept. */
const describeError = (error: unknown): object => {
  const { name, message, code, stack, cause } = error as {
    name?: string;
    message?: string;
    code?: string;
    stack?: string;
    cause?: unknown;
  };
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
};
