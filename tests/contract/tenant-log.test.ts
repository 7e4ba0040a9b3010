/** The tenants' log reveals direct changes in the database: each change is found, with its place. */
import { Client } from 'pg';
import { newId } from '../../src/kernel/ids';
import { openOrm } from '../../src/kernel/postgres/orm';
import { Pipeline } from '../../src/kernel/postgres/pipeline';
import { openPool, type ConnectionPool } from '../../src/kernel/postgres/pool';
import { applicationRole } from '../../src/kernel/postgres/session';
import type { PostgresTx } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { createVerifyTenantLogs } from '../../src/modules/access/application/verify-tenant-logs';
import { accessEntities } from '../../src/modules/access/postgres/schema';
import { PostgresTenantLog } from '../../src/modules/access/postgres/tenant-log';
import { PostgresTenantStore } from '../../src/modules/access/postgres/tenant-store';
import { connected, freshDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let pool: ConnectionPool;
let owner: Client;
const [tenantId, otherId] = [newId<'tenant'>(), newId<'tenant'>()];
const ledgerId = newId<'ledger'>();
const [operatorId, otherOperatorId] = [newId<'operator'>(), newId<'operator'>()];
const [openId, endedId] = [newId<'session'>(), newId<'session'>()];

beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool({ url: database.url, maxConnections: 2 });
  const tenants = new PostgresTenantStore(openOrm(pool, accessEntities), new PostgresUnitOfWork(pool));
  for (const id of [tenantId, otherId])
    await tenants.insert({ id, name: 'Bücher 📚', createdAt: new Date() }, 'ak_abc');
  owner = new Client({ connectionString: database.superuserUrl });
  await owner.connect();
  await owner.query(
    `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals, created_at, updated_at)
     values ($1, $2, 'MAIN', 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
    [ledgerId, tenantId],
  );
  const strings = [newId(), newId()];
  for (const id of strings)
    await owner.query(`insert into strings values ($1, $2, $3, 'S', null, true, now(), now())`, [
      id,
      tenantId,
      `S-${id}`,
    ]);
  await owner.query('insert into string_members values ($1, $2, now())', [strings[0], ledgerId]);
  await owner.query('delete from string_members');
  await owner.query(
    `insert into operators (id, email, name, role, created_at)
     values ($1, 'a@example.com', 'Anna', 'viewer', now()), ($2, 'b@example.com', 'Ben', 'viewer', now())`,
    [operatorId, otherOperatorId],
  );
  await owner.query(
    `insert into invitations (operator_id, token_hash, created_by, created_at, expires_at)
     values ($1, repeat('1', 64), 'ak_abc', now(), now() + interval '1 day')`,
    [operatorId],
  );
  await owner.query('update invitations set used_at = now()');
  await owner.query(`select set_config('ledger.actor', 'operator:' || $1, false)`, [operatorId]);
  for (const [id, number] of [
    [openId, '2'],
    [endedId, '3'],
  ])
    await owner.query(
      `insert into sessions (id, token_hash, operator_id, began_by, address, created_at, seen_at, expires_at)
       values ($1, repeat($2, 64), $3, 'sign_in', '192.0.2.7', now(), now(), now() + interval '12 hours')`,
      [id, number, operatorId],
    );
  await owner.query(`update sessions set ended_at = now(), ended_by = 'x' where id = $1`, [endedId]);
  await owner.query(`select set_config('ledger.actor', '', false)`);
  await owner.query(`insert into fx_rates values ('EUR', 'USD', '1.08', now())`);
});

afterAll(async () => {
  await owner.end();
  await pool.close();
  await database.drop();
});

const breaches = async (unitOfWork: Pick<PostgresUnitOfWork, 'read'>): Promise<readonly string[]> =>
  (await createVerifyTenantLogs(new PostgresTenantLog(unitOfWork))()).flatMap(({ name, named }) =>
    named.map(({ where, detail }) => `${name}: ${where}: ${detail}`),
  );

/** The findings after statements of a superuser with every trigger switched off. The statements are then rolled back. */
const afterTampering = async (...statements: readonly string[]): Promise<readonly string[]> => {
  await owner.query(`begin; set local session_replication_role = replica; set local timezone = 'UTC'`);
  try {
    for (const statement of statements) await owner.query(statement);
    await owner.query(`set local role ${applicationRole}`);
    const read: PostgresUnitOfWork['read'] = async (_, work) =>
      work({ pipeline: new Pipeline(owner, []) } as unknown as PostgresTx);
    return await breaches({ read });
  } finally {
    await owner.query('rollback');
  }
};

test('untouched logs have no findings', async () => {
  expect(await breaches(new PostgresUnitOfWork(pool))).toEqual([]);
  expect(await afterTampering('select 1')).toEqual([]);
});

describe('verification finds', () => {
  const inLog = `tenant_id = '${tenantId}' and sequence`;
  test.each([
    [
      'an actor that was changed',
      `update tenant_log set actor = 'nobody' where ${inLog} = 1`,
      [/chain.*event 1: its hash/],
    ],
    [
      'content that was changed',
      `update tenant_log set content = '{}' where ${inLog} = 3`,
      [/chain.*event 3: its hash/, /agrees.*differs from event 3/],
    ],
    [
      'a time that was changed',
      `update tenant_log set occurred_at = occurred_at - interval '1 second' where ${inLog} = 2`,
      [/chain.*event 2: its hash/],
    ],
    [
      'an event that was deleted',
      `delete from tenant_log where ${inLog} = 2`,
      [/event 3: follows event 1/, /event 3: does not continue/, /agrees: ledger .*: has no event/],
    ],
    [
      'a log that was cut off at its end',
      `delete from tenant_log where ${inLog} >= 5`,
      [/head: the last event is 6 in the head, but 4 in the log/],
    ],
    [
      'a log that was deleted',
      `delete from tenant_log where tenant_id = '${otherId}'`,
      [/head: the last event is 1 in the head, but 0 in the log/, /has no event/],
    ],
    [
      'a head that was deleted',
      `delete from tenant_log_heads where tenant_id = '${otherId}'`,
      [/head: the last event is 0 in the head, but 1 in the log/],
    ],
    [
      'a head with the hash of a different event',
      `update tenant_log_heads set last_hash = '\\x00'::bytea || sha256('other') where tenant_id = '${otherId}'`,
      [/head: its hash is not the hash of the last event/],
    ],
    ['a row that was changed', `update ledgers set code = 'OTHER'`, [/agrees: ledger .*: differs from event 2/]],
    [
      'decimals that were changed',
      `update ledgers set storage_decimals = 4`,
      [/agrees: ledger .*: differs from event 2/],
    ],
    [
      'a row that was added',
      `insert into tenants values ('${newId()}', 'Mallory', now())`,
      [/agrees: tenant .*: has no event/],
    ],
    [
      'a row that was deleted',
      `delete from fx_rates`,
      [/agrees: rate EUR\/USD: does not exist, but event \d+ says that it does/],
    ],
    [
      'a row that was added again',
      `insert into string_members select id, '${ledgerId}', now() from strings order by id limit 1`,
      [/agrees: string_member .*: exists, but event 6 says that it does not/],
    ],
    [
      'a row that was given to another tenant',
      `update ledgers set tenant_id = '${otherId}'`,
      [/agrees: ledger .*: has an event in the log of another tenant/],
    ],
    [
      'a key that no event explains',
      `insert into admin_keys (id, prefix, secret_hash, name, created_at) values ('${newId()}', 'abcdefghijkl', decode(repeat('00', 32), 'hex'), 'x', now())`,
      [/agrees: admin_key .*: has no event/],
    ],
    [
      'a person that no event explains',
      `insert into operators (id, email, name, role, created_at) values ('${newId()}', 'm@example.com', 'M', 'admin', now())`,
      [/agrees: operator .*: has no event/],
    ],
    [
      'a person who was made an administrator',
      `update operators set role = 'admin' where id = '${operatorId}'`,
      [/agrees: operator .*: differs from event \d+/],
    ],
    [
      'a session that no event explains',
      `insert into sessions (id, token_hash, operator_id, began_by, address, created_at, seen_at, expires_at)
       values ('${newId()}', repeat('0', 64), '${operatorId}', 'sign_in', 'x', now(), now(), now() + interval '1 hour')`,
      [/agrees: session .*: has no event/],
    ],
    [
      'a session that was ended and is open again',
      `update sessions set ended_at = null, ended_by = null where id = '${endedId}'`,
      [/agrees: session .*: differs from event \d+/],
    ],
    [
      'a link that no event explains',
      `insert into invitations (operator_id, token_hash, created_by, created_at, expires_at)
       values ('${otherOperatorId}', repeat('0', 64), 'x', now(), now() + interval '1 hour')`,
      [/agrees: invitation .*: has no event/],
    ],
    [
      'a link that was used and is open again',
      `update invitations set used_at = null where operator_id = '${operatorId}'`,
      [/agrees: invitation .*: differs from event \d+/],
    ],
    [
      'a session that was deleted before its expiry',
      `delete from sessions where id = '${openId}'`,
      [/agrees: session .*: does not exist, but event \d+ says that it does/],
    ],
    [
      'a right to write into the log',
      `grant insert on tenant_log to ${applicationRole}`,
      [/out-of-reach: tenant_log: ledger_app may insert it/],
    ],
  ])('%s', async (_, statement, expected) => {
    const found = await afterTampering(statement);
    for (const pattern of expected) expect(found).toContainEqual(expect.stringMatching(pattern));
    expect(found.length).toBeLessThanOrEqual(expected.length);
  });

  test('a rewritten log with a valid chain, by the rows that differ from it', async () => {
    const found = await afterTampering(
      'set local session_replication_role = origin',
      'alter table tenant_log disable trigger tenant_log_is_written_once',
      'alter table tenant_log_heads disable trigger tenant_log_heads_stay',
      `delete from tenant_log where tenant_id = '${otherId}'`,
      `delete from tenant_log_heads where tenant_id = '${otherId}'`,
      `insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
       values ('${otherId}', 'tenant.created', 'nobody', 'tenant', '${otherId}', '{"name": "Mallory"}')`,
    );
    expect(found).toEqual([expect.stringMatching(/agrees: tenant .*: differs from event 1/)]);
  });
});

describe('the role of the service', () => {
  const asService = (statement: string): Promise<unknown> =>
    connected(database.url, async (client) => {
      await client.query(`set role ${applicationRole}`);
      return client.query(statement);
    });

  test.each([
    `insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content) values ('${tenantId}', 'a.b', 'c', 'd', 'e', '{}')`,
    `update tenant_log set actor = 'nobody'`,
    'delete from tenant_log',
    'truncate tenant_log',
    'update tenant_log_heads set last_sequence = 0',
    'select tell_tenant_log()',
  ])('may not: %s', async (statement) => {
    await expect(asService(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|0A000)$/) });
  });

  test('acts, and the log records it', async () => {
    await asService(`update tenants set name = 'Renamed' where id = '${otherId}'`);
    const { rows } = await owner.query(`select type, actor from tenant_log where tenant_id = $1 order by sequence`, [
      otherId,
    ]);
    expect(rows).toEqual([
      { type: 'tenant.created', actor: 'ak_abc' },
      { type: 'tenant.updated', actor: 'command line' },
    ]);
  });
});

describe('the owner', () => {
  test.each([
    `update tenant_log set actor = 'nobody'`,
    'delete from tenant_log',
    'truncate tenant_log',
    'delete from tenant_log_heads',
  ])('is refused while the triggers are enabled: %s', async (statement) => {
    await expect(connected(database.url, (client) => client.query(statement))).rejects.toMatchObject({ code: 'LG002' });
  });

  test('cannot choose the sequence or the hash of an event', async () => {
    await owner.query('begin');
    await owner.query(
      `insert into tenant_log (tenant_id, sequence, type, actor, subject_type, subject_id, content, occurred_at, previous_hash, hash)
       values ($1::uuid, 99, 'tenant.updated', 'me', 'tenant', $1::uuid::text, '{}', '2000-01-01', $2, $2)`,
      [otherId, Buffer.alloc(33)],
    );
    const { rows } = await owner.query(
      'select sequence, hash from tenant_log where tenant_id = $1 order by sequence desc limit 1',
      [otherId],
    );
    await owner.query('rollback');
    expect(rows[0].sequence).toBe('3');
    expect(rows[0].hash).not.toEqual(Buffer.alloc(33));
  });
});
