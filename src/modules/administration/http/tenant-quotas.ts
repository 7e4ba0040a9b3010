/** The routes of a tenant's quota: its request rate, and how many things it may have. */
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
  'How much a tenant may ask and have from now on. A bound that is left out stays as it is.',
  object({
    requests_per_second: clearable(integer(1, 1_000_000)).described(
      'How many requests all its keys and people together may make per second, 1 to 1,000,000; null for no bound.',
    ),
    limits: optional(
      named('NewTenantLimits', 'How many things a tenant may have from now on.', object(newLimits)),
    ).described(
      'How many things it may have. Members that are left out stay as they are; null sets the usual number. It keeps the ones it has already.',
    ),
  }),
);
const oneTenant = {
  ...({ tag: 'Tenants', needs, missing: 'TenantNotFound' } as const),
  params: object({ tenantId: id<'tenant'>().described('The tenant, by its id.') }),
} as const;
const limitShape = named(
  'TenantLimit',
  'How many things of a kind a tenant may have.',
  object({
    most: integer(0, 100_000).described('The most there may be.'),
    is_usual: boolean.described('Whether that is the usual number, because no other was set for this tenant.'),
  }),
);
const tenantLimit = (name: QuotaName) => limitShape.described(`${boundOf(name)}; usually ${quotas[name].usual}.`);
const tenantLimits = Object.fromEntries(quotaNames.map((name) => [name, tenantLimit(name)])) as Readonly<
  Record<QuotaName, ReturnType<typeof tenantLimit>>
>;

const tenantQuotaShape = named(
  'TenantQuota',
  'How much a tenant may ask and have, whatever its own administrators allow its keys.',
  object({
    tenant_id: id().described('The tenant that the quota bounds.'),
    requests_per_second: orNull(integer(1, 1_000_000)).described(
      'How many requests all its keys and people together may make per second; null for no bound.',
    ),
    limits: named('TenantLimits', 'How many things a tenant may have.', object(tenantLimits)).described(
      'How many things the tenant may have; one more is 409 `QUOTA_REACHED`.',
    ),
    set_at: orNull(instant).described('When it was last set, in UTC; null where it never was.'),
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
      summary: 'Read how much a tenant may ask and have',
      description:
        'Shows how much a tenant may ask, and how many things it may have, whatever its own administrators allow its keys.',
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
      summary: 'Set how much a tenant may ask and have',
      description:
        'Sets how many requests to its books all keys and people of a tenant together may make per second, within a second in every process; beyond it they are answered 429 `RATE_LIMIT_EXCEEDED`, each within its own rate budget too. Administration has another budget. `limits` sets how many things the tenant may have, at once; one more is answered 409 `QUOTA_REACHED`. What the request leaves out stays as it is. Takes an administrator of all tenants, and can be repeated.',
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
