/**
 * Binds a program to this process. No other file of the app reads its environment, listens to its signals or ends it.
 */
// This import comes first: OpenTelemetry can trace only modules that are loaded after it.
import { telemetry } from './telemetry';
import pino from 'pino';
import { systemClock } from '../kernel/running/system-clock';
import type { Runtime } from './runtime';

/** SIGHUP means that the terminal was closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const thisProcess: Runtime = {
  streams: process,
  env: process.env,
  clock: systemClock,
  log: pino.destination({ dest: 2, sync: true }),
  telemetry,
  onSignal: (hear) => {
    for (const signal of signals) process.on(signal, hear);
    return () => {
      for (const signal of signals) process.off(signal, hear);
    };
  },
};

/** Runs the program and ends the process with its exit code. */
export const endWith = (code: Promise<number>): void => void code.then((value) => process.exit(value));
