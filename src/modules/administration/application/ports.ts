/** The services that administration needs from its process. */
import { token } from '../../../kernel/token';

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
