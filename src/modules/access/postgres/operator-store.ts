/**
 * Operators and the links that invite them, in PostgreSQL. Each write locks the operator's row first, then sessions and links: what
 * was judged before is compared under that lock, and two writes never wait for each other.
 */
import { LockMode, type EntityManager, type MikroORM } from '@mikro-orm/postgresql';
import type { TenantId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { insertUnlessThere } from '../../../kernel/postgres/entities';
import { entitiesOf } from '../../../kernel/postgres/orm';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { ChangedOperator, Credentials, Invitation, OperatorStore, PasswordHashes } from '../application/ports';
import { isAdministrator, type Operator, type OperatorId } from '../domain/operator';
import type { Session } from '../domain/session';
import { actingAs } from './acting';
import { onControlPlane } from './control-plane';
import { InvitationSchema, OperatorSchema, SessionSchema, type OperatorRow } from './schema';

const notThere = Symbol('not there');
const nothing = refuse('nothing to do' as const);
const done = ok(true as const);

export class PostgresOperatorStore implements OperatorStore {
  constructor(
    private readonly orm: MikroORM,
    private readonly unitOfWork: PostgresUnitOfWork,
  ) {}

  async insert(operator: Operator, invitation: Invitation, actor: string): Promise<boolean> {
    const inserted = await actingAs({ ...this.means, actor }, async (em) => {
      const row: OperatorRow = { ...operator, passwordHash: null };
      if (!(await insertUnlessThere(em, OperatorSchema, row, ['email']))) return nothing;
      await em.insert(InvitationSchema, { ...invitation });
      return done;
    });
    return inserted === true;
  }

  operator(id: OperatorId): Promise<Operator | undefined> {
    return onControlPlane(this.orm, async (em) => {
      const row = await em.findOne(OperatorSchema, { id });
      return row ? toOperator(row) : undefined;
    });
  }

  operators(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Operator>> {
    const forward = slice.direction === 'forward';
    const from = slice.from?.[0] as OperatorId | undefined;
    const where = {
      ...(tenantId === undefined ? {} : { tenantId }),
      ...(from === undefined ? {} : { id: forward ? { $gt: from } : { $lt: from } }),
    };
    return onControlPlane(this.orm, async (em) => {
      const rows = await em.find(OperatorSchema, where, {
        orderBy: { id: forward ? 'asc' : 'desc' },
        limit: slice.limit + 1,
      });
      return pageOf(rows.map(toOperator), slice, ({ id }) => [id]);
    });
  }

  credentialsOf(email: string): Promise<Credentials | undefined> {
    return onControlPlane(this.orm, async (em) => {
      const row = await em.findOne(OperatorSchema, { email });
      return row ? { operator: toOperator(row), passwordHash: row.passwordHash } : undefined;
    });
  }

  async change<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, ChangedOperator>,
    actor: string,
  ): Promise<Outcome<R, Operator> | undefined> {
    const { orm, unitOfWork } = this;
    const outcome = await unitOfWork.run<R | typeof notThere, Operator>({ ledgerIds: [], actor }, async (tx) => {
      const found = await entitiesOf(orm, tx).findOne(OperatorSchema, { id });
      if (!found) return refuse(notThere);
      // Another entity manager: the first one would answer the row that it has found before.
      const em = entitiesOf(orm, tx);
      const rows = await lockWithAdministrators(em, found);
      const row = rows.find((each) => each.id === id);
      if (!row) return refuse(notThere);
      const administrators = rows.filter((each) => isAdministrator(toOperator(each), each.passwordHash));
      const judged = judge(
        toOperator(row),
        administrators.map((each) => each.id),
      );
      if (refused(judged)) return judged;
      const { operator, endsSessions } = judged.right;
      const { name, role, isActive } = operator;
      await em.nativeUpdate(OperatorSchema, { id }, { name, role, isActive });
      if (endsSessions) await em.nativeDelete(SessionSchema, { operatorId: id });
      if (!isActive) await em.nativeDelete(InvitationSchema, { operatorId: id });
      return ok(operator);
    });
    if (!refused(outcome)) return outcome;
    return outcome.left === notThere ? undefined : refuse(outcome.left);
  }

  async invite(invitation: Invitation, actor: string): Promise<boolean> {
    const invited = await actingAs({ ...this.means, actor }, async (em) => {
      if (!(await lockOperator(em, invitation.operatorId))?.isActive) return nothing;
      await em.upsert(InvitationSchema, { ...invitation });
      return done;
    });
    return invited === true;
  }

  invited(tokenHash: string, now: Date): Promise<Operator | undefined> {
    return onControlPlane(this.orm, async (em) => {
      const invitation = await em.findOne(InvitationSchema, { tokenHash, expiresAt: { $gt: now } });
      const row = invitation && (await em.findOne(OperatorSchema, { id: invitation.operatorId, isActive: true }));
      return row ? toOperator(row) : undefined;
    });
  }

  async accept(tokenHash: string, passwordHash: string, now: Date, actor: string): Promise<boolean> {
    const accepted = await actingAs({ ...this.means, actor }, async (em) => {
      const invitation = await em.findOne(InvitationSchema, { tokenHash, expiresAt: { $gt: now } });
      if (!invitation) return nothing;
      const { operatorId } = invitation;
      // Of two who use the link at once the second waits here, and then finds nothing to delete.
      if (!(await lockOperator(em, operatorId))?.isActive) return nothing;
      if ((await em.nativeDelete(InvitationSchema, { operatorId, tokenHash })) === 0) return nothing;
      await em.nativeUpdate(OperatorSchema, { id: operatorId }, { passwordHash });
      await em.nativeDelete(SessionSchema, { operatorId });
      return done;
    });
    return accepted === true;
  }

  async setPassword(
    { id, operatorId }: Pick<Session, 'id' | 'operatorId'>,
    { former, next }: PasswordHashes,
    actor: string,
  ): Promise<boolean> {
    const set = await actingAs({ ...this.means, actor }, async (em) => {
      if ((await lockOperator(em, operatorId))?.passwordHash !== former) return nothing;
      if ((await em.count(SessionSchema, { id, operatorId })) === 0) return nothing;
      await em.nativeUpdate(OperatorSchema, { id: operatorId }, { passwordHash: next });
      await em.nativeDelete(SessionSchema, { operatorId, id: { $ne: id } });
      await em.nativeDelete(InvitationSchema, { operatorId });
      return done;
    });
    return set === true;
  }

  async rehash(id: OperatorId, former: string, passwordHash: string, actor: string): Promise<void> {
    await actingAs({ ...this.means, actor }, async (em) => {
      await em.nativeUpdate(OperatorSchema, { id, passwordHash: former }, { passwordHash });
      return done;
    });
  }

  private get means() {
    return { orm: this.orm, unitOfWork: this.unitOfWork };
  }
}

/** The operator's row as it is, locked until the transaction ends. */
export const lockOperator = (em: EntityManager, id: OperatorId): Promise<OperatorRow | null> =>
  em.findOne(OperatorSchema, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** Locks the operator and the active administrators of its tenant, in the order of their ids; a tenant never changes. */
const lockWithAdministrators = (em: EntityManager, { id, tenantId }: OperatorRow): Promise<readonly OperatorRow[]> =>
  em.find(
    OperatorSchema,
    { $or: [{ id }, { tenantId, role: 'admin', isActive: true }] },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );

export const toOperator = ({ passwordHash: _, ...row }: OperatorRow): Operator => ({
  id: row.id,
  tenantId: row.tenantId,
  email: row.email,
  name: row.name,
  role: row.role,
  isActive: row.isActive,
  lastSeenAt: row.lastSeenAt,
  createdAt: row.createdAt,
});
