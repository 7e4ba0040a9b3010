/** The routes of operators: the people who sign in. */
import { array, boolean, clearable, id, named, object, optional, text, wording } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { administering, pageReply, type Reply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import type { Administrator } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Invited, Operator, OperatorChanger, Operators } from '../../access';
import type { Territory } from '../application/territory';
import type { AllTenantsNeeded, TenantNotFound } from '../domain/refusals';
import { deletedOperatorShape, invitedOperatorShape, operatorRole, operatorShape } from './shapes';
import { administrationAnswers } from './status';
import { operatorView } from './views';

const { get, post, patch, remove } = administering;
const shared = { tag: 'Operators', needs: 'admin' } as const;
const oneOperator = {
  params: object({ operatorId: id<'operator'>().described('The operator, by its id.') }),
  missing: 'OperatorNotFound',
} as const;
const example = { params: { operatorId: exampleId('operator') } };

const name = wording({ min: 1, max: 255 }).described('The name of the person.');
const newOperator = named(
  'NewOperator',
  'The person to create.',
  object({
    email: text({ min: 3, max: 320 }).described(
      'The e-mail address with which the person signs in, unique among the operators of the tenant.',
    ),
    name,
    role: operatorRole.described('The rights of the person.'),
    tenant_id: clearable(id<'tenant'>()).described(
      'The tenant whose ledgers the person may open; null for all tenants. Required from an administrator of all tenants; for an administrator of one tenant, the default is that tenant.',
    ),
  }),
);
const operatorChange = named(
  'OperatorChange',
  'A change to an operator: fields that are left out stay unchanged.',
  object({
    name: optional(name),
    role: optional(operatorRole).described('The new rights of the person. All sessions end.'),
    is_active: optional(boolean).described('Whether the person may sign in. With `false` all sessions end.'),
  }),
);

/**
 * An administrator of all tenants must name the tenant: if all tenants were the default, leaving the tenant out would grant the widest
 * right.
 */
const tenantNotSaid =
  'is required if an administrator of all tenants calls: the id of a tenant, or null for all tenants';

/**
 * Returns the actor of a change. Only an administrator of all tenants may remove a tenant's last administrator, because that caller can
 * invite another one.
 */
const changerOf = (caller: Administrator, operator: Operator): OperatorChanger => ({
  actor: caller.actor,
  mayRemoveLastAdministrator: caller.tenantId === null && operator.tenantId !== null,
});

const invitedReply = ({ operator, url, expiresAt }: Invited): Reply => ({
  data: { ...operatorView(operator), invitation_url: url, invitation_expires_at: expiresAt.toISOString() },
  headers: { Location: `/admin/v1/operators/${operator.id}` },
});

export const operatorRoutes = (operators: Operators, territory: Territory): readonly Route[] => [
  get(
    '/operators',
    {
      ...shared,
      operationId: 'listOperators',
      summary: 'List operators, oldest first: of one tenant, or all',
      description:
        'Lists the people who may sign in, oldest first: those of one tenant, or all that the caller administers.',
      query: object({
        tenant_id: optional(id<'tenant'>()).described('Returns only the operators of this tenant.'),
      }),
      list: true,
      ok: 200,
      refusals: only(administrationAnswers, 'TenantNotFound'),
      answer: array(operatorShape, 0, maxPageLimit),
    },
    async ({ caller, query, slice }) => {
      const whose = await territory.narrowed(caller, query.tenant_id);
      return refused(whose) ? whose : ok(await operators.list(whose.right, slice));
    },
    (page) => pageReply(page, operatorView),
  ),
  post(
    '/operators',
    {
      ...shared,
      operationId: 'createOperator',
      makesWayIn: true,
      summary:
        'Create an operator, and the link by which the person sets a password; it is shown only in this response',
      description:
        'Creates an operator, and the link by which that person sets a password, which is shown only in this response. An e-mail address that is already in use in the tenant is 409 `OPERATOR_EXISTS`. An operator of all tenants can be created only by an administrator of all tenants, who sends `tenant_id: null`.',
      body: newOperator,
      ok: 201,
      refusals: only(
        administrationAnswers,
        'AllTenantsNeeded',
        'TenantNotNamed',
        'TenantNotFound',
        'InvalidOperator',
        'OperatorExists',
        'QuotaReached',
      ),
      answer: invitedOperatorShape,
      example: {
        body: { email: 'ben@example.com', name: 'Ben', role: 'bookkeeper', tenant_id: exampleId('tenant') },
      },
    },
    async ({ caller, body: { tenant_id: asked = caller.tenantId ?? undefined, ...request } }) => {
      if (asked === undefined)
        return refuse({ kind: 'TenantNotNamed', errors: { tenant_id: [tenantNotSaid] } } as const);
      const may: Outcome<AllTenantsNeeded | TenantNotFound, unknown> =
        asked === null ? territory.all(caller) : await territory.tenant(caller, asked);
      return refused(may) ? may : operators.invite({ ...request, tenantId: asked }, caller.actor);
    },
    invitedReply,
  ),
  get(
    '/operators/:operatorId',
    {
      ...{ ...shared, ...oneOperator, example },
      operationId: 'readOperator',
      summary: 'Read an operator',
      description: 'Returns one operator.',
      ok: 200,
      refusals: only(administrationAnswers, 'OperatorNotFound'),
      answer: operatorShape,
    },
    ({ caller, params }) => territory.operator(caller, params.operatorId),
    (operator) => ({ data: operatorView(operator) }),
  ),
  patch(
    '/operators/:operatorId',
    {
      ...{ ...shared, ...oneOperator },
      operationId: 'changeOperator',
      makesWayIn: true,
      summary: 'Change the name or the role, or deactivate the person; another role ends all sessions',
      description:
        'Changes the fields that are sent. Another role, or `is_active: false`, ends all sessions of the person at once. The last administrator who can sign in must remain one: 409 `LAST_ADMINISTRATOR`, unless an administrator of all tenants changes one of a tenant. Can be repeated.',
      body: operatorChange,
      ok: 200,
      refusals: only(administrationAnswers, 'OperatorNotFound', 'InvalidOperator', 'LastAdministrator'),
      answer: operatorShape,
      example: { ...example, body: { role: 'viewer' } },
    },
    async ({ caller, params, body }) => {
      const operator = await territory.operator(caller, params.operatorId);
      if (refused(operator)) return operator;
      const change = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.role === undefined ? {} : { role: body.role }),
        ...(body.is_active === undefined ? {} : { isActive: body.is_active }),
      };
      return operators.change(operator.right.id, change, changerOf(caller, operator.right));
    },
    (operator) => ({ data: operatorView(operator) }),
  ),
  remove(
    '/operators/:operatorId',
    {
      ...{ ...shared, ...oneOperator },
      operationId: 'deleteOperator',
      summary: 'Delete an operator, and end all their sessions; their acts stay in the logs',
      description:
        'Deletes an operator and ends all sessions and links at once. The acts of the person stay in the logs under their id. Another person may have the e-mail afterwards. The last administrator who can sign in cannot be deleted: 409 `LAST_ADMINISTRATOR`, unless an administrator of all tenants deletes one of a tenant. If it is sent again, it answers 404.',
      ok: 200,
      refusals: only(administrationAnswers, 'OperatorNotFound', 'LastAdministrator'),
      answer: deletedOperatorShape,
      example: { params: { operatorId: exampleId('operator to delete') } },
    },
    async ({ caller, params }) => {
      const operator = await territory.operator(caller, params.operatorId);
      if (refused(operator)) return operator;
      return operators.remove(operator.right.id, changerOf(caller, operator.right));
    },
    ({ id: operatorId }) => ({ data: { id: operatorId, deleted: true } }),
  ),
  post(
    '/operators/:operatorId/invite',
    {
      ...{ ...shared, ...oneOperator, example },
      operationId: 'inviteOperator',
      makesWayIn: true,
      summary: 'Create another link, in place of any earlier one; it is shown only in this response',
      description:
        'Creates another link by which the person sets a password, which replaces any earlier one; it is shown only in this response. An inactive operator is 409 `OPERATOR_INACTIVE`; a person who asks for a link for themselves changes the password instead (409 `OWN_LINK`).',
      ok: 201,
      refusals: only(administrationAnswers, 'OperatorNotFound', 'OwnLink', 'OperatorInactive'),
      answer: invitedOperatorShape,
    },
    async ({ caller, params }) => {
      const operator = await territory.operator(caller, params.operatorId);
      if (refused(operator)) return operator;
      if (operator.right.id === caller.callerId) return refuse({ kind: 'OwnLink' } as const);
      return operators.inviteAgain(operator.right.id, caller.actor);
    },
    invitedReply,
  ),
];
