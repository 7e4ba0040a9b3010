/** The routes of the ledgers that belong to a string, and of the rates between their currencies. */
import { array, id, named, object, optional, text } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { administering, pageReply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit, pageAmong } from '../../../kernel/page';
import { ok, refuse, refused } from '../../../kernel/refusal';
import type { Strings } from '../../strings';
import type { Territory } from '../application/territory';
import { tenantNotNamed } from '../domain/refusals';
import { memberShape, rateShape, removedMemberShape } from './shapes';
import { administrationAnswers } from './status';
import { memberView, rateView } from './views';

const { get, put, remove } = administering;
const members = {
  tag: 'Strings',
  needs: 'admin',
  params: object({ code: text().described('The string, by its code.') }),
  missing: 'StringNotFound',
} as const;
const example = { params: { code: 'GLOBAL' } };
const rates = { tag: 'Rates', needs: 'admin' } as const;

const newMember = named(
  'NewStringMember',
  'A ledger that is to be a member of a string.',
  object({ ledger_id: id<'ledger'>().described('The ledger, of the tenant of the string.') }),
);
const currency = text({ pattern: /^[A-Z0-9]{1,12}$/, max: 12, shape: 'a currency such as EUR' });
const newRate = named(
  'NewRate',
  'A rate to be set.',
  object({
    base: currency.described('The base currency: that of the source, such as `USD`.'),
    quote: currency.described('The quote currency: that of the target, such as `EUR`.'),
    rate: text({
      pattern: /^(?=.*[1-9])\d{1,20}(\.\d{1,18})?$/,
      max: 40,
      shape: 'a positive decimal such as "1.0825"',
    }).described(
      'The units of the quote currency for one unit of the base currency: a positive decimal, with at most 18 decimals.',
    ),
  }),
);

export const memberRoutes = (
  { administration }: Pick<Strings, 'administration'>,
  territory: Territory,
): readonly Route[] => [
  get(
    '/strings/:code/members',
    {
      ...members,
      operationId: 'listStringMembers',
      summary:
        'List the ledgers of a string, by code; an administrator of all tenants must name the tenant, because codes are unique only within a tenant',
      description:
        'Lists the member ledgers of a string, by code. Administrators of all tenants must name one, because codes of strings are unique within a tenant.',
      query: object({
        tenant_id: optional(id<'tenant'>()).described(
          'The tenant of the string, if the caller administers all tenants.',
        ),
      }),
      list: true,
      ok: 200,
      refusals: only(administrationAnswers, 'TenantNotNamed', 'TenantNotFound', 'StringNotFound'),
      answer: array(memberShape, 0, maxPageLimit),
      example,
    },
    async ({ caller, params, query, slice }) => {
      const whose = await territory.narrowed(caller, query.tenant_id);
      if (refused(whose)) return whose;
      const tenantId = whose.right;
      if (tenantId === undefined) return refuse(tenantNotNamed);
      const string = await administration.read({ tenantId }, params.code);
      return string
        ? ok(pageAmong(string.members, slice, ({ code }) => code))
        : refuse({ kind: 'StringNotFound' } as const);
    },
    (page) => pageReply(page, memberView),
  ),
  put(
    '/strings/:code/members',
    {
      ...members,
      operationId: 'addStringMember',
      summary: 'Add a ledger to a string of its tenant; a ledger that is already a member stays one',
      description:
        'Adds a ledger to a string of its tenant. A ledger that is already a member stays one. Can be repeated.',
      body: newMember,
      ok: 200,
      refusals: only(administrationAnswers, 'LedgerNotFound', 'StringNotFound', 'InvalidMembership'),
      answer: memberShape,
      example: { ...example, body: { ledger_id: exampleId('ledger') } },
    },
    async ({ caller, params, body }) => {
      const ledger = await territory.ledger(caller, body.ledger_id);
      if (refused(ledger)) return ledger;
      return administration.addMember(ledger.right.tenantId, params.code, ledger.right.id, caller.actor);
    },
    (member) => ({ data: memberView(member) }),
  ),
  remove(
    '/strings/:code/members',
    {
      ...members,
      operationId: 'removeStringMember',
      summary: 'Remove a ledger from a string; a ledger that is not a member is not an error',
      description:
        'Removes a ledger from a string. Past conversions and transfers stay. If the ledger is not a member, the response is the same. Can be repeated.',
      query: object({ ledger_id: id<'ledger'>().described('The ledger to remove.') }),
      ok: 200,
      refusals: only(administrationAnswers, 'LedgerNotFound', 'StringNotFound', 'InvalidMembership'),
      answer: removedMemberShape,
      example: { ...example, query: { ledger_id: exampleId('ledger') } },
    },
    async ({ caller, params, query }) => {
      const ledger = await territory.ledger(caller, query.ledger_id);
      if (refused(ledger)) return ledger;
      return administration.removeMember(ledger.right.tenantId, params.code, ledger.right.id, caller.actor);
    },
    ({ id: ledgerId }) => ({ data: { ledger_id: ledgerId, is_member: false } }),
  ),
];

/** Rates are common to all tenants: only an administrator of all tenants may set and list them. */
export const rateRoutes = (strings: Pick<Strings, 'setRate' | 'ratePage'>, territory: Territory): readonly Route[] => [
  get(
    '/rates',
    {
      ...rates,
      operationId: 'listRates',
      summary: 'List the rates, by base and quote',
      description:
        'Lists the rates, by base and quote, including expired ones. Requires an administrator of all tenants.',
      list: true,
      ok: 200,
      refusals: only(administrationAnswers, 'AllTenantsNeeded'),
      answer: array(rateShape, 0, maxPageLimit),
    },
    async ({ caller, slice }) => {
      const may = territory.all(caller);
      return refused(may) ? may : ok(await strings.ratePage(slice));
    },
    (page) => pageReply(page, rateView),
  ),
  put(
    '/rates',
    {
      ...rates,
      operationId: 'setRate',
      summary:
        'Set a rate, which is valid for a day: the units of the quote currency for one unit of the base currency',
      description:
        'Sets a rate, and replaces an earlier rate of the same pair. For a day, conversions that name no rate record it. Requires an administrator of all tenants. Can be repeated.',
      body: newRate,
      ok: 200,
      refusals: only(administrationAnswers, 'AllTenantsNeeded', 'InvalidRate'),
      answer: rateShape,
      example: { body: { base: 'USD', quote: 'EUR', rate: '0.92' } },
    },
    async ({ caller, body: { base, quote, rate } }) => {
      const may = territory.all(caller);
      return refused(may) ? may : strings.setRate(base, quote, rate, caller.actor);
    },
    (rate) => ({ data: rateView(rate) }),
  ),
];
