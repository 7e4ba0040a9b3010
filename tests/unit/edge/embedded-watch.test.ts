/** When an embedded PostgreSQL that died is started again, and when no more. Processes that sleep stand for servers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Postmaster } from '../../../src/embedded-postgres/postmaster';
import { watchOver, type Level, type Watch } from '../../../src/embedded-postgres/watch';

const pace = { lookEveryMs: 1, steadyAfterMs: 60_000, maxDeathsInARow: 4, firstPauseMs: 1, maxPauseMs: 2 };

let servers: ChildProcess[];
let watch: Watch | undefined;

beforeEach(() => {
  servers = [];
  watch = undefined;
});

afterEach(async () => {
  await watch?.end();
  for (const server of servers) server.kill('SIGKILL');
});

const startServer = (): Postmaster => {
  const server = spawn('sleep', ['600'], { stdio: 'ignore' });
  servers.push(server);
  return { pid: server.pid ?? 0, socketDirectory: '', status: 'ready' };
};

const killServer = async (): Promise<void> => {
  const server = servers.at(-1);
  server?.kill('SIGKILL');
  if (server) await once(server, 'exit');
};

/** What was logged, and a promise for each next line. */
const listening = (): {
  readonly log: (line: string, level: Level) => void;
  next(): Promise<readonly [Level, string]>;
} => {
  const lines: (readonly [Level, string])[] = [];
  const waiting: ((line: readonly [Level, string]) => void)[] = [];
  return {
    log: (line, level) => {
      const waiter = waiting.shift();
      if (waiter) waiter([level, line]);
      else lines.push([level, line]);
    },
    next: () => {
      const line = lines.shift();
      return line ? Promise.resolve(line) : new Promise((resolve) => waiting.push(resolve));
    },
  };
};

const again = ['warn', 'PostgreSQL died: it is started again'];
const noMore = ['error', 'PostgreSQL died 4 times in a row: it stays down until the shop starts again'];

describe('a server that is watched over', () => {
  test('is started again each time it dies, and not while it lives', async () => {
    const heard = listening();
    let starts = 0;
    const started: (() => void)[] = [];
    const restart = (): Promise<Postmaster> => {
      starts += 1;
      started.shift()?.();
      return Promise.resolve(startServer());
    };
    watch = watchOver(startServer(), restart, 'the shop', heard.log, pace);
    for (const deaths of [1, 2, 3]) {
      const restarted = new Promise<void>((resolve) => started.push(resolve));
      await killServer();
      await restarted;
      expect(await heard.next()).toEqual(again);
      expect(starts).toBe(deaths);
    }
  });

  test('is left alone when it dies too often in a row, and that is said loudly', async () => {
    const heard = listening();
    let starts = 0;
    const restart = async (): Promise<Postmaster> => {
      starts += 1;
      const server = startServer();
      await killServer();
      return server;
    };
    watch = watchOver(await restart(), restart, 'the shop', heard.log, pace);
    for (let deaths = 1; deaths <= 4; deaths++) expect(await heard.next()).toEqual(again);
    expect(await heard.next()).toEqual(noMore);
    expect(starts).toBe(1 + 4);
  });

  test('is left alone when it cannot be started, and each reason is said', async () => {
    const heard = listening();
    watch = watchOver(startServer(), () => Promise.reject(new Error('the disk is full')), 'the shop', heard.log, pace);
    await killServer();
    for (let deaths = 1; deaths <= 4; deaths++)
      expect([await heard.next(), await heard.next()]).toEqual([again, ['error', 'the disk is full']]);
    expect(await heard.next()).toEqual(noMore);
  });

  test('has been well when it stood for long: what ends it then is a first death again', async () => {
    const heard = listening();
    const alwaysSteady = { ...pace, steadyAfterMs: -1 };
    let starts = 0;
    const done = new Promise<void>((resolve) => {
      const restart = async (): Promise<Postmaster> => {
        starts += 1;
        if (starts > 10) resolve();
        const server = startServer();
        if (starts <= 10) await killServer();
        return server;
      };
      watch = watchOver(startServer(), restart, 'the shop', heard.log, alwaysSteady);
    });
    await killServer();
    await done;
    for (let deaths = 1; deaths <= 11; deaths++) expect(await heard.next()).toEqual(again);
  });

  test('is not started again once the watch has ended, and a start under way is called off', async () => {
    const heard = listening();
    let isCalledOff: (() => boolean) | undefined;
    let giveUp: ((server: undefined) => void) | undefined;
    const begun = new Promise<void>((resolve) => {
      watch = watchOver(
        startServer(),
        (calledOff) => {
          isCalledOff = calledOff;
          resolve();
          return new Promise<undefined>((settle) => (giveUp = settle));
        },
        'the shop',
        heard.log,
        pace,
      );
    });
    await killServer();
    await begun;
    expect(isCalledOff?.()).toBe(false);
    let hasEnded = false;
    const ending = watch?.end().then(() => (hasEnded = true));
    expect(isCalledOff?.()).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasEnded).toBe(false);
    giveUp?.(undefined);
    await ending;
    expect(servers).toHaveLength(1);
  });
});
