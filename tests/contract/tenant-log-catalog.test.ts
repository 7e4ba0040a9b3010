/** Verification finds direct changes to webhook endpoints and the attribute catalog in the database, because no event explains them. */
import { Client } from 'pg';
import { newId, type LedgerId } from '../../src/kernel/ids';
import { Pipeline } from '../../src/kernel/postgres/pipeline';
import { openPool, type ConnectionPool } from '../../src/kernel/postgres/pool';
import { applicationRole } from '../../src/kernel/postgres/session';
import type { PostgresTx } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { createVerifyTenantLogs } from '../../src/modules/access/application/verify-tenant-logs';
import { PostgresTenantLog } from '../../src/modules/access/postgres/tenant-log';
import { freshDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let pool: ConnectionPool;
let owner: Client;
const [tenantId, otherId] = [newId<'tenant'>(), newId<'tenant'>()];
const [ledgerId, foreignId] = [newId<'ledger'>(), newId<'ledger'>()];
const [endpointId, definitionId] = [newId(), newId()];

const ledger = (id: LedgerId, tenant: string): string =>
  `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals, created_at, updated_at)
   values ('${id}', '${tenant}', 'MAIN', 'Main', 'EUR', 'fiat', 2, 2, now(), now())`;
const endpoint = (id: string, of: LedgerId): string =>
  `insert into webhook_endpoints (ledger_id, id, url, is_active, max_in_flight, secret, delivered_through, due_at, leased_until,
                                  created_by, created_at, updated_at)
   values ('${of}', '${id}', 'https://hooks.example/secret', true, 1, 'sealed', 0, now(), now(), 'abcdefghijkl', now(), now())`;
const definition = (key: string, label: string | null, id = newId<string>()): string =>
  `insert into attribute_definitions (tenant_id, key, id, label, created_at, updated_at)
   values ('${tenantId}', '${key}', '${id}', ${label === null ? 'null' : `'${label}'`}, now(), now())`;

beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool({ url: database.url, maxConnections: 2 });
  owner = new Client({ connectionString: database.superuserUrl });
  await owner.connect();
  for (const statement of [
    ...[tenantId, otherId].map((id) => `insert into tenants values ('${id}', 'A tenant', now())`),
    ...[ledger(ledgerId, tenantId), ledger(foreignId, otherId)],
    `select set_config('ledger.actor', 'abcdefghijkl', false)`,
    ...[endpoint(endpointId, ledgerId), endpoint(newId(), foreignId)],
    `update webhook_endpoints set max_in_flight = 2, redelivery = '{"id": "x", "from_sequence": 1, "to_sequence": null}'`,
    `update webhook_endpoints set redelivery = '{"id": "y", "delivery_id": "z"}', delivered_through = 7, secret = 'another'`,
    `update webhook_endpoints set redelivery = '{"id": "z", "delivery_id": "z"}'`,
    `insert into attribute_settings (tenant_id, updated_at) values ('${tenantId}', now()), ('${otherId}', now())`,
    `update attribute_settings set strict_mode = true where tenant_id = '${tenantId}'`,
    definition('color', 'Colour', definitionId),
    `update attribute_definitions set index_state = 'building', index_round = 1 where key = 'color'`,
    `update attribute_definitions set index_state = 'ready' where key = 'color'`,
    `select set_config('ledger.actor', '', false)`,
    // A key that a transaction adds to the catalog.
    definition('region', null),
  ])
    await owner.query(statement);
});
afterAll(async () => {
  await owner.end();
  await pool.close();
  await database.drop();
});

const breaches = async (unitOfWork: Pick<PostgresUnitOfWork, 'read'>, of?: typeof tenantId) =>
  (await createVerifyTenantLogs(new PostgresTenantLog(unitOfWork))(of)).flatMap(({ named }) =>
    named.map(({ where, detail }) => `${where}: ${detail}`),
  );

/** The findings after statements of a superuser with every trigger switched off. The statements are then rolled back. */
const afterTampering = async (statement: string, of?: typeof tenantId): Promise<readonly string[]> => {
  await owner.query(`begin; set local session_replication_role = replica; set local timezone = 'UTC'`);
  try {
    await owner.query(statement);
    await owner.query(`set local role ${applicationRole}`);
    const read: PostgresUnitOfWork['read'] = async (_, work) =>
      work({ pipeline: new Pipeline(owner, []) } as unknown as PostgresTx);
    return await breaches({ read }, of);
  } finally {
    await owner.query('rollback');
  }
};

test('verification finds nothing in untouched rows, for all tenants and for each', async () => {
  const unitOfWork = new PostgresUnitOfWork(pool);
  for (const whose of [undefined, tenantId, otherId]) expect(await breaches(unitOfWork, whose)).toEqual([]);
  expect(await afterTampering('select 1')).toEqual([]);
});

test('the log records each update of an endpoint once, and a redelivery with its request', async () => {
  const { rows } = await owner.query<{ type: string; content: string }>(
    `select type, content from tenant_log where subject_id = $1 order by sequence`,
    [endpointId],
  );
  expect(rows.map(({ type }) => type.split('.')[1])).toEqual(['created', 'updated', 'secret_set', 'redelivered']);
  const [created, redelivered] = [rows[0], rows[3]].map((row) => JSON.parse(row?.content ?? '') as object);
  expect(redelivered).toEqual({ ...created, max_in_flight: 2, redelivery: { id: 'z', delivery_id: 'z' } });
});

test('the log records each redelivery once, and no progress of it', async () => {
  const [first, second] = [
    { id: 'first', delivery_id: 'z' },
    { id: 'second', from_sequence: 1, to_sequence: null },
  ];
  const redeliver = (redelivery: object) => `update webhook_endpoints set redelivery = '${JSON.stringify(redelivery)}'`;
  await owner.query('begin');
  try {
    const { rows: before } = await owner.query('select 1 from tenant_log where subject_id = $1', [endpointId]);
    for (const statement of [
      ...[redeliver(first), redeliver(first)],
      `update webhook_endpoints set delivered_through = 8, due_at = now(), leased_until = now()`,
      redeliver(second),
    ])
      await owner.query(`${statement} where id = '${endpointId}'`);
    const { rows } = await owner.query<{ type: string; content: string }>(
      `select type, content from tenant_log where subject_id = $1 order by sequence offset ${before.length}`,
      [endpointId],
    );
    const recorded = rows.map(({ type, content }) => [
      type,
      (JSON.parse(content) as { redelivery: object }).redelivery,
    ]);
    expect(recorded).toEqual([first, second].map((redelivery) => ['webhook_endpoint.redelivered', redelivery]));
  } finally {
    await owner.query('rollback');
  }
});

test.each([
  ['an endpoint that no event explains', endpoint(newId(), ledgerId), /^webhook_endpoint .*: has no event$/],
  [
    'an endpoint with another URL',
    `update webhook_endpoints set url = 'https://evil.example/' where id = '${endpointId}'`,
    /^webhook_endpoint .*: differs from event \d+$/,
  ],
  [
    'an endpoint that was switched off',
    `update webhook_endpoints set is_active = false where id = '${endpointId}'`,
    /^webhook_endpoint .*: differs from event \d+$/,
  ],
  [
    'an endpoint with another creator',
    `update webhook_endpoints set created_by = 'somebodyelse' where id = '${endpointId}'`,
    /^webhook_endpoint .*: differs from event \d+$/,
  ],
  [
    'an endpoint that was deleted',
    `delete from webhook_endpoints where id = '${endpointId}'`,
    /^webhook_endpoint .*: does not exist, but event \d+ says that it does$/,
  ],
  ['a definition that no event explains', definition('forged', 'Forged'), /^attribute_definition .*: has no event$/],
  [
    'a definition of a transaction that was indexed directly',
    `update attribute_definitions set index_state = 'building' where key = 'region'`,
    /^attribute_definition .*: has no event$/,
  ],
  [
    'a definition that was changed',
    `update attribute_definitions set label = 'Other' where id = '${definitionId}'`,
    /^attribute_definition .*: differs from event \d+$/,
  ],
  [
    'a definition that was deleted',
    `delete from attribute_definitions where id = '${definitionId}'`,
    /^attribute_definition .*: does not exist, but event \d+ says that it does$/,
  ],
  [
    'strict mode that was switched off',
    `update attribute_settings set strict_mode = false where tenant_id = '${tenantId}'`,
    /^attribute_settings .*: differs from event \d+$/,
  ],
  [
    'strict mode that was switched on',
    `update attribute_settings set strict_mode = true where tenant_id = '${otherId}'`,
    /^attribute_settings .*: has no event$/,
  ],
])('%s is found', async (_, statement, expected) => {
  const found = await afterTampering(statement);
  expect(found).toEqual([expect.stringMatching(expected)]);
  const whose = statement.includes(otherId) ? otherId : tenantId;
  expect(await afterTampering(statement, whose)).toEqual(found);
  expect(await afterTampering(statement, whose === otherId ? tenantId : otherId)).toEqual([]);
});
