/** Operators: the people who sign in. */
import { array, boolean, clearable, id, named, object, oneOf, optional, text } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { administering, pageReply, type Reply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import { roles, type Invited, type Operators } from '../../access';
import type { Territory } from '../application/territory';
import type { AllTenantsNeeded, TenantNotFound } from '../domain/refusals';
import { invitedOperatorShape, operatorShape } from './shapes';
import { administrationAnswers } from './status';
import { operatorView } from './views';

const { get, post, patch } = administering;
const shared = { tag: 'Operators', needs: 'admin' } as const;
const oneOperator = { params: object({ operatorId: id<'operator'>() }), missing: 'OperatorNotFound' } as const;
const example = { params: { operatorId: exampleId('operator') } };

const name = text({ min: 1, max: 255 });
const newOperator = named(
  'NewOperator',
  object({
    email: text({ min: 3, max: 320 }),
    name,
    role: oneOf(roles),
    // Left out: of the tenant that the caller administers. Null: of all tenants.
    tenant_id: clearable(id<'tenant'>()),
  }),
);
const operatorChange = named(
  'OperatorChange',
  object({ name: optional(name), role: optional(oneOf(roles)), is_active: optional(boolean) }),
);

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
      query: object({ tenant_id: optional(id<'tenant'>()) }),
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
      summary: 'Make an operator, and the link by which the person sets a password; it is shown in this answer alone',
      body: newOperator,
      ok: 201,
      refusals: only(administrationAnswers, 'AllTenantsNeeded', 'TenantNotFound', 'InvalidOperator', 'OperatorExists'),
      answer: invitedOperatorShape,
      example: {
        body: { email: 'ben@example.com', name: 'Ben', role: 'bookkeeper', tenant_id: exampleId('tenant') },
      },
    },
    async ({ caller, body: { tenant_id: asked = caller.tenantId, ...request } }) => {
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
      summary: 'Change the name and the role, or let the person in no more; another role ends all sessions',
      body: operatorChange,
      ok: 200,
      refusals: only(administrationAnswers, 'OperatorNotFound', 'InvalidOperator'),
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
      return operators.change(operator.right.id, change, caller.actor);
    },
    (operator) => ({ data: operatorView(operator) }),
  ),
  post(
    '/operators/:operatorId/invite',
    {
      ...{ ...shared, ...oneOperator, example },
      operationId: 'inviteOperator',
      summary: 'Make another link, in place of any earlier one; it is shown in this answer alone',
      ok: 201,
      refusals: only(administrationAnswers, 'OperatorNotFound', 'OperatorInactive'),
      answer: invitedOperatorShape,
    },
    async ({ caller, params }) => {
      const operator = await territory.operator(caller, params.operatorId);
      return refused(operator) ? operator : operators.inviteAgain(operator.right.id, caller.actor);
    },
    invitedReply,
  ),
];
