/**
 * The CPU and memory of processes, as Linux counts them in /proc. Elsewhere they are unknown, and the figures stay empty.
 */
import { readdirSync, readFileSync } from 'node:fs';

const microsPerTick = 10_000;
const bytesPerKilobyte = 1024;

interface ProcessStat {
  readonly parentPid: number;
  readonly ownTicks: number;
  /** CPU ticks of children that have ended. */
  readonly childTicks: number;
}

/** CPU of one process since it started, all its threads together. */
export const cpuMicrosOf = (pid: number): number | undefined => {
  const stat = statOf(pid);
  return stat && stat.ownTicks * microsPerTick;
};

/** CPU of a process and of everything it started: PostgreSQL is a postmaster and its backends, gone ones included. */
export const cpuMicrosOfFamily = (pid: number): number | undefined => {
  const head = statOf(pid);
  if (!head) return undefined;
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parentPid === pid);
  return living.reduce((ticks, stat) => ticks + (stat?.ownTicks ?? 0), head.ownTicks + head.childTicks) * microsPerTick;
};

export const parentOf = (pid: number): number | undefined => statOf(pid)?.parentPid;

/** The most memory the process has ever held, in bytes. */
export const peakBytesOf = (pid: number): number | undefined => {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * bytesPerKilobyte;
};

/** Returns the memory that the process holds now, in bytes. */
export const residentBytesOf = (pid: number): number | undefined => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * bytesPerKilobyte;
};

const statOf = (pid: number): ProcessStat | undefined => {
  const text = readProc(pid, 'stat');
  if (text === undefined) return undefined;
  // The fields behind the name, which may hold any character: state, parent, …, utime, stime, cutime, cstime.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
  return { parentPid: fields[1] ?? 0, ownTicks: utime + stime, childTicks: cutime + cstime };
};

const readProc = (pid: number, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return undefined;
  }
};
