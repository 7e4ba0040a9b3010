/** Identifies processes by id and start time. An id alone could belong to a new process after the old one ended. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf } from './place';

export const nameOfThisProcess = (): string => `${process.pid}.${startOf(process.pid) ?? ''}.${randomUUID()}`;

export const isFromLivingProcess = (name: string): boolean => {
  const [pid, start] = name.split('.');
  return startOf(Number(pid)) === start;
};

/**
 * Returns the start time of a process; undefined if it has ended. The id and the start time together are unique. Zombie processes count as
 * ended: a container without an init process never removes them. If /proc cannot be read, only the id is checked.
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
