/** The service that the pages of the documentation use: `make run` starts it, as in the README, with its own data directory and port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import * as path from 'node:path';
import { hear } from './heard';
import type { PageOptions } from './page-runner';
import { freePort, install } from './service-process';

export interface DocumentedService {
  /** Everything that the service has printed so far. */
  readonly printed: () => string;
  /** The options to run a page against this service, in a checkout. */
  readonly pageOptions: PageOptions;
  /** Sends Ctrl-C and waits until no process is left. Returns the exit status of `make`. */
  stop(): Promise<number | null>;
}

export const repository = path.resolve(__dirname, '../..');
/** Uses the build of `make test`, because two builds must not run at the same time. */
const builtAlready = ['-o', 'dist/.built', '-o', 'dist/console/index.html'];

export const makeRun = async (): Promise<DocumentedService> => {
  const home = install();
  const port = await freePort();
  const make = spawn('make', ['run', ...builtAlready], {
    cwd: repository,
    env: {
      PATH: process.env['PATH'],
      HOME: path.dirname(home.dataDirectory),
      ...{ LEDGER_DATA_DIR: home.dataDirectory, PORT: String(port), LOG_LEVEL: 'warn' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // Merges standard output and standard error into one text, because `make` and the programs that it runs share them.
  const both = new PassThrough();
  for (const output of [make.stdout, make.stderr]) output.pipe(both, { end: false });
  const printed = hear(both);
  const ended = once(make, 'close') as Promise<[number | null]>;
  void ended.then(() => both.destroy());
  await printed.says(/listens on [^]*curl /).catch(async (fault: unknown) => {
    await home.remove();
    throw fault;
  });
  return {
    printed: printed.text,
    pageOptions: {
      environment: { LEDGER_DATA_DIR: home.dataDirectory },
      linked: { '.data': home.dataDirectory },
      replaced: { 'http://127.0.0.1:8080': `http://127.0.0.1:${port}` },
    },
    stop: async () => {
      process.kill(-(make.pid as number), 'SIGINT');
      const [status] = await ended;
      await home.remove();
      return status;
    },
  };
};
