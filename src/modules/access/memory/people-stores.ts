/** Operators, links and sessions without a database: the same promises as the PostgreSQL stores. */
import { KeptMap, Room } from '../../../kernel/memory/kept';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { TenantId } from '../../../kernel/ids';
import { token } from '../../../kernel/token';
import type {
  ChangedOperator,
  Credentials,
  FailureCounts,
  Invitation,
  KnownSession,
  OperatorStore,
  PasswordHashes,
  SessionStore,
} from '../application/ports';
import { isAdministrator, type Operator, type OperatorId } from '../domain/operator';
import type { Session, SessionId } from '../domain/session';
import type { FailureBudget } from '../domain/sign-in-budget';

/** Shared by the stores: a session knows its operator. */
export class MemoryPeople implements OperatorStore, SessionStore {
  private readonly people: KeptMap<OperatorId, Credentials>;
  private readonly invitations: KeptMap<OperatorId, Invitation>;
  private readonly sessions: KeptMap<SessionId, Session>;

  constructor(room = new Room()) {
    this.people = new KeptMap(room);
    this.invitations = new KeptMap(room);
    this.sessions = new KeptMap(room);
  }

  async insert(operator: Operator, invitation: Invitation): Promise<boolean> {
    // Without waiting in between: of two who come at once the second finds the first.
    if (this.named(operator.email)) return false;
    this.people.set(operator.id, { operator, passwordHash: null });
    this.invitations.set(operator.id, invitation);
    return true;
  }

  async begin(session: Session, judgedBy: string, most: number): Promise<Operator | undefined> {
    const kept = this.people.get(session.operatorId);
    if (!kept?.operator.isActive || kept.passwordHash !== judgedBy) return undefined;
    this.sessions.set(session.id, session);
    this.endWhere(({ expiresAt }) => expiresAt <= session.createdAt);
    const own = [...this.sessions.values()]
      .filter(({ operatorId }) => operatorId === session.operatorId)
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
    for (const { id } of own.slice(most)) this.sessions.delete(id);
    return kept.operator;
  }

  async operator(id: OperatorId): Promise<Operator | undefined> {
    return this.people.get(id)?.operator;
  }

  async operators(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Operator>> {
    const forward = slice.direction === 'forward';
    const from = slice.from?.[0];
    const rows = [...this.people.values()]
      .map(({ operator }) => operator)
      .filter((operator) => tenantId === undefined || operator.tenantId === tenantId)
      .filter(({ id }) => from === undefined || (forward ? id > from : id < from))
      .sort((a, b) => (a.id < b.id === forward ? -1 : 1));
    return pageOf(rows.slice(0, slice.limit + 1), slice, ({ id }) => [id]);
  }

  async credentialsOf(email: string): Promise<Credentials | undefined> {
    return this.named(email);
  }

  async change<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, ChangedOperator>,
  ): Promise<Outcome<R, Operator> | undefined> {
    const before = this.people.get(id)?.operator;
    if (!before) return undefined;
    const colleagues = [...this.people.values()].filter(({ operator }) => operator.tenantId === before.tenantId);
    const administrators = colleagues.filter(({ operator, passwordHash }) => isAdministrator(operator, passwordHash));
    const judged = judge(
      before,
      administrators.map(({ operator }) => operator.id),
    );
    if (refused(judged)) return judged;
    const { operator: changed, endsSessions } = judged.right;
    const { name, role, isActive } = changed;
    this.edit(id, ({ operator, ...kept }) => ({ ...kept, operator: { ...operator, name, role, isActive } }));
    if (endsSessions) this.endWhere(({ operatorId }) => operatorId === id);
    if (!isActive) this.invitations.delete(id);
    return ok(changed);
  }

  async invite(invitation: Invitation): Promise<boolean> {
    if (!this.people.get(invitation.operatorId)?.operator.isActive) return false;
    this.invitations.set(invitation.operatorId, invitation);
    return true;
  }

  async invited(tokenHash: string, now: Date): Promise<Operator | undefined> {
    return this.invitedNow(tokenHash, now);
  }

  private invitedNow(tokenHash: string, now: Date): Operator | undefined {
    const found = [...this.invitations.values()].find((each) => each.tokenHash === tokenHash && each.expiresAt > now);
    const operator = found && this.people.get(found.operatorId)?.operator;
    return operator?.isActive ? operator : undefined;
  }

  async accept(tokenHash: string, passwordHash: string, now: Date): Promise<boolean> {
    const operator = this.invitedNow(tokenHash, now);
    if (!operator || !this.invitations.delete(operator.id)) return false;
    this.edit(operator.id, (kept) => ({ ...kept, passwordHash }));
    this.endWhere(({ operatorId }) => operatorId === operator.id);
    return true;
  }

  async setPassword(
    { id, operatorId }: Pick<Session, 'id' | 'operatorId'>,
    { former, next }: PasswordHashes,
  ): Promise<boolean> {
    if (this.people.get(operatorId)?.passwordHash !== former || !this.sessions.has(id)) return false;
    this.edit(operatorId, (kept) => ({ ...kept, passwordHash: next }));
    this.endWhere((session) => session.operatorId === operatorId && session.id !== id);
    this.invitations.delete(operatorId);
    return true;
  }

  async rehash(id: OperatorId, former: string, passwordHash: string): Promise<void> {
    if (this.people.get(id)?.passwordHash === former) this.edit(id, (kept) => ({ ...kept, passwordHash }));
  }

  async sessionsOfHashes(tokenHashes: readonly string[]): Promise<readonly KnownSession[]> {
    return [...this.sessions.values()]
      .filter(({ tokenHash }) => tokenHashes.includes(tokenHash))
      .map((session) => ({ session, operator: (this.people.get(session.operatorId) as Credentials).operator }));
  }

  async markSeen(ids: readonly SessionId[], at: Date): Promise<void> {
    for (const id of ids) {
      const session = this.sessions.get(id);
      if (!session) continue;
      if (session.seenAt < at) this.sessions.set(id, { ...session, seenAt: at });
      this.edit(session.operatorId, ({ operator, ...kept }) => ({
        ...kept,
        operator: (operator.lastSeenAt ?? 0) < at ? { ...operator, lastSeenAt: at } : operator,
      }));
    }
  }

  async end(id: SessionId): Promise<void> {
    this.sessions.delete(id);
  }

  private named(email: string): Credentials | undefined {
    return [...this.people.values()].find(({ operator }) => operator.email === email);
  }

  private edit(id: OperatorId, to: (kept: Credentials) => Credentials): void {
    const kept = this.people.get(id);
    if (kept) this.people.set(id, to(kept));
  }

  private endWhere(isEnded: (session: Session) => boolean): void {
    for (const session of this.sessions.values()) if (isEnded(session)) this.sessions.delete(session.id);
  }
}

export const MEMORY_PEOPLE = token<MemoryPeople>('MemoryPeople');

export class MemoryFailureCounts implements FailureCounts {
  private readonly counts: KeptMap<string, { readonly startMs: number; readonly count: number }>;

  constructor(room = new Room()) {
    this.counts = new KeptMap(room);
  }

  async spend(budgets: readonly FailureBudget[], now: Date, windowMs: number): Promise<Outcome<Date, void>> {
    const nowMs = now.getTime();
    const open = budgets.map(({ subject, limit }) => {
      const found = this.counts.get(subject);
      const isOpen = found !== undefined && found.count > 0 && found.startMs > nowMs - windowMs;
      return { subject, limit, ...(isOpen ? found : { startMs: nowMs, count: 0 }) };
    });
    const ends = open.filter(({ count, limit }) => count >= limit).map(({ startMs }) => startMs + windowMs);
    if (ends.length > 0) return refuse(new Date(Math.max(...ends)));
    for (const [subject, { startMs }] of this.counts) if (startMs <= nowMs - windowMs) this.counts.delete(subject);
    for (const { subject, startMs, count } of open) this.counts.set(subject, { startMs, count: count + 1 });
    return ok(undefined);
  }

  /** How many are kept. */
  windows(): number {
    return this.counts.size;
  }

  async giveBack(budgets: readonly FailureBudget[]): Promise<void> {
    for (const { subject } of budgets) {
      const found = this.counts.get(subject);
      if (found && found.count > 0) this.counts.set(subject, { ...found, count: found.count - 1 });
    }
  }
}
