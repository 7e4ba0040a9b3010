/**
 * Sessions in PostgreSQL. An ended session keeps its row for a while, so that the person can see it; then the row is
 * deleted.
 */
import type { Page, Slice } from '../../../kernel/page';
import type { Orm } from '../../../kernel/postgres/orm';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { ok, refuse } from '../../../kernel/refusal';
import type { KnownSession, SessionStore, WantedSessions } from '../application/ports';
import type { Operator, OperatorId } from '../domain/operator';
import { keptSessionMs, type Session, type SessionId } from '../domain/session';
import { actingAs } from './acting';
import { onControlPlane } from './control-plane';
import { inOrder, newestFirst, pageInOrder } from './in-order';
import { endSessions, lockOperator, toOperator, toSession } from './operator-store';
import { OperatorSchema, SessionSchema } from './schema';

/** The maximum number of an operator's oldest sessions that a new session ends; normally it ends at most one. */
const maxRemoved = 100;

export class PostgresSessionStore implements SessionStore {
  constructor(
    private readonly orm: Orm,
    private readonly unitOfWork: PostgresUnitOfWork,
  ) {}

  begin(session: Session, judgedBy: string, most: number, actor: string): Promise<Operator | undefined> {
    const { operatorId, createdAt } = session;
    const { orm, unitOfWork } = this;
    return actingAs({ orm, unitOfWork, actor }, async (em) => {
      const operator = await lockOperator(em, operatorId);
      if (!operator?.isActive || operator.passwordHash !== judgedBy) return refuse('nothing to do');
      await em.insert(SessionSchema, { ...session });
      const outlived = new Date(createdAt.getTime() - keptSessionMs);
      await em.nativeDelete(SessionSchema, { expiresAt: { $lte: outlived } });
      const oldest = await em.find(
        SessionSchema,
        { operatorId, endedAt: null, expiresAt: { $gt: createdAt } },
        { orderBy: { createdAt: 'desc', id: 'desc' }, offset: most, limit: maxRemoved },
      );
      for (const { id } of oldest) await endSessions(em, { operatorId, only: id }, actor, createdAt);
      return ok(toOperator(operator));
    });
  }

  sessionsOfHashes(tokenHashes: readonly string[]): Promise<readonly KnownSession[]> {
    return onControlPlane(this.orm, async (em) => {
      const rows = await em.find(SessionSchema, { tokenHash: { $in: [...tokenHashes] }, endedAt: null });
      const ids = [...new Set(rows.map(({ operatorId }) => operatorId))];
      const operators = ids.length > 0 ? await em.find(OperatorSchema, { id: { $in: ids } }) : [];
      const byId = new Map(operators.map((row) => [row.id, toOperator(row)]));
      return rows.flatMap((row) => {
        const operator = byId.get(row.operatorId);
        return operator ? [{ session: toSession(row), operator }] : [];
      });
    });
  }

  async markSeen(ids: readonly SessionId[], at: Date): Promise<void> {
    await onControlPlane(this.orm, async (em) => {
      const seen = await em.find(SessionSchema, { id: { $in: [...ids] } });
      if (seen.length === 0) return;
      await em.nativeUpdate(SessionSchema, { id: { $in: [...ids] }, seenAt: { $lt: at } }, { seenAt: at });
      const before = { $or: [{ lastSeenAt: null }, { lastSeenAt: { $lt: at } }] };
      const operators = [...new Set(seen.map(({ operatorId }) => operatorId))];
      await em.nativeUpdate(OperatorSchema, { id: { $in: operators }, ...before }, { lastSeenAt: at });
    });
  }

  async end(wanted: WantedSessions, actor: string, at: Date): Promise<readonly Session[]> {
    const { orm, unitOfWork } = this;
    const ended = await actingAs({ orm, unitOfWork, actor }, async (em) => {
      await lockOperator(em, wanted.operatorId);
      return ok(await endSessions(em, wanted, actor, at));
    });
    return ended ?? [];
  }

  has(operatorId: OperatorId, id: SessionId): Promise<boolean> {
    return onControlPlane(this.orm, async (em) => (await em.count(SessionSchema, { id, operatorId })) > 0);
  }

  page(operatorId: OperatorId, slice: Slice): Promise<Page<Session>> {
    const { where, options } = inOrder(newestFirst(slice));
    return onControlPlane(this.orm, async (em) =>
      pageInOrder((await em.find(SessionSchema, { operatorId, ...where }, options)).map(toSession), slice),
    );
  }

  begunByLink(operatorId: OperatorId, since: Date, limit: number): Promise<readonly Session[]> {
    const where = { operatorId, beganBy: 'link' as const, createdAt: { $gt: since } };
    return onControlPlane(this.orm, async (em) =>
      (await em.find(SessionSchema, where, { orderBy: { id: 'desc' }, limit })).map(toSession),
    );
  }
}
