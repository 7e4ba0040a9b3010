/** A session: a person stays signed in while there is activity, but at most for twelve hours. */
import type { Id } from '../../../kernel/ids';
import type { OperatorId } from './operator';

export type SessionId = Id<'session'>;

export interface Session {
  readonly id: SessionId;
  /** The keyed hash of the session's token, in hexadecimal. The cookie holds the token. */
  readonly tokenHash: string;
  readonly operatorId: OperatorId;
  readonly beganBy: 'sign_in' | 'link';
  /** The creator of the link through which the session began; null if it began with a password. */
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
  /** When somebody ended the session; null if nobody has. */
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
}

/** The browser that sends the request: its address and its User-Agent header. */
export interface Origin {
  readonly address: string;
  readonly agent: string | undefined;
  /** Returns whether the browser has disconnected; absent if the caller cannot know that. */
  isGone?(): boolean;
}

export const maxAgentLength = 255;

const minuteMs = 60_000;
/** A request that creates access (a link, a key, a role) requires that the password was given no longer ago than this. */
export const recentMs = 10 * minuteMs;
export const maxIdleMs = 30 * minuteMs;
export const maxSessionMs = 12 * 60 * minuteMs;
/** The maximum number of open sessions of one operator, in all browsers together. If a further session begins, the oldest one ends. */
export const maxSessionsOfOperator = 20;

/** An invitation link is valid for a day. */
export const invitationMs = 24 * 60 * minuteMs;

const dayMs = 24 * 60 * minuteMs;
/** How long addresses and browsers of people are stored. */
export const keptSessionMs = 90 * dayMs;
/** At sign-in, a person sees the links that were used for their account during this time before the sign-in. */
export const toldLinksMs = 30 * dayMs;

export interface NewSession extends Pick<Session, 'id' | 'tokenHash' | 'operatorId'> {
  readonly from: Origin;
  /** The creator of the link through which the session begins; undefined if it begins with a password. */
  readonly linkCreatedBy?: string | undefined;
}

export const beginSession = ({ id, tokenHash, operatorId, from, linkCreatedBy }: NewSession, now: Date): Session => ({
  ...{ id, tokenHash, operatorId },
  beganBy: linkCreatedBy === undefined ? 'sign_in' : 'link',
  linkCreatedBy: linkCreatedBy ?? null,
  address: from.address || 'unknown',
  // Only printable ASCII is kept, because a browser may send any characters, and terminals show the text.
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

/** Returns the actor in logs for acts through a link: the creator of the link answers for them. */
export const actorOfLink = (createdBy: string): string => `link created by ${createdBy}`;
