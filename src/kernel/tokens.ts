/** What every context may ask of the outside, besides its own ports. */
import { token } from './token';
import type { Clock } from './time';

/** Structured lines for operators: fields first, then one sentence. Never a secret. */
export interface Log {
  /** There where the level asks for it, so that nobody prepares lines that are not written. */
  readonly debug?: (fields: object, message: string) => void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Secrets {
  /** Random bytes of this installation, from its database. */
  readonly installationSecret: Buffer;
  /** LEDGER_KEY_PEPPER: kept outside the database, empty when not set. */
  readonly pepper: string;
}

export const CLOCK = token<Clock>('Clock');
export const LOG = token<Log>('Log');
export const SECRETS = token<Secrets>('Secrets');
