/** The routes of tenants and their ledgers. */
import {
  array,
  boolean,
  duration,
  id,
  integer,
  named,
  object,
  optional,
  text,
  wording,
} from '../../../kernel/http/codecs';
import { currencyType } from '../../../kernel/http/vocabulary';
import { exampleId } from '../../../kernel/http/examples';
import { administering, pageReply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { maxPageLimit } from '../../../kernel/page';
import { ok, refused } from '../../../kernel/refusal';
import type { Access } from '../../access';
import type { Ledgering } from '../../ledgering';
import { ledgerShape, ledgerView } from '../../ledgering/http/answers';
import type { Territory } from '../application/territory';
import { ledgerClockShape, tenantShape } from './shapes';
import { administrationAnswers } from './status';
import { fiscalYearStart, timeZone } from './calendars';
import { ledgerClockView, tenantView } from './views';

const { get, post } = administering;
const needs = 'admin';
const name = wording({ min: 1, max: 255 }).described('The name for people, at most 255 characters.');
const newTenant = named('NewTenant', 'A tenant to create.', object({ name }));
const clockChange = named(
  'LedgerClockChange',
  'By how much the time of a ledger is advanced.',
  object({
    advance: duration.described(
      'The advance, as an ISO 8601 duration: `P1M` a month of the calendar, `P30D`, `PT36H`, with whole numbers of at most five digits. Several advances add up.',
    ),
  }),
);
const newLedger = named(
  'NewLedger',
  'A ledger to be opened.',
  object({
    tenant_id: id<'tenant'>().described('The tenant to which it will belong.'),
    code: text({
      pattern: /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,50}$/,
      max: 50,
      shape: '1 to 50 of the characters A-Z a-z 0-9 . _ -, but not "." or ".."',
    }).described(
      'The code for people and strings: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique within the tenant.',
    ),
    name,
    currency: text({ pattern: /^[A-Z0-9]{1,12}$/, max: 12, shape: 'a currency such as EUR' }).described(
      'The currency of every amount in it: one of ISO 4217, unless `currency_type` is `crypto`.',
    ),
    currency_type: optional(currencyType).described('Whether the currency is one of ISO 4217; `fiat` if left out.'),
    storage_decimals: optional(integer(0, 18)).described(
      'The number of decimals that are stored. If left out: those of ISO 4217, or 8 for a crypto currency.',
    ),
    display_decimals: optional(integer(0, 18)).described(
      'The minimum number of decimals of displayed amounts, at most `storage_decimals`, which is also the default.',
    ),
    time_zone: optional(timeZone).described(
      'The IANA name of the ledger’s time zone, such as `Europe/Zurich`; UTC if it is left out.',
    ),
    fiscal_year_start: optional(fiscalYearStart).described(
      'The month and the day on which its fiscal year begins, such as `04-01`; 01-01 if it is left out.',
    ),
    test_clock: optional(boolean).described(
      'True: the time of the ledger can be moved ahead, for tests of programs that use it (`LEDGER_TEST_CLOCKS`). By default, ledgers use the real time, and so do real books.',
    ),
  }),
);

export const tenantRoutes = (
  access: Pick<Access, 'createTenant' | 'tenantPage'>,
  territory: Territory,
): readonly Route[] => [
  get(
    '/tenants',
    {
      operationId: 'listTenants',
      summary: 'List the tenants, oldest first; an administrator of one tenant sees only that tenant',
      description: 'Lists tenants, oldest first. Administrators of one tenant see that one.',
      tag: 'Tenants',
      needs,
      list: true,
      ok: 200,
      refusals: {},
      answer: array(tenantShape, 0, maxPageLimit),
    },
    async ({ caller, slice }) => {
      if (caller.tenantId === null) return ok(await access.tenantPage(slice));
      const own = await territory.tenant(caller, caller.tenantId);
      // The list contains only the caller's own tenant, so every page after the first one is empty.
      const items = slice.from || refused(own) ? [] : [own.right];
      return ok({ items, positionAt: () => items.map(({ id }) => id) });
    },
    (page) => pageReply(page, tenantView),
  ),
  post(
    '/tenants',
    {
      operationId: 'createTenant',
      summary: 'Create a tenant',
      description:
        'Creates a tenant, whose ledgers, keys and operators are separate from those of all others. Only an administrator of all tenants may do this. If it is sent twice, two tenants are created.',
      tag: 'Tenants',
      needs,
      body: newTenant,
      ok: 201,
      refusals: only(administrationAnswers, 'AllTenantsNeeded', 'InvalidTenant'),
      answer: tenantShape,
      example: { body: { name: 'Northwind' } },
    },
    async ({ caller, body }) => {
      const may = territory.all(caller);
      return refused(may) ? may : access.createTenant(body.name, caller.actor);
    },
    (tenant) => ({ data: tenantView(tenant), headers: { Location: `/admin/v1/tenants/${tenant.id}` } }),
  ),
  get(
    '/tenants/:tenantId',
    {
      operationId: 'readTenant',
      summary: 'Read a tenant',
      description: 'Returns one tenant.',
      tag: 'Tenants',
      needs,
      params: object({ tenantId: id<'tenant'>().described('The tenant, by its id.') }),
      missing: 'TenantNotFound',
      ok: 200,
      refusals: only(administrationAnswers, 'TenantNotFound'),
      answer: tenantShape,
      example: { params: { tenantId: exampleId('tenant') } },
    },
    ({ caller, params }) => territory.tenant(caller, params.tenantId as TenantId),
    (tenant) => ({ data: tenantView(tenant) }),
  ),
];

export const ledgerRoutes = (
  ledgering: Pick<Ledgering, 'openLedger' | 'advanceClock' | 'ledgerPage'>,
  territory: Territory,
): readonly Route[] => [
  get(
    '/ledgers',
    {
      operationId: 'listLedgers',
      summary: 'List ledgers, oldest first: of one tenant, or of all',
      description: 'Lists ledgers, oldest first: those of one tenant, or of all that the caller administers.',
      tag: 'Ledgers',
      needs,
      query: object({
        tenant_id: optional(id<'tenant'>()).described('Only the ledgers of this tenant.'),
      }),
      list: true,
      ok: 200,
      refusals: only(administrationAnswers, 'TenantNotFound'),
      answer: array(ledgerShape, 0, maxPageLimit),
    },
    async ({ caller, query, slice }) => {
      const whose = await territory.narrowed(caller, query.tenant_id);
      return refused(whose) ? whose : ok(await ledgering.ledgerPage(whose.right, slice));
    },
    (page) => pageReply(page, ledgerView),
  ),
  post(
    '/ledgers',
    {
      operationId: 'createLedger',
      summary: 'Open a ledger with its journal DEFAULT; its first transaction fixes its currency and decimals',
      description:
        'Opens a ledger in one currency, with a journal called DEFAULT. A currency is one of ISO 4217, unless `currency_type` is `crypto`. Currency and decimals are fixed by the first transaction. A code that the tenant has already is 409 `LEDGER_CODE_EXISTS`.',
      tag: 'Ledgers',
      needs,
      body: newLedger,
      ok: 201,
      refusals: only(
        administrationAnswers,
        'TenantNotFound',
        'TestClocksOff',
        'InvalidLedger',
        'LedgerCodeTaken',
        'QuotaReached',
      ),
      answer: ledgerShape,
      example: { body: { tenant_id: exampleId('tenant'), code: 'CHF-MAIN', name: 'Swiss books', currency: 'CHF' } },
    },
    async ({ caller, body }) => {
      const tenant = await territory.tenant(caller, body.tenant_id);
      if (refused(tenant)) return tenant;
      const { code, name, currency } = body;
      return ledgering.openLedger(
        {
          ...{ tenantId: tenant.right.id, code, name, currency },
          ...(body.currency_type === undefined ? {} : { currencyType: body.currency_type }),
          ...(body.storage_decimals === undefined ? {} : { storageDecimals: body.storage_decimals }),
          ...(body.display_decimals === undefined ? {} : { displayDecimals: body.display_decimals }),
          ...(body.time_zone === undefined ? {} : { timeZone: body.time_zone }),
          ...(body.fiscal_year_start === undefined ? {} : { fiscalYearStart: body.fiscal_year_start }),
          ...(body.test_clock === undefined ? {} : { hasTestClock: body.test_clock }),
        },
        caller.actor,
      );
    },
    (ledger) => ({ data: ledgerView(ledger), headers: { Location: `/admin/v1/ledgers/${ledger.id}` } }),
  ),
  get(
    '/ledgers/:ledgerId',
    {
      operationId: 'readLedger',
      summary: 'Read a ledger',
      description: 'Returns one ledger, with its currency and its number of stored decimals.',
      tag: 'Ledgers',
      needs,
      params: object({ ledgerId: id<'ledger'>().described('The ledger, by its id.') }),
      missing: 'LedgerNotFound',
      ok: 200,
      refusals: only(administrationAnswers, 'LedgerNotFound'),
      answer: ledgerShape,
      example: { params: { ledgerId: exampleId('ledger') } },
    },
    ({ caller, params }) => territory.ledger(caller, params.ledgerId as LedgerId),
    (ledger) => ({ data: ledgerView(ledger) }),
  ),
  post(
    '/ledgers/:ledgerId/clock',
    {
      operationId: 'advanceLedgerClock',
      summary: 'Advance the time of a ledger with a test clock',
      description:
        'Advances the time of a ledger that was created with `test_clock: true` ahead, so that holds expire and months pass in a test. The holds that are due by then are released before it answers, where the process that answers also posts; another process follows within a second. Time never goes back. A repeated request advances it again; after a lost answer, `PT0S` returns the time without advancing it. Entries, default dates and what is due follow the ledger’s time; keys, sessions, rate limits and webhooks keep the real time.',
      tag: 'Ledgers',
      needs,
      params: object({ ledgerId: id<'ledger'>().described('The ledger, by its id.') }),
      body: clockChange,
      missing: 'LedgerNotFound',
      ok: 200,
      refusals: only(administrationAnswers, 'LedgerNotFound', 'TestClocksOff', 'NoTestClock', 'TimeTooLate'),
      answer: ledgerClockShape,
      example: { params: { ledgerId: exampleId('ledger with a test clock') }, body: { advance: 'P1M' } },
    },
    async ({ caller, params, body }) => {
      const ledger = await territory.ledger(caller, params.ledgerId as LedgerId);
      return refused(ledger) ? ledger : ledgering.advanceClock(ledger.right.id, body.advance, caller.actor);
    },
    ({ ledger, now }) => ({ data: ledgerClockView(ledger, now) }),
  ),
];
