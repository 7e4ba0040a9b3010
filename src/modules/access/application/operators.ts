/** Operators are the people who may sign in. Each change takes the `actor` for the tenant's log. */
import { newId, type TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import type { QuotaReached } from '../../../kernel/quotas';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import { token } from '../../../kernel/token';
import {
  changeOperator,
  createOperator,
  emailOf,
  endsSessions,
  isLastAdministrator,
  type NewOperator,
  type Operator,
  type OperatorChange,
  type OperatorId,
} from '../domain/operator';
import { newToken, type TokenHashing } from '../domain/person-tokens';
import type {
  InvalidOperator,
  LastAdministrator,
  OperatorExists,
  OperatorInactive,
  OperatorNotFound,
} from '../domain/refusals';
import { invitationMs } from '../domain/session';
import type { ChangedOperator, Invitation, OperatorStore } from './ports';

/** An invited operator with the link, which is shown once and not stored. */
export interface Invited {
  readonly operator: Operator;
  readonly url: string;
  readonly expiresAt: Date;
}

export interface OperatorChanger {
  readonly actor: string;
  /**
   * Whether the actor may remove a tenant's last administrator: the command line and administrators of all tenants may, because they can
   * invite another one.
   */
  readonly mayRemoveLastAdministrator?: boolean;
}

export interface Operators {
  /** Creates an operator and the link through which the person sets a password. */
  invite(
    request: NewOperator,
    actor: string,
  ): Promise<Outcome<InvalidOperator | OperatorExists | QuotaReached, Invited>>;
  /** Creates a new link, which replaces any earlier one; the old password remains valid until the link is used. */
  inviteAgain(id: OperatorId, actor: string): Promise<Outcome<OperatorNotFound | OperatorInactive, Invited>>;
  /** Changes an operator. A new role, or becoming inactive, ends all sessions within a second in every process. */
  change(
    id: OperatorId,
    change: OperatorChange,
    by: OperatorChanger,
  ): Promise<Outcome<OperatorNotFound | InvalidOperator | LastAdministrator, Operator>>;
  operator(id: OperatorId): Promise<Operator | undefined>;
  /** Returns whether the person has accepted a link, and so can sign in. */
  hasPassword(id: OperatorId): Promise<boolean>;
  /** Returns all operators with this e-mail: at most one per tenant. */
  operatorsOfEmail(email: string): Promise<readonly Operator[]>;
  /** Deletes an operator and ends all their sessions. Their acts stay in the logs. */
  remove(id: OperatorId, by: OperatorChanger): Promise<Outcome<OperatorNotFound | LastAdministrator, Operator>>;
  /** Returns operators of one tenant, or of all, in order of creation. */
  list(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Operator>>;
}

export const OPERATORS = token<Operators>('Operators');

export interface OperatorsDependencies {
  readonly store: OperatorStore;
  readonly tokens: Pick<TokenHashing, 'hashOf'>;
  readonly publicUrl: string;
  readonly clock: LedgerTime;
}

/** The token is in the URL's fragment (`#`), which browsers send to no server, so that no log contains it. */
const invitationPath = '/console/invitation#';

export const createOperators = ({ store, tokens, publicUrl, clock }: OperatorsDependencies): Operators => {
  const newInvitation = (
    operator: Operator,
    createdBy: string,
  ): { readonly invitation: Invitation; readonly invited: Invited } => {
    const token = newToken('invite');
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + invitationMs);
    return {
      invitation: {
        ...{ operatorId: operator.id, tokenHash: tokens.hashOf(token), createdBy, createdAt, expiresAt },
        usedAt: null,
      },
      invited: { operator, url: publicUrl + invitationPath + token, expiresAt },
    };
  };

  return {
    invite: async (request, actor) => {
      const operator = createOperator(request, newId<'operator'>(), clock.now());
      if (refused(operator)) return operator;
      const { invitation, invited } = newInvitation(operator.right, actor);
      const inserted = await store.insert(operator.right, invitation, actor);
      return refused(inserted) ? inserted : ok(invited);
    },
    inviteAgain: async (id, actor) => {
      const operator = await store.operator(id);
      if (!operator) return refuse({ kind: 'OperatorNotFound' });
      if (!operator.isActive) return refuse({ kind: 'OperatorInactive' });
      const { invitation, invited } = newInvitation(operator, actor);
      // The store checks the operator again under its lock, so an operator who is deactivated or deleted at the same time gets no link.
      if (await store.invite(invitation, actor)) return ok(invited);
      return refuse({ kind: (await store.operator(id)) ? 'OperatorInactive' : 'OperatorNotFound' });
    },
    change: async (id, change, { actor, mayRemoveLastAdministrator = false }) => {
      const judge = (
        operator: Operator,
        administrators: readonly OperatorId[],
      ): Outcome<InvalidOperator | LastAdministrator, ChangedOperator> => {
        const changed = changeOperator(operator, change);
        if (refused(changed)) return changed;
        if (!mayRemoveLastAdministrator && isLastAdministrator(changed.right, administrators))
          return refuse({ kind: 'LastAdministrator' });
        return ok({ operator: changed.right, endsSessions: endsSessions(operator, changed.right) });
      };
      return (await store.change(id, judge, actor, clock.now())) ?? refuse({ kind: 'OperatorNotFound' });
    },
    operator: (id) => store.operator(id),
    hasPassword: async (id) => {
      const operator = await store.operator(id);
      return operator !== undefined && ((await store.credentialsOf(id))?.passwordHash ?? null) !== null;
    },
    operatorsOfEmail: async (email) => (await store.namesakes(emailOf(email))).map(({ operator }) => operator),
    remove: async (id, { actor, mayRemoveLastAdministrator = false }) => {
      const judge = (
        operator: Operator,
        administrators: readonly OperatorId[],
      ): Outcome<LastAdministrator, Operator> =>
        !mayRemoveLastAdministrator && isLastAdministrator({ ...operator, isActive: false }, administrators)
          ? refuse({ kind: 'LastAdministrator' })
          : ok(operator);
      return (await store.remove(id, judge, actor, clock.now())) ?? refuse({ kind: 'OperatorNotFound' });
    },
    list: (tenantId, slice) => store.operators(tenantId, slice),
  };
};
