/** Operators and the links that invite them, in PostgreSQL. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { TenantId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { insertUnlessThere } from '../../../kernel/postgres/entities';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { ok, refuse } from '../../../kernel/refusal';
import type { Credentials, Invitation, OperatorStore } from '../application/ports';
import type { Operator, OperatorId } from '../domain/operator';
import type { SessionId } from '../domain/session';
import { actingAs } from './acting';
import { onControlPlane } from './control-plane';
import { InvitationSchema, OperatorSchema, SessionSchema, type OperatorRow } from './schema';

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

  async change({ id, name, role, isActive }: Operator, endsSessions: boolean, actor: string): Promise<void> {
    await actingAs({ ...this.means, actor }, async (em) => {
      await em.nativeUpdate(OperatorSchema, { id }, { name, role, isActive });
      if (endsSessions) await em.nativeDelete(SessionSchema, { operatorId: id });
      if (!isActive) await em.nativeDelete(InvitationSchema, { operatorId: id });
      return done;
    });
  }

  async invite(invitation: Invitation, actor: string): Promise<void> {
    await actingAs({ ...this.means, actor }, async (em) => {
      await em.upsert(InvitationSchema, { ...invitation });
      return done;
    });
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
      if ((await em.nativeDelete(InvitationSchema, { operatorId, tokenHash })) === 0) return nothing;
      if ((await em.nativeUpdate(OperatorSchema, { id: operatorId, isActive: true }, { passwordHash })) === 0)
        return nothing;
      await em.nativeDelete(SessionSchema, { operatorId });
      return done;
    });
    return accepted === true;
  }

  async setPassword(id: OperatorId, passwordHash: string, keeps: SessionId, actor: string): Promise<void> {
    await actingAs({ ...this.means, actor }, async (em) => {
      await em.nativeUpdate(OperatorSchema, { id }, { passwordHash });
      await em.nativeDelete(SessionSchema, { operatorId: id, id: { $ne: keeps } });
      await em.nativeDelete(InvitationSchema, { operatorId: id });
      return done;
    });
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
