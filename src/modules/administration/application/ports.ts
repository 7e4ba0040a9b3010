/** The services that administration needs from its process, and the store of the schedule of verifications. */
import { token } from '../../../kernel/token';
import type { ScheduledEnd, ScheduledVerification } from '../domain/schedule';

export interface Setting {
  /** The name of the environment variable. */
  readonly name: string;
  readonly isSet: boolean;
  /** Null if the variable is not set, or if its value may contain a secret or the location of one. */
  readonly value: string | null;
}

/** The present state of this process, its database and its settings. */
export interface SystemState {
  readonly version: string;
  readonly nodeVersion: string;
  readonly role: string;
  readonly startedAt: Date;
  readonly migrations: { readonly applied: readonly string[]; readonly pending: readonly string[] };
  readonly databaseVersion: string;
  readonly pool: { readonly inUse: number; readonly open: number; readonly waiting: number; readonly max: number };
  readonly settings: readonly Setting[];
}

export interface System {
  state(): Promise<SystemState>;
}

export const SYSTEM = token<System>('System');

/**
 * Stores which process runs the scheduled verification (it holds a lease), and the result of the last verification. `holder` is the UUID of
 * a process.
 */
export interface ScheduleStore {
  /**
   * Takes the lease until `until` if no process holds it at `at`, and if the last verification ended at or before `due`. Returns whether
   * the lease was taken.
   */
  take(holder: string, when: { readonly at: Date; readonly until: Date; readonly due: Date }): Promise<boolean>;
  /** Extends the lease. Returns false if another process has taken it meanwhile. */
  renew(holder: string, until: Date): Promise<boolean>;
  /** Releases the lease at the time `at`, without storing a result. */
  leave(holder: string, at: Date): Promise<void>;
  /** Releases the lease and stores the result; does nothing if another process has taken the lease meanwhile. */
  finish(holder: string, end: ScheduledEnd): Promise<void>;
  read(): Promise<ScheduledVerification>;
}

export const SCHEDULE_STORE = token<ScheduleStore>('ScheduleStore');
