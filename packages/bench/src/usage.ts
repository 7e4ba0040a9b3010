/** Reads the CPU time and memory of processes from Linux's /proc. On other systems they are unknown, and the figures stay empty. */
import { readdirSync, readFileSync } from 'node:fs';

const microsPerTick = 10_000;
const bytesPerKilobyte = 1024;

interface ProcessStat {
  readonly parentPid: number;
  readonly ownTicks: number;
  /** The CPU ticks of child processes that have ended. */
  readonly childTicks: number;
}

/** Returns the CPU time of the process since its start, with all its threads. */
export const cpuMicrosOf = (pid: number): number | undefined => {
  const stat = statOf(pid);
  return stat && stat.ownTicks * microsPerTick;
};

/**
 * Returns the CPU time of a process with all its children, also those that have ended. For PostgreSQL that is the postmaster with all
 * backends.
 */
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

/** Returns the peak memory of the process in bytes. */
export const peakBytesOf = (pid: number): number | undefined => {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * bytesPerKilobyte;
};

/** Returns the current memory of the process in bytes. */
export const residentBytesOf = (pid: number): number | undefined => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * bytesPerKilobyte;
};

const statOf = (pid: number): ProcessStat | undefined => {
  const text = readProc(pid, 'stat');
  if (text === undefined) return undefined;
  // The fields after the name: state, parent, …, utime, stime, cutime, cstime. The name may contain any character.
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
