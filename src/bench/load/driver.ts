/**
 * Drivers are processes that produce load for a while when told to, in a closed loop: a connection sends its next request
 * when the last one is answered. Both ends of the line to them are here.
 */
import { fork } from 'node:child_process';

/** What came of driving for some seconds. */
export interface Drive {
  /** Postings that were acknowledged; every one of them, and nothing else. */
  readonly postings: number;
  /** CPU of the driver's own process. */
  readonly cpuMicros: number;
  /** Milliseconds from a request to its answer, ascending. */
  readonly latenciesMs: readonly number[];
}

export interface Driver {
  drive(seconds: number): Promise<Drive>;
  stop(): Promise<void>;
}

/** What a driver's process does: prepares its connections, then sends on each of them, one request after the other. */
export interface DriverWork {
  readonly connections: number;
  readonly postingsPerRequest: number;
  /** One request on that connection, until it is answered. */
  send(connection: number): Promise<void>;
}

type Answer = { readonly ready: true } | { readonly drive: Drive } | { readonly error: string };

/** Starts the process and hands it its setup. A driver that fails fails what it was last asked for. */
export const startDriver = async (file: string, setup: object): Promise<Driver> => {
  const child = fork(file, { serialization: 'advanced' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ask = (question: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`${file} ended with ${code}`));
      child.once('exit', ended);
      child.once('message', (answer: Answer) => {
        child.off('exit', ended);
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer);
      });
      child.send(question, (error) => error && reject(error));
    });
  await ask(setup);
  return {
    drive: async (seconds) => ((await ask({ seconds })) as { drive: Drive }).drive,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

/** The other end: the body of a driver's process. It lives as long as the process that started it. */
export const serveDriver = <Setup>(prepare: (setup: Setup) => Promise<DriverWork>): void => {
  let work: DriverWork | undefined;
  const answer = async (message: Setup | { readonly seconds: number }): Promise<Answer> => {
    if (work) return { drive: await drive(work, (message as { seconds: number }).seconds) };
    work = await prepare(message as Setup);
    return { ready: true };
  };
  process.on('message', (message: Setup) => {
    answer(message).then(
      (given) => process.send?.(given),
      (error: unknown) => process.send?.({ error: (error as Error).message }),
    );
  });
  // Ctrl-C reaches the whole group; who started us decides when we go.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit());
};

const drive = async ({ connections, postingsPerRequest, send }: DriverWork, seconds: number): Promise<Drive> => {
  const latenciesMs: number[] = [];
  const before = process.cpuUsage();
  const end = performance.now() + seconds * 1000;
  const keepSending = async (connection: number): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      const sentAt = now;
      await send(connection);
      now = performance.now();
      latenciesMs.push(now - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => keepSending(connection)));
  const { user, system } = process.cpuUsage(before);
  return {
    postings: latenciesMs.length * postingsPerRequest,
    cpuMicros: user + system,
    latenciesMs: latenciesMs.sort((a, b) => a - b),
  };
};
