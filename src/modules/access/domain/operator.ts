/** An operator: a person who signs in, and works for one tenant or for all tenants. */
import { parseId, type Id, type TenantId } from '../../../kernel/ids';
import type { Administrator, Caller, Principal } from '../../../kernel/principal';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { KeyedLedger } from './api-key';
import { complaintAboutName } from './name';
import type { InvalidOperator } from './refusals';
import { grants, roles, type Role } from './role';

export type OperatorId = Id<'operator'>;

export interface Operator {
  readonly id: OperatorId;
  /** The tenant that the operator works for; null if the operator works for all tenants. */
  readonly tenantId: TenantId | null;
  /** The e-mail in lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly isActive: boolean;
  /** The last request, written at most once a minute; null if there was none. */
  readonly lastSeenAt: Date | null;
  readonly createdAt: Date;
}

export interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly tenantId: TenantId | null;
}

/**
 * A change to an operator; absent members stay unchanged. The tenant and the e-mail cannot be changed: a different person is a different
 * operator.
 */
export interface OperatorChange {
  readonly name?: string;
  readonly role?: string;
  readonly isActive?: boolean;
}

export const maxEmailLength = 254;
const emailPattern = /^[!-?A-~]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

/** Returns the e-mail in the form in which e-mails are stored and compared. */
export const emailOf = (typed: string): string => typed.trim().toLowerCase();

/** Returns a new operator, who cannot sign in before a password is set. */
export const createOperator = (
  { email: typed, name, role, tenantId }: NewOperator,
  id: OperatorId,
  now: Date,
): Outcome<InvalidOperator, Operator> => {
  const email = emailOf(typed);
  const isEmail = emailPattern.test(email) && email.length <= maxEmailLength;
  const complaints = {
    ...(isEmail ? {} : { email: ['must be an e-mail address such as anna@example.com'] }),
    ...complaintsAbout({ name, role }),
  };
  if (Object.keys(complaints).length > 0) return refuse({ kind: 'InvalidOperator', errors: complaints });
  return ok({ id, tenantId, email, name, role: role as Role, isActive: true, lastSeenAt: null, createdAt: now });
};

/** Returns the operator after the change. */
export const changeOperator = (
  operator: Operator,
  { name = operator.name, role = operator.role, isActive = operator.isActive }: OperatorChange,
): Outcome<InvalidOperator, Operator> => {
  const errors = complaintsAbout({ name, role });
  if (Object.keys(errors).length > 0) return refuse({ kind: 'InvalidOperator', errors });
  return ok({ ...operator, name, role: role as Role, isActive });
};

/** Returns whether a change ends the person's sessions, so that the next session has the operator's new rights. */
export const endsSessions = (before: Operator, after: Operator): boolean =>
  before.role !== after.role || !after.isActive;

/** Returns whether an operator is an active administrator with a password, who can therefore invite others. */
export const isAdministrator = ({ role, isActive }: Operator, passwordHash: string | null): boolean =>
  role === 'admin' && isActive && passwordHash !== null;

/** Returns whether the change to `after` would leave the tenant without an administrator. `administrators` are those before the change. */
export const isLastAdministrator = (after: Operator, administrators: readonly OperatorId[]): boolean =>
  administrators.length === 1 && administrators[0] === after.id && !(after.role === 'admin' && after.isActive);

const complaintsAbout = ({ name, role }: { readonly name: string; readonly role: string }) => {
  const complaint = complaintAboutName(name);
  return {
    ...(complaint === undefined ? {} : { name: [complaint] }),
    ...((roles as readonly string[]).includes(role) ? {} : { role: [`must be one of ${roles.join(', ')}`] }),
  };
};

/** Returns whether the operator may open the books of that tenant. */
export const worksFor = ({ tenantId }: Pick<Operator, 'tenantId'>, other: TenantId): boolean =>
  tenantId === null || tenantId === other;

const actorPrefix = 'operator:';
/** Returns the operator's name in logs. */
export const actorOf = (id: OperatorId): string => actorPrefix + id;

/** Returns the operator that an actor in a log names; undefined if the actor is not an operator. */
export const operatorOf = (actor: string): OperatorId | undefined =>
  actor.startsWith(actorPrefix) ? parseId<'operator'>(actor.slice(actorPrefix.length)) : undefined;

/** Facts about the session of a signed-in caller. */
export type Signed = Required<Pick<Caller, 'session' | 'isRecent'>>;

/**
 * Returns the caller for a signed-in operator on one ledger, which must belong to a tenant that the operator works for.
 */
export const bookkeeperOf = ({ id, role }: Operator, signed: Signed, ledger: KeyedLedger): Principal => ({
  tenantId: ledger.tenantId,
  ledgerId: ledger.id,
  denomination: ledger.denomination,
  timeZone: ledger.timeZone,
  callerId: id,
  actor: actorOf(id),
  scopes: grants[role].scopes,
  capabilities: grants[role].capabilities,
  session: signed.session,
  isRecent: signed.isRecent,
});

/** Returns the caller for a signed-in operator outside of any books. */
export const administratorOf = ({ id, role, tenantId }: Operator, signed: Signed): Administrator => ({
  tenantId,
  callerId: id,
  actor: actorOf(id),
  scopes: grants[role].scopes,
  capabilities: grants[role].capabilities,
  session: signed.session,
  isRecent: signed.isRecent,
});
