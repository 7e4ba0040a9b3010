/** Tests when a dead embedded PostgreSQL is restarted, and when restarts stop. Processes that only wait play the servers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { boundLog } from '../src/launch';
import type { Postmaster } from '../src/postmaster';
import { watchOver, type Level, type Log, type Restart, type Watch } from '../src/watch';
import { HandClock } from '../../../tests/support/hand-clock';

const pace = { lookEveryMs: 250, steadyAfterMs: 1_000, maxDeathsInARow: 4, firstPauseMs: 300, maxPauseMs: 900 };

let servers: ChildProcess[];
let watch: Watch | undefined;
let clock: HandClock;

beforeEach(() => {
  servers = [];
  watch = undefined;
  clock = new HandClock();
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

/** Collects the lines of the log, and returns a function that waits for the next line. */
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

/** Watches the server for a program named "the shop". */
const watchFor = (first: Postmaster, restart: Restart, log: Log): Watch =>
  watchOver(first, restart, { program: 'the shop', log, clock }, pace);

const again = ['warn', 'PostgreSQL died: it is started again'];
const noMore = ['error', 'PostgreSQL died 4 times in a row: it stays down until the shop starts again'];

describe('a watched server', () => {
  test('is restarted each time it dies, and never while it lives', async () => {
    const heard = listening();
    let starts = 0;
    const restart = async (): Promise<Postmaster> => {
      starts += 1;
      return startServer();
    };
    watch = watchFor(startServer(), restart, heard.log);
    for (const deaths of [1, 2, 3]) {
      await clock.pass(2 * pace.lookEveryMs);
      expect(starts).toBe(deaths - 1);
      await killServer();
      await clock.pass(pace.lookEveryMs);
      expect(await heard.next()).toEqual(again);
      await clock.pass(pace.maxPauseMs);
      expect(starts).toBe(deaths);
    }
  });

  test('stays down after too many deaths in a row, and the log says so', async () => {
    const heard = listening();
    let starts = 0;
    const restart = async (): Promise<Postmaster> => {
      starts += 1;
      const server = startServer();
      await killServer();
      return server;
    };
    watch = watchFor(await restart(), restart, heard.log);
    expect(await heard.next()).toEqual(again);
    for (const pauseMs of [300, 600, 900]) {
      expect(await heard.next()).toEqual(again);
      expect(await clock.advanceToNextWake()).toBe(pauseMs);
    }
    expect(await heard.next()).toEqual(noMore);
    expect(starts).toBe(1 + 4);
  });

  test('stays down if it cannot be started, and the log shows each reason', async () => {
    const heard = listening();
    watch = watchFor(startServer(), () => Promise.reject(new Error('the disk is full')), heard.log);
    await killServer();
    await clock.pass(pace.lookEveryMs + 3 * pace.maxPauseMs);
    for (let deaths = 1; deaths <= 4; deaths++)
      expect([await heard.next(), await heard.next()]).toEqual([again, ['error', 'the disk is full']]);
    expect(await heard.next()).toEqual(noMore);
  });

  test('starts a new count of deaths after it has run long enough', async () => {
    const heard = listening();
    let starts = 0;
    const restart = async (): Promise<Postmaster> => {
      starts += 1;
      return startServer();
    };
    watch = watchFor(startServer(), restart, heard.log);
    for (let deaths = 1; deaths <= 11; deaths++) {
      await clock.pass(pace.steadyAfterMs);
      await killServer();
      await clock.pass(pace.lookEveryMs);
      expect(await heard.next()).toEqual(again);
      // After the first death, the server is restarted without a pause.
      expect(starts).toBe(deaths);
    }
  });

  test('is not restarted after the watch has ended, and a start in progress is cancelled', async () => {
    const heard = listening();
    let isCalledOff: (() => boolean) | undefined;
    let giveUp: ((server: undefined) => void) | undefined;
    const begun = new Promise<void>((resolve) => {
      watch = watchFor(
        startServer(),
        (calledOff) => {
          isCalledOff = calledOff;
          resolve();
          return new Promise<undefined>((settle) => (giveUp = settle));
        },
        heard.log,
      );
    });
    await killServer();
    await clock.pass(pace.lookEveryMs);
    await begun;
    expect(isCalledOff?.()).toBe(false);
    let hasEnded = false;
    const ending = watch?.end().then(() => (hasEnded = true));
    expect(isCalledOff?.()).toBe(true);
    await nextTurn();
    expect(hasEnded).toBe(false);
    giveUp?.(undefined);
    await ending;
    expect(servers).toHaveLength(1);
  });
});

describe('the server’s log', () => {
  let file: string;
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'ledger-log-')), 'postgres.log');
  });
  afterEach(() => rmSync(dirname(file), { recursive: true }));
  const read = (name: string): string => readFileSync(name, 'utf8');

  test('stays unchanged up to its size limit', () => {
    writeFileSync(file, 'short');
    boundLog(file, 5);
    expect(read(file)).toBe('short');
    expect(readdirSync(dirname(file))).toHaveLength(1);
  });

  test('moves to one old file beyond the limit, and the server keeps writing to the same file', () => {
    const server = openSync(file, 'a');
    for (const text of ['first of all', 'then this one', 'and the last']) {
      writeSync(server, text);
      boundLog(file, 5);
      expect([read(file), read(`${file}.old`)]).toEqual(['', text]);
    }
    writeSync(server, 'on');
    closeSync(server);
    expect(read(file)).toBe('on');
  });

  test('is checked repeatedly while the server runs', async () => {
    let looks = 0;
    const watching = { program: 'the shop', log: () => undefined, clock, atEachLook: () => (looks += 1) };
    watch = watchOver(startServer(), () => Promise.resolve(undefined), watching, pace);
    for (const expected of [1, 2, 3]) {
      await nextTurn();
      expect(looks).toBe(expected);
      clock.advance(pace.lookEveryMs);
    }
  });
});
