/**
 * The service that the pages of the documentation talk to: started by `make run`, as the README says, on a data directory
 * and a port of its own; and the folder in which a reader pastes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Surroundings } from './page-runner';
import { freePort, install, until } from './service-process';

export interface DocumentedService {
  /** Everything that it has printed. */
  readonly printed: () => string;
  /** For a page, in a folder of its own. */
  surroundingsOf(name: string): Surroundings;
  /** Ctrl-C, and nothing is left. Answers the status with which `make` ended. */
  stop(): Promise<number | null>;
}

export const repository = path.resolve(__dirname, '../..');
/** What `make test` built is taken as it is: two at a time must not build. */
const builtAlready = ['-o', 'dist/.built', '-o', 'dist/console/web/index.html'];
const startsWithinMs = 60_000;

export const makeRun = async (): Promise<DocumentedService> => {
  const home = install();
  const folder = path.dirname(home.dataDirectory);
  const port = await freePort();
  const environment = { LEDGER_DATA_DIR: home.dataDirectory, HOME: folder };
  const make = spawn('make', ['run', ...builtAlready], {
    cwd: repository,
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const output of [make.stdout, make.stderr])
    output.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = once(make, 'close') as Promise<[number | null]>;
  await until(
    'make run says where it listens',
    () => {
      if (make.exitCode !== null) throw new Error(`make run ended: ${printed}`);
      return /listens on [^]*curl /.test(printed);
    },
    startsWithinMs,
  ).catch(async (fault: unknown) => {
    await home.remove();
    throw fault;
  });
  const commands = path.join(folder, 'bin');
  fs.mkdirSync(commands);
  fs.writeFileSync(path.join(commands, 'npx'), npxOfHere, { mode: 0o755 });
  return {
    printed: () => printed,
    surroundingsOf: (name) => {
      const directory = path.join(folder, name);
      fs.mkdirSync(directory);
      // Where a reader has it: beside the checkout's own files.
      fs.symlinkSync(home.dataDirectory, path.join(directory, '.data'));
      return {
        directory,
        environment: { ...environment, PATH: `${commands}:${process.env['PATH']}` },
        called: { 'http://127.0.0.1:8080': `http://127.0.0.1:${port}` },
      };
    },
    stop: async () => {
      process.kill(-(make.pid as number), 'SIGINT');
      const [status] = await ended;
      await home.remove();
      return status;
    },
  };
};

/** What npx does in a checkout, without the half second that it thinks about it. */
const npxOfHere = `#!/bin/sh\ncommand=$1\nshift\nexec '${repository}/bin/'"$command" "$@"\n`;
