/** The services that administration needs from its process, and the schedule of verifications, which it keeps. */
import { token } from '../../../kernel/token';
import type { ScheduledEnd, ScheduledVerification } from '../domain/schedule';

export interface Setting {
  /** The environment variable. */
  readonly name: string;
  readonly isSet: boolean;
  /** Null where it is not set, and of all that may hold a secret or say where one is. */
  readonly value: string | null;
}

/** This process and what it stands on, as they are now. */
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

/** Which process verifies everything on schedule, and what the last one found. A process is named by `holder`, a UUID. */
export interface ScheduleStore {
  /** Takes the lease until then, if nobody has it at that time and the last verification ended at or before `due`. */
  take(holder: string, when: { readonly at: Date; readonly until: Date; readonly due: Date }): Promise<boolean>;
  /** Returns false if another process has the lease by now. */
  renew(holder: string, until: Date): Promise<boolean>;
  /** Gives the lease back without a result. */
  leave(holder: string, at: Date): Promise<void>;
  /** Gives the lease back and keeps the result; does nothing if another process has the lease by now. */
  finish(holder: string, end: ScheduledEnd): Promise<void>;
  read(): Promise<ScheduledVerification>;
}

export const SCHEDULE_STORE = token<ScheduleStore>('ScheduleStore');
