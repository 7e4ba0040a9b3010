/** The routes of a tenant's quota: its request rate, and how many records of each kind it may have. */
import { orNull } from '../../../kernel/http/answers';
import { boolean, clearable, id, instant, integer, named, object, optional } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { administering, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { TenantId } from '../../../kernel/ids';
import { boundOf, quotaNames, quotas, type QuotaName } from '../../../kernel/quotas';
import { ok, refused } from '../../../kernel/refusal';
import type { Access } from '../../access';
import type { Territory } from '../application/territory';
import { administrationAnswers } from './status';
import { tenantQuotaView } from './views';

const { get, put } = administering;
const needs = 'admin';
const newLimit = (name: QuotaName) => {
  const { usual, ceiling } = quotas[name];
  return clearable(integer(0, ceiling)).described(`${boundOf(name)}, 0 to ${ceiling}; null for the usual ${usual}.`);
};
const newLimits = Object.fromEntries(quotaNames.map((name) => [name, newLimit(name)])) as Readonly<
  Record<QuotaName, ReturnType<typeof newLimit>>
>;
const newQuota = named(
  'NewTenantQuota',
  'The request rate and the numbers of objects that a tenant is allowed from now on. A limit that is left out stays unchanged.',
  object({
    requests_per_second: clearable(integer(1, 1_000_000)).described(
      'The number of requests per second that all its keys and people together may send, 1 to 1,000,000; null for no limit.',
    ),
    limits: optional(
      named('NewTenantLimits', "The limits of a tenant's objects from now on.", object(newLimits)),
    ).described(
      'The maximum numbers of its objects. Members that are left out stay unchanged; null sets the default. Existing objects are kept.',
    ),
  }),
);
const oneTenant = {
  ...({ tag: 'Tenants', needs, missing: 'TenantNotFound' } as const),
  params: object({ tenantId: id<'tenant'>().described('The tenant, by its id.') }),
} as const;
const limitShape = named(
  'TenantLimit',
  "The limit of a tenant's objects of one kind.",
  object({
    most: integer(0, 100_000).described('The maximum number.'),
    is_usual: boolean.described('Whether this is the default, because no other number was set for this tenant.'),
  }),
);
const tenantLimit = (name: QuotaName) => limitShape.described(`${boundOf(name)}; usually ${quotas[name].usual}.`);
const tenantLimits = Object.fromEntries(quotaNames.map((name) => [name, tenantLimit(name)])) as Readonly<
  Record<QuotaName, ReturnType<typeof tenantLimit>>
>;

const tenantQuotaShape = named(
  'TenantQuota',
  'The request rate and the numbers of objects that a tenant is allowed, whatever rates its own administrators give its keys.',
  object({
    tenant_id: id().described('The tenant to which the quota applies.'),
    requests_per_second: orNull(integer(1, 1_000_000)).described(
      'The number of requests per second that all its keys and people together may send; null for no limit.',
    ),
    limits: named('TenantLimits', "The limits of a tenant's objects.", object(tenantLimits)).described(
      "The limits of the tenant's objects; one more is 409 `QUOTA_REACHED`.",
    ),
    set_at: orNull(instant).described('When it was last set, in UTC; null if it never was.'),
  }),
);

export const tenantQuotaRoutes = (
  access: Pick<Access, 'quota' | 'setQuota'>,
  territory: Territory,
): readonly Route[] => [
  get(
    '/tenants/:tenantId/quota',
    {
      ...oneTenant,
      operationId: 'readTenantQuota',
      summary: 'Read the request rate and the limits of a tenant',
      description:
        'Returns the request rate and the numbers of objects that a tenant is allowed, whatever rates its own administrators give its keys.',
      ok: 200,
      refusals: only(administrationAnswers, 'TenantNotFound'),
      answer: tenantQuotaShape,
      example: { params: { tenantId: exampleId('tenant') } },
    },
    async ({ caller, params }) => {
      const tenant = await territory.tenant(caller, params.tenantId as TenantId);
      return refused(tenant) ? tenant : ok(await access.quota(tenant.right.id));
    },
    (quota) => ({ data: tenantQuotaView(quota) }),
  ),
  put(
    '/tenants/:tenantId/quota',
    {
      ...oneTenant,
      operationId: 'setTenantQuota',
      summary: 'Set the request rate and the limits of a tenant',
      description:
        "Sets the number of requests per second that all keys and people of a tenant together may send to its books, effective within a second in every process; further requests are answered 429 `RATE_LIMIT_EXCEEDED`, and the rate budget of each key applies as well. Administration has another budget. `limits` sets the maximum numbers of the tenant's objects; one more is answered 409 `QUOTA_REACHED`. What the request leaves out stays unchanged. Requires an administrator of all tenants, and can be repeated.",
      body: newQuota,
      ok: 200,
      refusals: only(administrationAnswers, 'AllTenantsNeeded', 'TenantNotFound', 'InvalidTenant'),
      answer: tenantQuotaShape,
      example: {
        params: { tenantId: exampleId('tenant') },
        body: { requests_per_second: 500, limits: { ledgers: 500 } },
      },
    },
    async ({ caller, params, body }) => {
      const may = territory.all(caller);
      if (refused(may)) return may;
      const tenant = await territory.tenant(caller, params.tenantId as TenantId);
      if (refused(tenant)) return tenant;
      const { requests_per_second: requestsPerSecond, limits } = body;
      return access.setQuota(tenant.right.id, { requestsPerSecond, limits }, caller.actor);
    },
    (quota) => ({ data: tenantQuotaView(quota) }),
  ),
];
