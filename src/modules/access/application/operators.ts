/** Operators: who may sign in. Each act takes who acts (`actor`), for the log of the tenant. */
import { newId, type TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import { token } from '../../../kernel/token';
import {
  changeOperator,
  createOperator,
  emailOf,
  endsSessions,
  type NewOperator,
  type Operator,
  type OperatorChange,
  type OperatorId,
} from '../domain/operator';
import { hashOfToken, newToken } from '../domain/person-tokens';
import type { InvalidOperator, OperatorExists, OperatorInactive, OperatorNotFound } from '../domain/refusals';
import { invitationMs } from '../domain/session';
import type { Invitation, OperatorStore } from './ports';

/** Shown once: the link is nowhere else. */
export interface Invited {
  readonly operator: Operator;
  readonly url: string;
  readonly expiresAt: Date;
}

export interface Operators {
  /** Makes an operator and the link by which the person sets a password. */
  invite(request: NewOperator, actor: string): Promise<Outcome<InvalidOperator | OperatorExists, Invited>>;
  /** Another link, in place of any earlier one; the password of before is good until the link is used. */
  inviteAgain(id: OperatorId, actor: string): Promise<Outcome<OperatorNotFound | OperatorInactive, Invited>>;
  /** A change of the role, and becoming inactive, end all sessions within a second, in every process. */
  change(
    id: OperatorId,
    change: OperatorChange,
    actor: string,
  ): Promise<Outcome<OperatorNotFound | InvalidOperator, Operator>>;
  operator(id: OperatorId): Promise<Operator | undefined>;
  operatorOfEmail(email: string): Promise<Operator | undefined>;
  /** In the order in which they were made: of one tenant, or everybody. */
  list(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Operator>>;
}

export const OPERATORS = token<Operators>('Operators');

export interface OperatorsDependencies {
  readonly store: OperatorStore;
  readonly publicUrl: string;
  readonly clock: LedgerTime;
}

/** The token stands behind the mark, so that no server and no log sees it. */
const invitationPath = '/console/invitation#';

export const createOperators = ({ store, publicUrl, clock }: OperatorsDependencies): Operators => {
  const newInvitation = (operator: Operator): { readonly invitation: Invitation; readonly invited: Invited } => {
    const token = newToken('invite');
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + invitationMs);
    return {
      invitation: { operatorId: operator.id, tokenHash: hashOfToken(token), createdAt, expiresAt },
      invited: { operator, url: publicUrl + invitationPath + token, expiresAt },
    };
  };

  return {
    invite: async (request, actor) => {
      const operator = createOperator(request, newId<'operator'>(), clock.now());
      if (refused(operator)) return operator;
      const { invitation, invited } = newInvitation(operator.right);
      return (await store.insert(operator.right, invitation, actor))
        ? ok(invited)
        : refuse({ kind: 'OperatorExists', email: operator.right.email });
    },
    inviteAgain: async (id, actor) => {
      const operator = await store.operator(id);
      if (!operator) return refuse({ kind: 'OperatorNotFound' });
      if (!operator.isActive) return refuse({ kind: 'OperatorInactive' });
      const { invitation, invited } = newInvitation(operator);
      await store.invite(invitation, actor);
      return ok(invited);
    },
    change: async (id, change, actor) => {
      const operator = await store.operator(id);
      if (!operator) return refuse({ kind: 'OperatorNotFound' });
      const changed = changeOperator(operator, change);
      if (refused(changed)) return changed;
      await store.change(changed.right, endsSessions(operator, changed.right), actor);
      return changed;
    },
    operator: (id) => store.operator(id),
    operatorOfEmail: async (email) => (await store.credentialsOf(emailOf(email)))?.operator,
    list: (tenantId, slice) => store.operators(tenantId, slice),
  };
};
