/** A session: a person is signed in, for as long as something is done and no longer than a working day. */
import type { Id } from '../../../kernel/ids';
import type { OperatorId } from './operator';

export type SessionId = Id<'session'>;

export interface Session {
  readonly id: SessionId;
  /** The keyed hash of the token in the cookie, in hexadecimal. */
  readonly tokenHash: string;
  readonly operatorId: OperatorId;
  readonly beganBy: 'sign_in' | 'link';
  /** The actor who created the link that began it; null where a password did. */
  readonly linkCreatedBy: string | null;
  readonly address: string;
  /** The browser, as it names itself. */
  readonly agent: string | null;
  readonly createdAt: Date;
  /** Sampled: up to a minute early, so that a session ends after 29 to 30 minutes without a request. */
  readonly seenAt: Date;
  readonly expiresAt: Date;
  /** Null until somebody ends it. */
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
}

/** The browser that asks: its address, and the name that it gives itself. */
export interface Origin {
  readonly address: string;
  readonly agent: string | undefined;
  /** Whether the browser has hung up; left out where nobody can tell. */
  isGone?(): boolean;
}

export const maxAgentLength = 255;

const minuteMs = 60_000;
/** An act that makes a way in takes a password that was given no longer ago. */
export const recentMs = 10 * minuteMs;
export const maxIdleMs = 30 * minuteMs;
export const maxSessionMs = 12 * 60 * minuteMs;
/** In all browsers of one operator; where another begins, the oldest ends. */
export const maxSessionsOfOperator = 20;

/** A link that invites is good for a day. */
export const invitationMs = 24 * 60 * minuteMs;

const dayMs = 24 * 60 * minuteMs;
/** Addresses and browsers of people are kept for so long, and no longer. */
export const keptSessionMs = 90 * dayMs;
/** A person who signs in is told of the links that were used for them within so many days. */
export const toldLinksMs = 30 * dayMs;

export interface NewSession extends Pick<Session, 'id' | 'tokenHash' | 'operatorId'> {
  readonly from: Origin;
  /** Undefined where the session began with a password. */
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

/** Whether the person gave the password, or set one, a short while ago. */
export const isRecent = ({ createdAt }: Session, now: Date): boolean => now.getTime() - createdAt.getTime() <= recentMs;

/** How logs name the actor where a link was used: its creator answers for it. */
export const actorOfLink = (createdBy: string): string => `link created by ${createdBy}`;
