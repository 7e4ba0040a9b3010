/**
 * Each kind of act must write its event. All acts together must leave every type of event in the logs, and every table that the service may
 * write must have a rule about its events.
 */
import { pepperActor } from '../../src/kernel/principal';
import { installationLog, tenantEventTypes, type TenantEvent } from '../../src/modules/access';
import {
  ADMIN_KEY_STORE,
  KEY_STORE,
  type AdminKeyStore,
  type KeyStore,
} from '../../src/modules/access/application/ports';
import { newId } from '../../src/kernel/ids';
import { SCHEDULE_STORE, type ScheduleStore } from '../../src/modules/administration/application/ports';
import type { ScheduledEnd } from '../../src/modules/administration/domain/schedule';
import { appoint, logOf, toldMeanwhile, type TestAdministrator } from '../support/administration';
import { connected } from '../support/database';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join } from '../support/people';
import { dataOf, decide, openAccount, openBooks } from '../support/requests';

let ledger: TestLedger;
let chief: TestAdministrator;

beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  chief = await appoint(ledger);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

/** Runs the act, and returns the events that it added to the log of the books' tenant. */
const toldOf = ({ ledger: { tenantId } }: TestBooks, act: () => Promise<unknown>) =>
  toldMeanwhile(ledger, tenantId, act);
const told = (events: readonly Pick<TenantEvent, 'type' | 'actor'>[]) =>
  events.map(({ type, actor }) => ({ type, actor }));

const endpoint = { url: 'https://hooks.example:8443/t/secret-path?token=secret', description: 'all' };

describe('a webhook endpoint', () => {
  let books: TestBooks;
  let prefix: string;
  let at: string;

  beforeAll(async () => {
    books = await ledger.newLedger();
    await openAccount(books.api);
    prefix = books.key.split('_')[1] ?? '';
  });

  test('logs its creation, and shows who created it', async () => {
    let made: { readonly id: string; readonly created_by: string } | undefined;
    const events = await toldOf(books, async () => {
      made = dataOf(await books.api.post('/webhook-endpoints', endpoint), 201);
    });
    expect(made?.created_by).toBe(prefix);
    at = `/webhook-endpoints/${made?.id}`;
    expect(dataOf(await books.api.get(at), 200).created_by).toBe(prefix);
    expect(told(events)).toEqual([{ type: 'webhook_endpoint.created', actor: prefix }]);
    expect(JSON.parse(events[0]?.content ?? '')).toEqual({
      ...{
        id: made?.id,
        ledger_id: books.ledger.id,
        origin: 'https://hooks.example:8443',
        description: 'all',
        types: null,
      },
      ...{ is_active: true, max_in_flight: 1, created_by: prefix },
    });
    expect(events[0]?.content).not.toContain('secret');
  });

  test.each([
    ['a new address', 'patch', '', { url: 'https://hooks.example/elsewhere' }, ['webhook_endpoint.updated']],
    ['the same address again', 'patch', '', { url: 'https://hooks.example/elsewhere' }, []],
    [
      'another path of the same host',
      'patch',
      '',
      { url: 'https://hooks.example/other' },
      ['webhook_endpoint.updated'],
    ],
    ['its deactivation', 'patch', '', { is_active: false }, ['webhook_endpoint.updated']],
    ['a new secret', 'post', '/rotate-secret', {}, ['webhook_endpoint.secret_set']],
    ['a redelivery from one event on', 'post', '/redeliver', { from_sequence: 1 }, ['webhook_endpoint.redelivered']],
    ['the same redelivery, with nothing delivered since', 'post', '/redeliver', { from_sequence: 1 }, []],
    ['an empty redelivery', 'post', '/redeliver', { from_sequence: 1, to_sequence: 1 }, []],
    ['its deletion', 'delete', '', undefined, ['webhook_endpoint.deleted']],
  ] as const)('logs an event only for a real change: %s', async (_, method, path, body, types) => {
    const events = await toldOf(books, async () => {
      const answer = method === 'delete' ? await books.api.delete(at) : await books.api[method](at + path, body ?? {});
      dataOf(answer, 200);
    });
    expect(told(events)).toEqual(types.map((type) => ({ type, actor: prefix })));
  });

  test('logs that it was resumed, but not deliveries and pauses', async () => {
    const { id } = dataOf(await books.api.post('/webhook-endpoints', { url: 'https://hooks.example/' }), 201);
    const state = (set: string) =>
      connected(ledger.databaseUrl, async (client) => {
        await client.query(`select set_config('ledger.scope', $1, false)`, [books.ledger.id]);
        await client.query(`update webhook_endpoints set ${set} where id = $1`, [id]);
      });
    const delivered = () => state(`delivered_through = 0, leased_by = 'x', paused_at = now(), pause_reason = 'x'`);
    expect(await toldOf(books, delivered)).toEqual([]);
    const resumed = () => books.api.patch(`/webhook-endpoints/${id}`, { is_active: true });
    expect(told(await toldOf(books, resumed))).toEqual([{ type: 'webhook_endpoint.updated', actor: prefix }]);
  });

  test('is logged by a function for rows on another node, as by the trigger', async () => {
    const events = await toldOf(books, () =>
      connected(ledger.databaseUrl, (client) =>
        client.query('select tell_of_endpoint(null, $1), tell_of_endpoint($1, $1), tell_of_endpoint($1, null)', [
          { id: 'x', ledger_id: books.ledger.id, url: 'http://user:word@[::1]:80/x', secret: 's' },
        ]),
      ),
    );
    expect(events.map(({ type }) => type)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.deleted']);
    expect(JSON.parse(events[0]?.content ?? '').origin).toBe('http://[::1]:80');
  });
});

test('requests that change the attribute catalog are logged', async () => {
  const books = await ledger.newLedger();
  const actor = books.key.split('_')[1] ?? '';
  const catalog = async (): Promise<void> => {
    dataOf(await books.api.post('/attribute-definitions', { key: 'color' }), 201);
    dataOf(await books.api.patch('/attribute-definitions/color', { indexed: true }), 200);
    dataOf(await books.api.put('/attribute-settings', { strict_mode: true }), 200);
    dataOf(await books.api.put('/attribute-settings', { strict_mode: false }), 200);
  };
  const events = await toldOf(books, catalog);
  expect(told(events)).toEqual(
    [
      'attribute_definition.created',
      'attribute_definition.updated',
      'attribute_settings.set',
      'attribute_settings.set',
    ].map((type) => ({ type, actor })),
  );
});

test('a transaction that introduces an attribute key writes no event into the tenant’s log', async () => {
  const books = await openBooks(ledger);
  const post = () => decide(books.api, { attributes: { introduced: 'yes' } });
  expect(told(await toldOf(books, post))).toEqual([]);
  expect(dataOf(await books.api.get('/attribute-definitions'), 200)).toMatchObject([{ key: 'introduced' }]);
});

test('each event type has an act that writes it, and each act has an event type', async () => {
  const { api } = chief;
  const { app } = ledger;
  const tenant = dataOf(await api.post('/tenants', { name: 'All acts' }), 201);
  const books = await ledger.newLedger({ tenantId: tenant.id });
  expected(await app.ledgering.correctCurrency(books.ledger.id, { currency: 'CHF' }));
  dataOf(await api.put(`/tenants/${tenant.id}/quota`, { requests_per_second: 1_000_000 }), 200);
  const key = dataOf(await api.post('/keys', { ledger_id: books.ledger.id, scopes: ['read'] }), 201);
  dataOf(await api.patch(`/keys/${key.id}`, { name: 'till' }), 200);
  const keys = app.container.get<KeyStore>(KEY_STORE);
  const [stored] = await keys.keysOfPrefixes([key.prefix]);
  await keys.rehash(key.id, stored?.secretHash as Buffer, Buffer.alloc(32), pepperActor);
  dataOf(await api.post(`/keys/${key.id}/revoke`), 200);
  const administrator = await appoint(ledger, tenant.id);
  const adminKeys = app.container.get<AdminKeyStore>(ADMIN_KEY_STORE);
  const [administers] = await adminKeys.keysOfPrefixes([administrator.actor.slice(3)]);
  if (!administers) throw new Error('the administrator has no key');
  await adminKeys.rehash(administers.key.id, administers.secretHash, Buffer.alloc(32), pepperActor);
  await app.access.adminKeys.revoke(administers.key.id);
  await openAccount(books.api);
  const hook = dataOf(await books.api.post('/webhook-endpoints', { url: 'https://hooks.example/' }), 201);
  dataOf(await books.api.post(`/webhook-endpoints/${hook.id}/redeliver`, { from_sequence: 1 }), 200);
  await books.api.post('/strings', { code: 'ALL', name: 'All' });
  await api.delete(`/strings/ALL/members?ledger_id=${books.ledger.id}`);
  dataOf(await api.put('/rates', { base: 'EUR', quote: 'USD', rate: '1.08' }), 200);
  const person = await join(ledger, { tenantId: tenant.id });
  dataOf(await api.post(`/operators/${person.id}/invite`), 201);
  dataOf(await api.patch(`/operators/${person.id}`, { is_active: false }), 200);
  dataOf(await api.delete(`/operators/${person.id}`), 200);
  await app.events.beginEpoch();
  await verifyWith(2031, ['passed', 'failed', 'broken off']);
  const inLogs = await connected(ledger.databaseUrl, async (client) =>
    (await client.query<{ type: string }>('select distinct type from tenant_log')).rows.map(({ type }) => type),
  );
  expect(await logOf(ledger, installationLog)).not.toEqual([]);
  expect(inLogs.toSorted()).toEqual([...tenantEventTypes].toSorted());
});

/** Records scheduled verifications with these results. */
const verifyWith = async (year: number, results: readonly ScheduledEnd['result'][]): Promise<void> => {
  const store = ledger.app.container.get<ScheduleStore>(SCHEDULE_STORE);
  const holder = newId();
  for (const [index, result] of results.entries()) {
    const at = new Date(Date.UTC(year, 0, 1 + index));
    await store.take(holder, { at, until: at, due: at });
    const named = [
      { check: 'chain', ledgerId: null, where: 'x', detail: '12.50' },
      { check: 'chain', ledgerId: null, where: 'y', detail: 'z' },
    ];
    await store.finish(holder, { finishedAt: at, result, ledgers: 1, events: 2, findings: 3, named });
  }
};

test('the results of scheduled verifications and new epochs are in the installation’s log', async () => {
  const events = await toldMeanwhile(ledger, installationLog, async () => {
    await verifyWith(2032, ['failed']);
    expect(await ledger.app.events.beginEpoch()).not.toBe(await ledger.app.events.beginEpoch());
  });
  expect(told(events)).toEqual([
    { type: 'verification.failed', actor: 'schedule' },
    ...['log_epoch.begun', 'log_epoch.begun'].map((type) => ({ type, actor: 'command line' })),
  ]);
  const [verified, first, second] = events.map(({ content }) => JSON.parse(content));
  expect(verified).toMatchObject({ result: 'failed', ledgers: 1, events: 2, findings: 3, checks: ['chain'] });
  expect(JSON.stringify(verified)).not.toContain('12.50');
  expect(second.former).toBe(first.id);
});

/**
 * The tables whose changes are not in the tenant's log, each with the reason. Tables of a ledger are not here: their changes are in the
 * ledger's log, and `ledger verify` compares them with it.
 */
const untold: Readonly<Record<string, string>> = {
  sign_in_failures: 'counts of the last quarter of an hour, by hashes',
  signing_keys: 'public keys, each before it signs; those who check proofs keep them apart',
};
/** Tables with a ledger_id whose changes are in the tenant's log, because clients change them without posting. */
const toldOfLedgers = ['webhook_endpoints'];

test('each control-plane table that the service may write logs its changes, or has a reason not to', async () => {
  const tables = await connected(ledger.databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; is_told: boolean; is_of_ledger: boolean }>(
      `select c.relname as name, a.attname = 'ledger_id' as is_of_ledger,
              exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
                       where t.tgrelid = c.oid and p.proname in ('tell_tenant_log', 'tell_of_changed_endpoint', 'tell_of_installation')) as is_told
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
          and (has_table_privilege('ledger_app', c.oid, 'insert, update, delete')
               or has_any_column_privilege('ledger_app', c.oid, 'insert, update'))`,
    );
    return rows;
  });
  const untoldTables = tables.filter((table) => !table.is_told && !table.is_of_ledger).map(({ name }) => name);
  expect(untoldTables.toSorted()).toEqual(Object.keys(untold).toSorted());
  const ofLedgers = tables.filter((table) => table.is_told && table.is_of_ledger).map(({ name }) => name);
  expect(ofLedgers).toEqual(toldOfLedgers);
});
