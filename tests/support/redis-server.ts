/** A real Redis for one test file, if installed, on a free loopback port and without persistence. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { describeWhere } from './describing';
import { hear } from './heard';
import { freePort } from './service-process';

export const isRedisInstalled = spawnSync('redis-server', ['--version']).status === 0;

export const describeWithRedis = describeWhere(() => isRedisInstalled);

const maxPorts = 5;

export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
  /** Suspends the server: its connections stay open, and it answers nothing until `resume`. */
  pause(): void;
  resume(): void;
  start(): Promise<void>;
}

/** `settings` are options of redis-server's command line, such as `--requirepass`. */
export const startRedis = async (...settings: readonly string[]): Promise<RedisServer> => {
  let port = 0;
  let running: ReturnType<typeof spawn> | undefined;
  const hasEnded = (): boolean => running === undefined || running.exitCode !== null || running.signalCode !== null;
  const start = async (): Promise<void> => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings];
    running = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(running, 'exit');
    const said = hear(running.stdout as Readable).says(/Ready to accept connections/);
    await Promise.race([said.catch(() => ended), ended]);
  };
  // Retries if another program took the port between the choice of the port and its use.
  for (let attempt = 1; hasEnded() && attempt <= maxPorts; attempt++) {
    port = await freePort();
    await start();
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    pause: () => running?.kill('SIGSTOP'),
    resume: () => running?.kill('SIGCONT'),
    stop: async () => {
      if (!running || hasEnded()) return;
      running.kill('SIGKILL');
      await once(running, 'exit');
    },
  };
};
