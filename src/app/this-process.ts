/** Binds a program to this process. Nothing else of the app reads its environment, hears its signals or ends it. */
// First, because it must be loaded before everything that it traces.
import { telemetry } from './telemetry';
import pino from 'pino';
import { systemClock } from '../kernel/system-clock';
import type { Runtime } from './runtime';

/** By the third the terminal says that it is closed. */
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
