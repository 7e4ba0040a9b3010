/** Lists and ends the stored sessions of a person: for that person, and for the administrators who may end them. */
import type { LedgerTime } from '../../../kernel/clock';
import type { Page, Slice } from '../../../kernel/page';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { operatorOf, type OperatorId } from '../domain/operator';
import type { SessionNotFound } from '../domain/refusals';
import { isOpen, toldLinksMs, type Session, type SessionId } from '../domain/session';
import type { OperatorStore, SessionStore, WantedSessions } from './ports';

export interface ListedSession extends Omit<Session, 'tokenHash'> {
  readonly isOpen: boolean;
}

/** A link through which somebody set the person's password. */
export interface UsedLink extends Pick<Session, 'address' | 'agent'> {
  /** The actor who created the link, as logs name the actor. */
  readonly createdBy: string;
  /** The name of that actor, if it is a person; else null. */
  readonly createdByName: string | null;
  readonly usedAt: Date;
}

export interface SessionList {
  /** Returns sessions, the newest first, including those that ended within the last 90 days. */
  list(operatorId: OperatorId, slice: Slice): Promise<Page<ListedSession>>;
  /** Ends sessions. Within one second no process accepts them. Returns how many of them were open. */
  endAll(wanted: Pick<WantedSessions, 'operatorId' | 'but'>, actor: string): Promise<number>;
  /** Ends one session. Returns 0 if it had already ended. */
  endOne(operatorId: OperatorId, only: SessionId, actor: string): Promise<Outcome<SessionNotFound, number>>;
  /** Returns the links that were used for the person within the last 30 days, the newest first, except the one that began this session. */
  linksUsed(operatorId: OperatorId, but: SessionId): Promise<readonly UsedLink[]>;
}

export interface SessionListDependencies {
  readonly sessions: SessionStore;
  readonly operators: Pick<OperatorStore, 'operator'>;
  readonly clock: LedgerTime;
  /** Removes a session from this process's cache. */
  forget(session: Session): void;
}

const maxToldLinks = 20;

export const createSessionList = ({ sessions, operators, clock, forget }: SessionListDependencies): SessionList => {
  const nameOf = async (actor: string): Promise<string | null> => {
    const id = operatorOf(actor);
    return (id && (await operators.operator(id))?.name) ?? null;
  };
  const end = async (wanted: WantedSessions, actor: string): Promise<number> => {
    const now = clock.now();
    const ended = await sessions.end(wanted, actor, now);
    ended.forEach(forget);
    return ended.filter((session) => isOpen(session, now)).length;
  };
  return {
    list: async (operatorId, slice) => {
      const { items, ...page } = await sessions.page(operatorId, slice);
      const now = clock.now();
      return {
        ...page,
        items: items.map((session) => {
          const { tokenHash: _, ...shown } = session;
          return { ...shown, isOpen: isOpen(session, now) };
        }),
      };
    },
    endAll: end,
    endOne: async (operatorId, only, actor) => {
      const ended = await end({ operatorId, only }, actor);
      return ended > 0 || (await sessions.has(operatorId, only)) ? ok(ended) : refuse({ kind: 'SessionNotFound' });
    },
    linksUsed: async (operatorId, but) => {
      const since = new Date(clock.now().getTime() - toldLinksMs);
      const others = (await sessions.begunByLink(operatorId, since, maxToldLinks)).filter(({ id }) => id !== but);
      const actors = [...new Set(others.map(({ linkCreatedBy }) => linkCreatedBy as string))];
      const names = new Map(await Promise.all(actors.map(async (actor) => [actor, await nameOf(actor)] as const)));
      return others.map(({ linkCreatedBy, createdAt, address, agent }) => ({
        ...{ createdBy: linkCreatedBy as string, createdByName: names.get(linkCreatedBy as string) ?? null },
        ...{ usedAt: createdAt, address, agent },
      }));
    },
  };
};
