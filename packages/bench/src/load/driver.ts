/**
 * A driver creates load in a closed loop for a given time: each connection sends its next request when the last one is answered. This file
 * has both ends of the connection to its process.
 */
import { serveProcess, startProcess } from './process';

/** The result of driving load for a while. */
export interface Drive {
  /** The number of acknowledged postings. */
  readonly postings: number;
  /** The number of further transactions that were posted with them, by settlements. */
  readonly besides: number;
  /** The CPU time of the driver's own process. */
  readonly cpuMicros: number;
  /** The milliseconds from each request to its response, ascending. */
  readonly latenciesMs: readonly number[];
}

/** The load ends when the time is up, or when this many postings are acknowledged, whichever comes first. */
export interface DriveLimits {
  readonly seconds: number;
  readonly postings?: number;
}

export interface Driver {
  drive(limits: DriveLimits): Promise<Drive>;
  stop(): Promise<void>;
}

/** The work of a driver's process: it prepares its connections, then sends on each of them one request after the other. */
export interface DriverWork {
  readonly connections: number;
  readonly postingsPerRequest: number;
  /**
   * Sends one request on that connection and waits for the response. Resolves to the number of further transactions that it posted, if any.
   */
  send(connection: number): Promise<number | void>;
}

export const startDriver = async (file: string, setup: object): Promise<Driver> => {
  const { ask, stop } = await startProcess<DriveLimits, Drive>(file, setup);
  return { drive: ask, stop };
};

export const serveDriver = <Setup>(prepare: (setup: Setup) => Promise<DriverWork>): void =>
  serveProcess<Setup, DriveLimits, Drive>(async (setup) => {
    const work = await prepare(setup);
    return (limits) => drive(work, limits);
  });

const drive = async (
  { connections, postingsPerRequest, send }: DriverWork,
  { seconds, postings = Infinity }: DriveLimits,
): Promise<Drive> => {
  const latenciesMs: number[] = [];
  const maxRequests = postings / postingsPerRequest;
  const before = process.cpuUsage();
  const end = performance.now() + seconds * 1000;
  let requests = 0;
  let besides = 0;
  const keepSending = async (connection: number): Promise<void> => {
    for (let now = performance.now(); now < end && requests < maxRequests;) {
      const sentAt = now;
      requests += 1;
      const more = await send(connection);
      besides += more ?? 0;
      now = performance.now();
      latenciesMs.push(now - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => keepSending(connection)));
  const { user, system } = process.cpuUsage(before);
  return {
    postings: latenciesMs.length * postingsPerRequest,
    besides,
    cpuMicros: user + system,
    latenciesMs: latenciesMs.sort((a, b) => a - b),
  };
};
