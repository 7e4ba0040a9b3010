/** Identifies processes by their id and start time, so that a reused id is not mistaken for the former process. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf } from './place';

export const nameOfThisProcess = (): string => `${process.pid}.${startOf(process.pid) ?? ''}.${randomUUID()}`;

export const isFromLivingProcess = (name: string): boolean => {
  const [pid, start] = name.split('.');
  return startOf(Number(pid)) === start;
};

/**
 * Returns the start time of a process; undefined if it is gone. After a restart another process may have the same id; id and start time
 * together are unique. Zombies, which a container without an init process never removes, count as gone. Without a readable /proc only the
 * id is checked.
 */
export const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return signal(pid, 0) ? 'unknown' : undefined;
  }
};

export const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};
