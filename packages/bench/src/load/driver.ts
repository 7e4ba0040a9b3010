/**
 * A driver sends load in a closed loop for a given time: each connection sends its next request when the previous one is answered. This
 * file contains the side of the benchmark, which starts the driver's process, and the side of that process.
 */
import { serveProcess, startProcess } from './process';

/** The result of one load of a driver. */
export interface Drive {
  /** The number of postings that the service acknowledged. */
  readonly postings: number;
  /** The number of transactions that settlements posted in addition to those that were requested. */
  readonly besides: number;
  /** The CPU time of the driver's own process. */
  readonly cpuMicros: number;
  /** The milliseconds from each request to its response, ascending. */
  readonly latenciesMs: readonly number[];
}

/** The load ends after `seconds`, or earlier when `postings` postings are acknowledged. */
export interface DriveLimits {
  readonly seconds: number;
  readonly postings?: number;
}

export interface Driver {
  drive(limits: DriveLimits): Promise<Drive>;
  stop(): Promise<void>;
}

/** The task of a driver's process. It opens its connections, and then sends one request after the other on each of them. */
export interface DriverWork {
  readonly connections: number;
  readonly postingsPerRequest: number;
  /**
   * Sends one request on the connection with this index, and waits for the response. Resolves to the number of transactions that the
   * request posted in addition to the requested ones, if there are any.
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
