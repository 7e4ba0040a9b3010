/** Sessions in PostgreSQL: a row for each that has not ended. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { ok, refuse } from '../../../kernel/refusal';
import type { KnownSession, SessionStore } from '../application/ports';
import { actorOf, type Operator } from '../domain/operator';
import type { Session, SessionId } from '../domain/session';
import { actingAs } from './acting';
import { onControlPlane } from './control-plane';
import { lockOperator, toOperator } from './operator-store';
import { OperatorSchema, SessionSchema } from './schema';

/** Of an operator, at a time: there is one too many after each that begins. */
const maxRemoved = 100;

export class PostgresSessionStore implements SessionStore {
  constructor(
    private readonly orm: MikroORM,
    private readonly unitOfWork: PostgresUnitOfWork,
  ) {}

  begin(session: Session, judgedBy: string, most: number): Promise<Operator | undefined> {
    const { operatorId, createdAt } = session;
    const { orm, unitOfWork } = this;
    return actingAs({ orm, unitOfWork, actor: actorOf(operatorId) }, async (em) => {
      const operator = await lockOperator(em, operatorId);
      if (!operator?.isActive || operator.passwordHash !== judgedBy) return refuse('nothing to do');
      await em.insert(SessionSchema, { ...session });
      await em.nativeDelete(SessionSchema, { expiresAt: { $lte: createdAt } });
      const newestFirst = { createdAt: 'desc', id: 'desc' } as const;
      const oldest = await em.find(
        SessionSchema,
        { operatorId },
        { orderBy: newestFirst, offset: most, limit: maxRemoved },
      );
      if (oldest.length > 0) await em.nativeDelete(SessionSchema, { id: { $in: oldest.map(({ id }) => id) } });
      return ok(toOperator(operator));
    });
  }

  sessionsOfHashes(tokenHashes: readonly string[]): Promise<readonly KnownSession[]> {
    return onControlPlane(this.orm, async (em) => {
      const rows = await em.find(SessionSchema, { tokenHash: { $in: [...tokenHashes] } });
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

  async end(id: SessionId): Promise<void> {
    await onControlPlane(this.orm, (em) => em.nativeDelete(SessionSchema, { id }));
  }
}

const toSession = ({ id, tokenHash, operatorId, createdAt, seenAt, expiresAt }: Session): Session => ({
  ...{ id, tokenHash, operatorId, createdAt, seenAt, expiresAt },
});
