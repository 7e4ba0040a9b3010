/** A session: a person is signed in for as long as there is activity, and no longer than a working day. */
import type { Id } from '../../../kernel/ids';
import type { OperatorId } from './operator';

export type SessionId = Id<'session'>;

export interface Session {
  readonly id: SessionId;
  /** The keyed hash of the token in the cookie, in hexadecimal. */
  readonly tokenHash: string;
  readonly operatorId: OperatorId;
  readonly beganBy: 'sign_in' | 'link';
  /** The actor who created the link that began it; null if a password did. */
  readonly linkCreatedBy: string | null;
  readonly address: string;
  /** The browser's User-Agent header, shortened and in printable ASCII; null if the browser sent none. */
  readonly agent: string | null;
  readonly createdAt: Date;
  /**
   * The last request, written at most once a minute, so that a session ends after 29 to 30 minutes without a request.
   */
  readonly seenAt: Date;
  readonly expiresAt: Date;
  /** Null until somebody ends it. */
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
}

/** The browser that sends the request: its address and its User-Agent header. */
export interface Origin {
  readonly address: string;
  readonly agent: string | undefined;
  /** Returns whether the browser has disconnected; absent if that cannot be known. */
  isGone?(): boolean;
}

export const maxAgentLength = 255;

const minuteMs = 60_000;
/** An act that creates access requires a password that was given within this time. */
export const recentMs = 10 * minuteMs;
export const maxIdleMs = 30 * minuteMs;
export const maxSessionMs = 12 * 60 * minuteMs;
/** The most open sessions of one operator, in all browsers together; if another one begins, the oldest ends. */
export const maxSessionsOfOperator = 20;

/** An invitation link is valid for a day. */
export const invitationMs = 24 * 60 * minuteMs;

const dayMs = 24 * 60 * minuteMs;
/** How long addresses and browsers of people are stored. */
export const keptSessionMs = 90 * dayMs;
/** A person who signs in is shown the links that were used for them within this time. */
export const toldLinksMs = 30 * dayMs;

export interface NewSession extends Pick<Session, 'id' | 'tokenHash' | 'operatorId'> {
  readonly from: Origin;
  /** Undefined if the session began with a password. */
  readonly linkCreatedBy?: string | undefined;
}

export const beginSession = ({ id, tokenHash, operatorId, from, linkCreatedBy }: NewSession, now: Date): Session => ({
  ...{ id, tokenHash, operatorId },
  beganBy: linkCreatedBy === undefined ? 'sign_in' : 'link',
  linkCreatedBy: linkCreatedBy ?? null,
  address: from.address || 'unknown',
  // The browser may send anything, and terminals show it.
  agent: from.agent?.slice(0, maxAgentLength).replaceAll(/[^ -~]/g, '?') || null,
  createdAt: now,
  seenAt: now,
  expiresAt: new Date(now.getTime() + maxSessionMs),
  ...{ endedAt: null, endedBy: null },
});

export const isOpen = ({ seenAt, expiresAt, endedAt }: Session, now: Date): boolean =>
  endedAt === null && now < expiresAt && now.getTime() - seenAt.getTime() < maxIdleMs;

/** Returns whether the person gave or set the password recently. */
export const isRecent = ({ createdAt }: Session, now: Date): boolean => now.getTime() - createdAt.getTime() <= recentMs;

/** Returns the name in logs of an actor who used a link: the link's creator answers for it. */
export const actorOfLink = (createdBy: string): string => `link created by ${createdBy}`;
