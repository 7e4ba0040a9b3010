/**
 * The service as a user runs it: separate processes, from `dist` (which `make test` builds first), on their own data directory. `remove`
 * ends every process and deletes the folder, whatever a test did to them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { ledgerNames } from '../../src/app/embedded-database';
import { hear } from './heard';
import { lookForLeaks } from './leaks';
import { killBelow, postmasterFollows, postmasterOf, processesBelow } from './outside';
import { makeServerFolder } from './server-folder';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Output = 'stdout' | 'stderr';

/** A running process and its output so far. */
export interface Running {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /**
   * Resolves with the first match in the process's whole output, whether the text arrived before the call or arrives later. Rejects if the
   * process ends without a match.
   */
  says(pattern: RegExp, on?: Output): Promise<RegExpExecArray>;
  /** Sends the signal, and returns how the process ended. */
  stop(signal: NodeJS.Signals): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

export interface Service extends Running {
  readonly url: string;
}

/** The folder of one installation, and every process that runs on it. */
export interface Installed {
  readonly dataDirectory: string;
  /** Starts the service on a free port and waits until it is ready. */
  serve(environment?: Environment, program?: readonly string[]): Promise<Service>;
  /** Starts the service without waiting until it is ready. */
  beginToServe(port: number, environment?: Environment, program?: readonly string[]): Running;
  /**
   * Runs one of the programs in dist. Its environment is PATH, the data directory and the given variables; `input` is its standard input.
   */
  run(program: readonly string[], environment?: Environment, input?: string): Running;
  /** The ids of all PostgreSQL processes of this installation. */
  postgres(): readonly number[];
  /** The process id of the server that runs, or ran last; 0 if there is none. */
  postmaster(): number;
  /** Resolves with the process id of the server that starts after the server with the process id `died` has ended. */
  postmasterFollows(died: number): Promise<number>;
  /** The folders of the server's socket; empty if there are none. */
  socketFolders(): readonly string[];
  remove(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

const repository = path.resolve(__dirname, '../..');
export const mainProgram = [path.join(repository, 'dist/src/app/main.js')];
export const ledgerProgram = [path.join(repository, 'bin/ledger')];
const maxPorts = 5;

export const install = (): Installed => {
  if (!fs.existsSync(mainProgram[0] ?? '')) throw new Error('dist is missing: run `make build` before these tests');
  const home = makeServerFolder('ledger-service-');
  const dataDirectory = path.join(home, 'data');
  const children = new Map<ChildProcess, Promise<Ended>>();
  let isRemoved = false;

  const run: Installed['run'] = (program, environment = {}, input) => {
    if (isRemoved) throw new Error('the installation is gone: its test has ended');
    const child = spawn(process.execPath, program, {
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', LEDGER_DATA_DIR: dataDirectory, ...environment },
      stdio: 'pipe',
    });
    // A program may end before it has read its whole input, so the error of writing is ignored.
    child.stdin.on('error', () => undefined).end(input);
    const { stdout, stderr } = { stdout: hear(child.stdout), stderr: hear(child.stderr) };
    const ended = once(child, 'close').then(([code, signal]): Ended => {
      children.delete(child);
      // Only standard error is searched for leaks: it has the log, while standard output shows a new key once to a person.
      lookForLeaks('the log', stderr.text());
      return {
        ...{ code: code as number | null, signal: signal as NodeJS.Signals | null },
        ...{ stdout: stdout.text(), stderr: stderr.text() },
      };
    });
    children.set(child, ended);
    return {
      pid: child.pid ?? 0,
      stdout: stdout.text,
      stderr: stderr.text,
      says: (pattern, on = 'stdout') => (on === 'stdout' ? stdout : stderr).says(pattern),
      ended,
      stop: (signal) => {
        child.kill(signal);
        return ended;
      },
    };
  };

  const beginToServe: Installed['beginToServe'] = (port, environment = {}, program = mainProgram) =>
    run(program, { LOG_LEVEL: 'warn', PORT: String(port), ...environment });

  const serve: Installed['serve'] = async (environment, program) => {
    for (let attempt = 1; ; attempt++) {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const running = beginToServe(port, environment, program);
      const isReady = await running.says(/listens on .*\n/).then(
        () => true,
        () => false,
      );
      if (isReady) return { ...running, url };
      const { code, signal, stderr } = await running.ended;
      // Another program took the port between the choice of the port and its use.
      if (!stderr.includes('EADDRINUSE') || attempt === maxPorts)
        throw new Error(`the service did not start (${code ?? signal}): ${stderr}`);
    }
  };

  const cluster = path.join(dataDirectory, 'postgres/cluster');

  /**
   * The folder's name contains the cluster's identity (see packages/embedded-postgres/src/postmaster.ts), so that this also finds the
   * folder that a killed server left behind.
   */
  const socketFolders = (): readonly string[] => {
    const identity = fs.statSync(cluster, { bigint: true, throwIfNoEntry: false });
    if (!identity) return [];
    const prefix = `${ledgerNames.socketPrefix}${identity.dev.toString(36)}-${identity.ino.toString(36)}-`;
    return [...new Set([fs.realpathSync(tmpdir()), '/tmp'])].flatMap((parent) =>
      fs
        .readdirSync(parent)
        .filter((name) => name.startsWith(prefix))
        .map((name) => path.join(parent, name)),
    );
  };

  return {
    dataDirectory,
    run,
    serve,
    beginToServe,
    postgres: () => processesBelow(dataDirectory),
    postmaster: () => postmasterOf(cluster),
    postmasterFollows: (died) => postmasterFollows(cluster, died),
    socketFolders,
    remove: async () => {
      isRemoved = true;
      for (const child of children.keys()) child.kill('SIGKILL');
      await Promise.allSettled(children.values());
      await killBelow(dataDirectory);
      for (const folder of [...socketFolders(), home]) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
