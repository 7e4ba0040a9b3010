/** A real Redis for one test file, where one is installed: on a free port of the loopback, keeping nothing. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort, until } from './service-process';

export const isRedisInstalled = spawnSync('redis-server', ['--version']).status === 0;

/** Skips visibly where there is none. */
export const describeWithRedis = isRedisInstalled ? describe : describe.skip;

export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const startRedis = async (): Promise<RedisServer> => {
  const port = await freePort();
  let running: ReturnType<typeof spawn> | undefined;
  const answers = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
      socket.once('data', (reply) => resolve(reply.toString().startsWith('+PONG'))).once('error', () => resolve(false));
      socket.once('data', () => socket.destroy());
    });
  const start = async (): Promise<void> => {
    running = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      {
        stdio: 'ignore',
      },
    );
    await until('Redis answers', answers);
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop: async () => {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      running.kill('SIGKILL');
      await once(running, 'exit');
    },
  };
};
