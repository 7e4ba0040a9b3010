/** The measured service: the real `ledger serve` in a process of its own, on a free loopback port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { apiPath } from '../../../src/app/server';
import { packageRoot } from '../../../src/kernel/running/package-root';
import type { Target } from './load/connection';

export interface ServiceProcess {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const host = '127.0.0.1';
const readyWithinMs = 30_000;
const stopWithinMs = 20_000;
const pollEveryMs = 25;
/** The built command line. Tests that run the benchmark from its source use it too. */
export const commandLine = join(packageRoot, 'dist/src/app/cli.js');
/** The Node options with which `make run` and bin/ledger start the service. */
export const nodeOptions = ['--max-semi-space-size=32', '--heap-growing-percent=60'];

/** The file to which the service appends its checkpoints. */
export const checkpointFileIn = (dataDirectory: string): string => join(dataDirectory, 'checkpoints.txt');

/** Returns the environment of a service or of a command. It makes the process store its data only below `dataDirectory`. */
export const environment = (dataDirectory: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: '',
  LEDGER_MIGRATION_URL: '',
  LEDGER_POOLER: '',
  REDIS_URL: '',
  LEDGER_FX_URL: '',
  LEDGER_KEY_PEPPER: '',
  LEDGER_ROLE: 'all',
  LEDGER_DELIVERS_WEBHOOKS: 'no',
  // Allows webhook receivers on this machine.
  LEDGER_WEBHOOK_ALLOW: '127.0.0.0/8',
  LEDGER_DATA_DIR: dataDirectory,
  LEDGER_CHECKPOINT_FILE: checkpointFileIn(dataDirectory),
  LOG_LEVEL: 'warn',
});

/**
 * Starts the service and resolves once it is ready. Its warnings go to the standard error of this process. It gets the Node options of this
 * process, so that `node --cpu-prof dist/src/app/cli.js bench` also profiles the service.
 */
export const startServiceProcess = async (
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> => {
  const port = await freePort();
  const child = spawn(process.execPath, [...process.execArgv, ...nodeOptions, commandLine, 'serve'], {
    env: { ...environment(dataDirectory), PORT: String(port), HOST: host, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const lastResort = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    child.kill(signal);
    await exited;
    clearTimeout(lastResort);
  };
  try {
    await untilReady(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host, port, pid: child.pid ?? 0, stop };
};

const untilReady = async (child: ChildProcess, port: number): Promise<void> => {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode} before it was ready`);
    const ready = await fetch(`http://${host}:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error(`the service was not ready after ${readyWithinMs} ms`);
    await delay(pollEveryMs);
  }
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Sends a GET, or a POST with a body, and returns the member `data` of the response. Throws if the request fails. */
export const askService = async <A>(...asked: Parameters<typeof askWhole>): Promise<A> =>
  (await askWhole<{ readonly data: A }>(...asked)).data;

/** Sends a GET, or a POST with a body, and returns the whole response. Throws if the request fails. */
export const askWhole = async <A>(
  { host, port, key }: Target,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<A> => {
  const answer = await fetch(`http://${host}:${port}${apiPath}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as A;
};
