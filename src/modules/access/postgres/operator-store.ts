/**
 * Operators and their invitation links in PostgreSQL. Each write first locks the operator's row, then sessions and links. So earlier
 * judgements are checked again under that lock, and two writes cannot deadlock.
 */
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { TenantId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { insertUnlessThere } from '../../../kernel/postgres/entities';
import { entitiesOf, type Orm } from '../../../kernel/postgres/orm';
import { readUse } from '../../../kernel/postgres/quotas';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type {
  ChangedOperator,
  Credentials,
  Invitation,
  InvitedOperator,
  OperatorStore,
  PasswordHashes,
  WantedSessions,
} from '../application/ports';
import { isAdministrator, type Operator, type OperatorId } from '../domain/operator';
import type { OperatorExists } from '../domain/refusals';
import type { Session } from '../domain/session';
import { actingAs } from './acting';
import { onControlPlane } from './control-plane';
import { InvitationSchema, OperatorSchema, SessionSchema, type OperatorRow } from './schema';

const notThere = Symbol('not there');
const nothing = refuse('nothing to do' as const);
const done = ok(true as const);

export class PostgresOperatorStore implements OperatorStore {
  constructor(
    private readonly orm: Orm,
    private readonly unitOfWork: PostgresUnitOfWork,
  ) {}

  insert(
    operator: Operator,
    invitation: Invitation,
    actor: string,
  ): Promise<Outcome<OperatorExists | QuotaReached, void>> {
    const { orm, unitOfWork } = this;
    return unitOfWork.run<OperatorExists | QuotaReached, void>({ ledgerIds: [], actor }, async (tx) => {
      const em = entitiesOf(orm, tx);
      const { tenantId, email } = operator;
      const row: OperatorRow = { ...operator, passwordHash: null };
      if (!(await insertUnlessThere(em, OperatorSchema, row, ['email', 'tenantId'])))
        return refuse({ kind: 'OperatorExists', email });
      await em.insert(InvitationSchema, { ...invitation });
      // People who administer all tenants count towards no tenant's quota.
      if (tenantId === null) return ok(undefined);
      return judgeUse('people', await readUse(tx, tenantId, 'people', em.count(OperatorSchema, { tenantId })));
    });
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

  credentialsOf(id: OperatorId): Promise<Credentials | undefined> {
    return onControlPlane(this.orm, async (em) => {
      const row = await em.findOne(OperatorSchema, { id });
      return row ? toCredentials(row) : undefined;
    });
  }

  namesakes(email: string): Promise<readonly Credentials[]> {
    return onControlPlane(this.orm, async (em) =>
      (await em.find(OperatorSchema, { email }, { orderBy: { id: 'asc' } })).map(toCredentials),
    );
  }

  async change<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, ChangedOperator>,
    actor: string,
    now: Date,
  ): Promise<Outcome<R, Operator> | undefined> {
    return this.judged(id, judge, actor, async (em, { operator, endsSessions }) => {
      const { name, role, isActive } = operator;
      await em.nativeUpdate(OperatorSchema, { id }, { name, role, isActive });
      if (endsSessions) await endSessions(em, { operatorId: id }, actor, now);
      if (!isActive) await em.nativeDelete(InvitationSchema, { operatorId: id, usedAt: null });
      return operator;
    });
  }

  async remove<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, Operator>,
    actor: string,
    now: Date,
  ): Promise<Outcome<R, Operator> | undefined> {
    return this.judged(id, judge, actor, async (em, operator) => {
      // Sessions are ended before their rows are deleted, so that the log has an event for each end.
      await endSessions(em, { operatorId: id }, actor, now);
      await em.nativeDelete(SessionSchema, { operatorId: id });
      await em.nativeDelete(InvitationSchema, { operatorId: id });
      await em.nativeDelete(OperatorSchema, { id });
      return operator;
    });
  }

  /** Judges under the locks of the operator and of its tenant's administrators, and writes in the same transaction. */
  private async judged<R, J>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, J>,
    actor: string,
    write: (em: EntityManager, judged: J) => Promise<Operator>,
  ): Promise<Outcome<R, Operator> | undefined> {
    const { orm, unitOfWork } = this;
    const outcome = await unitOfWork.run<R | typeof notThere, Operator>({ ledgerIds: [], actor }, async (tx) => {
      const found = await entitiesOf(orm, tx).findOne(OperatorSchema, { id });
      if (!found) return refuse(notThere);
      // The rows are read again by a second entity manager, because the first one would return the row that it has cached.
      const em = entitiesOf(orm, tx);
      const rows = await lockWithAdministrators(em, found);
      const row = rows.find((each) => each.id === id);
      if (!row) return refuse(notThere);
      const administrators = rows.filter((each) => isAdministrator(toOperator(each), each.passwordHash));
      const outcomeOfJudge = judge(
        toOperator(row),
        administrators.map((each) => each.id),
      );
      return refused(outcomeOfJudge) ? outcomeOfJudge : ok(await write(em, outcomeOfJudge.right));
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

  invited(tokenHashes: readonly string[], now: Date): Promise<InvitedOperator | undefined> {
    return onControlPlane(this.orm, async (em) => {
      const isOpen = { usedAt: null, expiresAt: { $gt: now } };
      const invitation = await em.findOne(InvitationSchema, { tokenHash: { $in: [...tokenHashes] }, ...isOpen });
      const row = invitation && (await em.findOne(OperatorSchema, { id: invitation.operatorId, isActive: true }));
      return row ? { operator: toOperator(row), invitation: { ...invitation } } : undefined;
    });
  }

  async accept(tokenHash: string, passwordHash: string, now: Date, actor: string): Promise<boolean> {
    const accepted = await actingAs({ ...this.means, actor }, async (em) => {
      const invitation = await em.findOne(InvitationSchema, { tokenHash, expiresAt: { $gt: now } });
      if (!invitation) return nothing;
      const { operatorId } = invitation;
      // If two requests use the link at the same time, the second waits for this lock, and then finds that the link was used.
      if (!(await lockOperator(em, operatorId))?.isActive) return nothing;
      const open = { operatorId, tokenHash, usedAt: null };
      if ((await em.nativeUpdate(InvitationSchema, open, { usedAt: now })) === 0) return nothing;
      await em.nativeUpdate(OperatorSchema, { id: operatorId }, { passwordHash });
      await endSessions(em, { operatorId }, actor, now);
      return done;
    });
    return accepted === true;
  }

  async setPassword(
    { id, operatorId }: Pick<Session, 'id' | 'operatorId'>,
    { former, next }: PasswordHashes,
    actor: string,
    now: Date,
  ): Promise<boolean> {
    const set = await actingAs({ ...this.means, actor }, async (em) => {
      if ((await lockOperator(em, operatorId))?.passwordHash !== former) return nothing;
      if ((await em.count(SessionSchema, { id, operatorId, endedAt: null })) === 0) return nothing;
      await em.nativeUpdate(OperatorSchema, { id: operatorId }, { passwordHash: next });
      await endSessions(em, { operatorId, but: id }, actor, now);
      await em.nativeDelete(InvitationSchema, { operatorId, usedAt: null });
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

/** Returns the operator's current row, locked until the transaction ends. */
export const lockOperator = (em: EntityManager, id: OperatorId): Promise<OperatorRow | null> =>
  em.findOne(OperatorSchema, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/**
 * Ends the sessions of an operator whose row is locked, and returns them as they were before. Expired sessions are left out, because they
 * give no access.
 */
export const endSessions = async (
  em: EntityManager,
  { operatorId, only, but }: WantedSessions,
  actor: string,
  now: Date,
): Promise<readonly Session[]> => {
  const id = { ...(only === undefined ? {} : { $eq: only }), ...(but === undefined ? {} : { $ne: but }) };
  const wanted = Object.keys(id).length > 0 ? { operatorId, id } : { operatorId };
  const open = await em.find(SessionSchema, { ...wanted, endedAt: null, expiresAt: { $gt: now } });
  const ids = open.map((session) => session.id);
  if (ids.length > 0)
    await em.nativeUpdate(SessionSchema, { id: { $in: ids }, endedAt: null }, { endedAt: now, endedBy: actor });
  return open.map(toSession);
};

/**
 * Locks the operator and the active administrators of its tenant, in the order of their ids. An operator's tenant never changes, so it can
 * be read before the lock.
 */
const lockWithAdministrators = (em: EntityManager, { id, tenantId }: OperatorRow): Promise<readonly OperatorRow[]> =>
  em.find(
    OperatorSchema,
    { $or: [{ id }, { tenantId, role: 'admin', isActive: true }] },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );

export const toSession = (row: Session): Session => ({
  ...{ id: row.id, tokenHash: row.tokenHash, operatorId: row.operatorId },
  ...{ beganBy: row.beganBy, linkCreatedBy: row.linkCreatedBy, address: row.address, agent: row.agent },
  ...{ createdAt: row.createdAt, seenAt: row.seenAt, expiresAt: row.expiresAt },
  ...{ endedAt: row.endedAt, endedBy: row.endedBy },
});

const toCredentials = (row: OperatorRow): Credentials => ({
  operator: toOperator(row),
  passwordHash: row.passwordHash,
});

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
