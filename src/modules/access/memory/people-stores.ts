/** Operators, links and sessions without a database, with the same behaviour as the PostgreSQL stores. */
import { KeptMap, Room } from '../../../kernel/memory/kept';
import { usualQuotas, type KeptQuotas } from '../../../kernel/memory/tokens';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { TenantId } from '../../../kernel/ids';
import { token } from '../../../kernel/token';
import type {
  ChangedOperator,
  Credentials,
  FailureCounts,
  Invitation,
  InvitedOperator,
  KnownSession,
  OperatorStore,
  PasswordHashes,
  SessionStore,
  WantedSessions,
} from '../application/ports';
import { isAdministrator, type Operator, type OperatorId } from '../domain/operator';
import type { OperatorExists } from '../domain/refusals';
import { keptSessionMs, type Session, type SessionId } from '../domain/session';
import type { FailureBudget } from '../domain/sign-in-budget';

/** One class implements both stores, because a session is found together with its operator. */
export class MemoryPeople implements OperatorStore, SessionStore {
  private readonly people: KeptMap<OperatorId, Credentials>;
  private readonly invitations: KeptMap<OperatorId, Invitation>;
  private readonly sessions: KeptMap<SessionId, Session>;

  constructor(
    room = new Room(),
    private readonly quotas: KeptQuotas = usualQuotas,
  ) {
    this.people = new KeptMap(room);
    this.invitations = new KeptMap(room);
    this.sessions = new KeptMap(room);
  }

  async insert(operator: Operator, invitation: Invitation): Promise<Outcome<OperatorExists | QuotaReached, void>> {
    // The check and the insertion run without an `await` between them, so that of two simultaneous requests the second finds the first
    // one's operator.
    const { tenantId, email } = operator;
    if (this.named(email).some((one) => one.operator.tenantId === tenantId))
      return refuse({ kind: 'OperatorExists', email });
    const count = [...this.people.values()].filter((one) => one.operator.tenantId === tenantId).length + 1;
    const room =
      tenantId === null ? ok(undefined) : judgeUse('people', { count, most: this.quotas.most(tenantId, 'people') });
    if (refused(room)) return room;
    this.people.set(operator.id, { operator, passwordHash: null });
    this.invitations.set(operator.id, invitation);
    return ok(undefined);
  }

  async begin(session: Session, judgedBy: string, most: number, actor: string): Promise<Operator | undefined> {
    const kept = this.people.get(session.operatorId);
    if (!kept?.operator.isActive || kept.passwordHash !== judgedBy) return undefined;
    const { operatorId, createdAt } = session;
    this.sessions.set(session.id, session);
    const outlived = new Date(createdAt.getTime() - keptSessionMs);
    for (const { id, expiresAt } of this.sessions.values()) if (expiresAt <= outlived) this.sessions.delete(id);
    const open = this.openOf({ operatorId }, createdAt).toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    );
    for (const { id } of open.slice(most)) this.endAll({ operatorId, only: id }, actor, createdAt);
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

  async credentialsOf(id: OperatorId): Promise<Credentials | undefined> {
    return this.people.get(id);
  }

  async namesakes(email: string): Promise<readonly Credentials[]> {
    return this.named(email);
  }

  async change<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, ChangedOperator>,
    actor: string,
    now: Date,
  ): Promise<Outcome<R, Operator> | undefined> {
    const before = this.people.get(id)?.operator;
    if (!before) return undefined;
    const judged = judge(before, this.administratorsBeside(before));
    if (refused(judged)) return judged;
    const { operator: changed, endsSessions } = judged.right;
    const { name, role, isActive } = changed;
    this.edit(id, ({ operator, ...kept }) => ({ ...kept, operator: { ...operator, name, role, isActive } }));
    if (endsSessions) this.endAll({ operatorId: id }, actor, now);
    if (!isActive) this.withdraw(id);
    return ok(changed);
  }

  async remove<R>(
    id: OperatorId,
    judge: (operator: Operator, administrators: readonly OperatorId[]) => Outcome<R, Operator>,
  ): Promise<Outcome<R, Operator> | undefined> {
    const before = this.people.get(id)?.operator;
    if (!before) return undefined;
    const judged = judge(before, this.administratorsBeside(before));
    if (refused(judged)) return judged;
    for (const session of this.sessionsOf(id)) this.sessions.delete(session.id);
    this.invitations.delete(id);
    this.people.delete(id);
    return ok(before);
  }

  private administratorsBeside({ tenantId }: Operator): readonly OperatorId[] {
    return [...this.people.values()]
      .filter(({ operator, passwordHash }) => operator.tenantId === tenantId && isAdministrator(operator, passwordHash))
      .map(({ operator }) => operator.id);
  }

  async invite(invitation: Invitation): Promise<boolean> {
    if (!this.people.get(invitation.operatorId)?.operator.isActive) return false;
    this.invitations.set(invitation.operatorId, invitation);
    return true;
  }

  async invited(tokenHashes: readonly string[], now: Date): Promise<InvitedOperator | undefined> {
    return this.invitedNow(tokenHashes, now);
  }

  private invitedNow(tokenHashes: readonly string[], now: Date): InvitedOperator | undefined {
    const invitation = [...this.invitations.values()].find(
      ({ tokenHash, usedAt, expiresAt }) => tokenHashes.includes(tokenHash) && usedAt === null && expiresAt > now,
    );
    const operator = invitation && this.people.get(invitation.operatorId)?.operator;
    return operator?.isActive && invitation ? { operator, invitation } : undefined;
  }

  async accept(tokenHash: string, passwordHash: string, now: Date, actor: string): Promise<boolean> {
    const invited = this.invitedNow([tokenHash], now);
    if (!invited) return false;
    const { id } = invited.operator;
    this.invitations.set(id, { ...invited.invitation, usedAt: now });
    this.edit(id, (kept) => ({ ...kept, passwordHash }));
    this.endAll({ operatorId: id }, actor, now);
    return true;
  }

  async setPassword(
    { id, operatorId }: Pick<Session, 'id' | 'operatorId'>,
    { former, next }: PasswordHashes,
    actor: string,
    now: Date,
  ): Promise<boolean> {
    const session = this.sessions.get(id);
    if (this.people.get(operatorId)?.passwordHash !== former || session?.endedAt !== null) return false;
    this.edit(operatorId, (kept) => ({ ...kept, passwordHash: next }));
    this.endAll({ operatorId, but: id }, actor, now);
    this.withdraw(operatorId);
    return true;
  }

  async rehash(id: OperatorId, former: string, passwordHash: string): Promise<void> {
    if (this.people.get(id)?.passwordHash === former) this.edit(id, (kept) => ({ ...kept, passwordHash }));
  }

  async sessionsOfHashes(tokenHashes: readonly string[]): Promise<readonly KnownSession[]> {
    return [...this.sessions.values()]
      .filter(({ tokenHash, endedAt }) => tokenHashes.includes(tokenHash) && endedAt === null)
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

  async end(wanted: WantedSessions, actor: string, at: Date): Promise<readonly Session[]> {
    return this.endAll(wanted, actor, at);
  }

  async has(operatorId: OperatorId, id: SessionId): Promise<boolean> {
    return this.sessions.get(id)?.operatorId === operatorId;
  }

  async page(operatorId: OperatorId, slice: Slice): Promise<Page<Session>> {
    const { direction, from: [start] = [], limit } = slice;
    // The list begins with the newest session, so `forward` means descending ids.
    const forward = direction === 'forward';
    const found = this.sessionsOf(operatorId)
      .filter(({ id }) => start === undefined || (forward ? id < start : id > start))
      .toSorted((a, b) => (a.id > b.id === forward ? -1 : 1));
    return pageOf(found.slice(0, limit + 1), slice, ({ id }) => [id]);
  }

  async begunByLink(operatorId: OperatorId, since: Date, limit: number): Promise<readonly Session[]> {
    return this.sessionsOf(operatorId)
      .filter(({ beganBy, createdAt }) => beganBy === 'link' && createdAt > since)
      .toSorted((a, b) => (a.id > b.id ? -1 : 1))
      .slice(0, limit);
  }

  private sessionsOf(operatorId: OperatorId): readonly Session[] {
    return [...this.sessions.values()].filter((session) => session.operatorId === operatorId);
  }

  private openOf({ operatorId, only, but }: WantedSessions, now: Date): readonly Session[] {
    return this.sessionsOf(operatorId).filter(
      ({ id, endedAt, expiresAt }) =>
        endedAt === null && expiresAt > now && (only === undefined || id === only) && id !== but,
    );
  }

  private endAll(wanted: WantedSessions, actor: string, at: Date): readonly Session[] {
    const open = this.openOf(wanted, at);
    for (const session of open) this.sessions.set(session.id, { ...session, endedAt: at, endedBy: actor });
    return open;
  }

  private withdraw(id: OperatorId): void {
    if (this.invitations.get(id)?.usedAt === null) this.invitations.delete(id);
  }

  private named(email: string): readonly Credentials[] {
    return [...this.people.values()].filter(({ operator }) => operator.email === email);
  }

  private edit(id: OperatorId, to: (kept: Credentials) => Credentials): void {
    const kept = this.people.get(id);
    if (kept) this.people.set(id, to(kept));
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

  /** Returns how many windows of counted attempts are stored. */
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
