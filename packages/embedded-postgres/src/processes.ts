/** Processes, named by their id and their start time, so that a reused id fools nobody. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf } from './place';

export const nameOfThisProcess = (): string => `${process.pid}.${startOf(process.pid) ?? ''}.${randomUUID()}`;

export const isFromLivingProcess = (name: string): boolean => {
  const [pid, start] = name.split('.');
  return startOf(Number(pid)) === start;
};

/**
 * A process id may pass to another process after a restart; together with the start time it names one. Zombies, which
 * a container without an init never reaps, count as gone. Without a readable /proc the id alone must do.
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
