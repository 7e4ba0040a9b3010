/** A small business in a service with stores in memory. Acts run without HTTP, and the resulting state can be compared. */
import { isLeft } from 'fp-ts/Either';
import type { Installation } from '../../../src/app/installation';
import { fieldErrors, type AnyCodec } from '../../../src/kernel/http/codecs';
import type { Route } from '../../../src/kernel/http/route';
import { newId } from '../../../src/kernel/ids';
import { firstSlice, maxPageLimit } from '../../../src/kernel/page';
import { usualScopes, type Administrator, type Principal } from '../../../src/kernel/principal';
import { refused } from '../../../src/kernel/refusal';
import type { Ledger } from '../../../src/modules/ledgering';
import { expected } from '../../support/ledger';
import type { Fields } from '../../support/requests';
import { spendCode, type Act, type Things } from './acts';

/** The kind of the refusal, or the status and data of the answer. */
export type Answer = string;

export interface World {
  readonly things: Things;
  ask(act: Act): Promise<Answer>;
  /** Everything that can be read about the business, without values that differ between runs. */
  state(): Promise<string>;
}

const capabilities = new Set([
  ...['attributes:admin', 'periods:admin', 'events:admin', 'strings:create', 'limits:override'],
  'strings:participate:TREASURY',
]);

/** Operations that read their result after the write, so that it may include later writes. */
const readsAfterwards: ReadonlySet<string> = new Set(['extendTransaction']);

let made = 0;

export const openWorld = async (app: Installation): Promise<World> => {
  const number = (made += 1);
  const tenant = expected(await app.access.createTenant(`Tenant ${number}`));
  const open = async (code: string, currency = 'USD'): Promise<Ledger> =>
    expected(
      await app.ledgering.openLedger({
        ...{ tenantId: tenant.id, code, name: code, currency, hasTestClock: true },
      }),
    );
  const [ledger, branch, euros, lone] = [
    await open('MAIN'),
    await open('BRANCH'),
    await open('EUR', 'EUR'),
    await open('LONE'),
  ];
  const callerOf = ({ id, tenantId, denomination, timeZone }: Ledger): Principal => ({
    ...{ ledgerId: id, tenantId, denomination, timeZone, callerId: newId<'key'>(), actor: 'abcdefghijkl' },
    ...{ scopes: new Set([...usualScopes, 'admin']), capabilities },
  });
  const chief: Administrator = {
    ...{ tenantId: null, callerId: newId<'key'>(), actor: 'chief', scopes: new Set(['admin']), capabilities },
  };
  const caller = callerOf(ledger);

  const routeOf = (operation: string): Route => {
    const route = [...app.routes, ...app.adminRoutes].find(({ spec }) => spec.operationId === operation);
    if (!route) throw new Error(`there is no operation ${operation}`);
    return route;
  };
  const run = async (
    operation: string,
    { params, query, body }: ReturnType<Act['request']>,
    who: Principal = caller,
  ): Promise<{ readonly kind: string; readonly data: unknown }> => {
    const route = routeOf(operation);
    const read = (codec: AnyCodec | undefined, sent: object | undefined): unknown => {
      const decoded = codec?.decode(sent ?? {});
      if (!decoded) return {};
      if (isLeft(decoded)) throw new Error(`${operation}: ${JSON.stringify(fieldErrors(decoded.left))}`);
      return decoded.right;
    };
    const outcome = await route.handle({
      caller: route.callers === 'administrators' ? chief : who,
      params: read(route.spec.params, params),
      query: read(route.spec.query, query),
      body: read(route.spec.body, body),
      slice: firstSlice(maxPageLimit),
      ...{ isDryRun: false, waitSeconds: 0, reader: { wantsStream: false } as never, mediaType: 'application/json' },
    });
    return refused(outcome)
      ? { kind: outcome.left.kind, data: null }
      : { kind: String(outcome.right.status ?? route.spec.ok), data: outcome.right.data };
  };
  const have = async (operation: string, request: Parameters<typeof run>[1], who?: Principal): Promise<Fields> => {
    const { kind, data } = await run(operation, request, who);
    if (!/^2/.test(kind)) throw new Error(`${operation} was refused: ${kind}`);
    return data as Fields;
  };

  const accountIn = async (who: Principal, code: string, type: string, more: Fields = {}): Promise<string> =>
    (await have('createAccount', { body: { code, name: code, type, category: 'customer', ...more } }, who))[
      'id'
    ] as string;
  const alice = await accountIn(caller, 'ALICE', 'liability');
  for (const who of [callerOf(branch), callerOf(euros)]) await accountIn(who, 'ALICE', 'liability');
  await accountIn(callerOf(branch), 'SHARED', 'liability');
  await accountIn(caller, 'CASH', 'asset');
  const limits = { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0' };
  await accountIn(caller, 'WALLETS', 'liability');
  const wallet = await accountIn(caller, 'WALLET', 'liability', limits);
  const unused = await accountIn(caller, 'UNUSED', 'liability');
  await have('createAttributeDefinition', { body: { key: 'region', label: 'Region', indexed: true } });
  const post = async (key: string, debited: string, credited: string, amount: string, more: Fields = {}) =>
    (
      await have('createTransaction', {
        body: {
          ...{ effective_date: '2026-01-15', description: key, idempotency_key: key },
          entries: [
            { account_code: debited, type: 'debit', amount },
            { account_code: credited, type: 'credit', amount },
          ],
          ...more,
        },
      })
    )['id'] as string;
  const posted = await post('top up', 'CASH', 'WALLET', '100.00');
  const voidable = await post('alice', 'CASH', 'ALICE', '80.00');
  const hold = await post('hold', 'WALLET', 'CASH', '30.00', { layer: 'pending' });
  await app.background.idle('poster');
  const idOf = async (operation: string, body: Fields): Promise<string> =>
    (await have(operation, { body }))['id'] as string;
  const set = await idOf('createAccountSet', { code: 'SET', name: 'Set' });
  await have('addAccountSetMember', { params: { id: set }, body: { member_type: 'account', member_id: wallet } });
  const [{ id: journal }] = (await have('listJournals', {})) as unknown as [{ id: string }];
  const things: Things = {
    ...{
      ledger: ledger.id,
      euros: euros.id,
      'lone ledger': lone.id,
      tenant: tenant.id,
      alice,
      wallet,
      unused,
      posted,
      voidable,
      hold,
      set,
    },
    ...{ 'code of ledger': ledger.code, 'code of branch': branch.code, 'code of euros': euros.code, journal },
    code: await idOf('createTransactionCode', spendCode('SPEND')),
    lock: await idOf('lockPeriod', { locked_until: '2025-12-31', reason: 'Year closed' }),
    endpoint: await idOf('createWebhookEndpoint', { url: 'https://webhooks.example/orders' }),
    key: await idOf('createKey', { ledger_id: ledger.id, name: 'till', scopes: ['read', 'post'] }),
    person: await idOf('createOperator', {
      ...{ email: `anna-${number}@example.com`, name: 'Anna', role: 'viewer', tenant_id: tenant.id },
    }),
  };
  expected(
    await app.strings.administration.found(tenant.id, {
      code: 'TREASURY',
      name: 'Treasury',
      description: null,
      isActive: true,
    }),
  );
  for (const { id } of [ledger, branch, euros])
    expected(await app.strings.administration.addMember(tenant.id, 'TREASURY', id));

  const names = new Map(Object.entries(things).map(([name, id]) => [id, `<${name}>`]));
  const plain = (value: unknown): string =>
    JSON.stringify(value)
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => names.get(id) ?? '<id>')
      .replace(/STR-[0-9a-f]{32}/g, 'STR-<id>')
      .replace(/[0-9a-f]{64,66}/g, '<hash>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => (time.endsWith('T00:00:00.000Z') ? time : '<time>'))
      .replaceAll(`anna-${number}@`, 'anna@');
  /** Members that show the order of two acts and that no other act reads. */
  const order = new Set([
    'sequence',
    'last_sequence',
    'head_sequence',
    'secret',
    'key',
    'prefix',
    'balance_after',
    'token',
    'invitation_url',
    'accepted_by',
    'delivered_through',
    'due_at',
  ]);
  const orderless = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(orderless).sort((a, b) => (plain(a) < plain(b) ? -1 : 1));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !order.has(name));
    return Object.fromEntries(kept.map(([name, member]) => [name, orderless(member)]));
  };

  return {
    things,
    ask: async ({ operation, request }) => {
      const { kind, data } = await run(operation, withTenant(operation, request(things), things));
      return readsAfterwards.has(operation) ? kind : `${kind} ${plain(orderless(data))}`;
    },
    state: async () => {
      await app.background.idle('poster');
      const lists: [string, Parameters<typeof run>[1]?, Principal?][] = [
        ['listAccounts'],
        ['listAccounts', {}, callerOf(branch)],
        ['listAccounts', {}, callerOf(euros)],
        ['listTransactions'],
        ['listJournals'],
        ['listAccountSets'],
        ['readAccountSetBalance', { params: { id: things['set'] } }],
        ['listTransactionCodes'],
        ['listAttributeDefinitions'],
        ['readAttributeSettings'],
        ['listPeriodLocks'],
        ['listWebhookEndpoints'],
        ['listStrings'],
        ['listKeys', { query: { ledger_id: ledger.id } }],
        ['listOperators', { query: { tenant_id: tenant.id } }],
        ['listLedgers', { query: { tenant_id: tenant.id } }],
        ['readTenantQuota', { params: { tenantId: tenant.id } }],
        ['listStringMembers', { params: { code: 'TREASURY' }, query: { tenant_id: tenant.id } }],
      ];
      const found: unknown[] = [];
      for (const [operation, request, who] of lists) {
        const { kind, data } = await run(operation, request ?? {}, who);
        found.push([operation, kind, orderless(data)]);
      }
      // The log shows the order of the acts, and the books must agree with it.
      const { data } = await run('listEvents', { query: { after_sequence: '0' } });
      const log = (data as { type: string; subject: { type: string; id: string } }[]).map(({ type, subject }) => [
        type,
        subject,
      ]);
      return plain([found, log]);
    },
  };
};

/** An administrator of all tenants must name the tenant of a string. */
const withTenant = (
  operation: string,
  request: ReturnType<Act['request']>,
  things: Things,
): ReturnType<Act['request']> => {
  if (operation === 'addStringMember') return { ...request, body: { ...request.body, tenant_id: things['tenant'] } };
  return operation === 'removeStringMember'
    ? { ...request, query: { ...request.query, tenant_id: things['tenant'] } }
    : request;
};
