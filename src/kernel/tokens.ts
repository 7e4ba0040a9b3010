/** Tokens that every module may use besides its own ports. */
import { token } from './token';
import type { Clock } from './clock';

/** Structured log lines for operators: fields first, then one sentence. Never log a secret. */
export interface Log {
  /** Present only if the log level includes debug lines, so that the service need not prepare lines that are not written. */
  readonly debug?: (fields: object, message: string) => void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Secrets {
  /** The random secret of this installation, kept in its database. */
  readonly installationSecret: Buffer;
  /** LEDGER_KEY_PEPPER: kept outside the database; empty if not set. */
  readonly pepper: string;
  /**
   * LEDGER_KEY_PEPPER_PREVIOUS: a secret that is stored under it is still valid, and is stored again under `pepper`
   * when it is next used.
   */
  readonly formerPepper?: string | undefined;
}

export const CLOCK = token<Clock>('Clock');
export const LOG = token<Log>('Log');
export const SECRETS = token<Secrets>('Secrets');
/** The public address of the service, without a trailing slash: links begin with it. */
export const PUBLIC_URL = token<string>('PublicUrl');
