/** A session: a person is signed in, for as long as something is done and no longer than a working day. */
import type { Id } from '../../../kernel/ids';
import type { OperatorId } from './operator';

export type SessionId = Id<'session'>;

export interface Session {
  readonly id: SessionId;
  /** SHA-256 of the token in the cookie, in hexadecimal. */
  readonly tokenHash: string;
  readonly operatorId: OperatorId;
  readonly createdAt: Date;
  /** Sampled: up to a minute early, so that a session ends after 29 to 30 minutes without a request. */
  readonly seenAt: Date;
  readonly expiresAt: Date;
}

const minuteMs = 60_000;
export const maxIdleMs = 30 * minuteMs;
export const maxSessionMs = 12 * 60 * minuteMs;
/** In all browsers of one operator; where another begins, the oldest ends. */
export const maxSessionsOfOperator = 20;

/** A link that invites is good for a day. */
export const invitationMs = 24 * 60 * minuteMs;

export const beginSession = (
  { id, tokenHash, operatorId }: Pick<Session, 'id' | 'tokenHash' | 'operatorId'>,
  now: Date,
): Session => ({
  id,
  tokenHash,
  operatorId,
  createdAt: now,
  seenAt: now,
  expiresAt: new Date(now.getTime() + maxSessionMs),
});

export const isOpen = ({ seenAt, expiresAt }: Session, now: Date): boolean =>
  now < expiresAt && now.getTime() - seenAt.getTime() < maxIdleMs;
