/** What every context may ask for besides its own ports. */
import { token } from './token';
import type { Clock } from './clock';

/** Structured lines for operators: fields first, then one sentence. Never a secret. */
export interface Log {
  /** Present where the log level includes it, so that lines which are not written are not prepared either. */
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
  /** LEDGER_KEY_PEPPER_PREVIOUS: what is still kept under it is good, and is kept under `pepper` once it is used. */
  readonly formerPepper?: string | undefined;
}

export const CLOCK = token<Clock>('Clock');
export const LOG = token<Log>('Log');
export const SECRETS = token<Secrets>('Secrets');
/** Where people reach the service, without a slash at its end: links begin with it. */
export const PUBLIC_URL = token<string>('PublicUrl');
