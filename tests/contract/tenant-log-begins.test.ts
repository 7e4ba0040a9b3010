/** The first events of the tenants' log record everything that existed before, and agree with it. */
import { Client } from 'pg';
import { newId } from '../../src/kernel/ids';
import { migrate, migrationFiles } from '../../src/kernel/postgres/migrate';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { createVerifyTenantLogs } from '../../src/modules/access/application/verify-tenant-logs';
import { PostgresTenantLog } from '../../src/modules/access/postgres/tenant-log';
import { emptyDatabase } from '../support/database';

test('an older installation begins its logs with events about everything that exists', async () => {
  const database = await emptyDatabase();
  const owner = new Client({ connectionString: database.url });
  const pool = openPool({ url: database.url, maxConnections: 1 });
  try {
    await owner.connect();
    await owner.query(
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    for (const { name, text, checksum } of migrationFiles().filter((file) => file.name < '0013')) {
      await owner.query(text);
      await owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    }
    const [tenantId, ledgerId, stringId] = [newId(), newId(), newId()];
    // The rows are written in a session with a different time zone, which must not change the instants in the log.
    await owner.query(`set timezone = 'Asia/Tokyo'`);
    await owner.query(`insert into tenants values ($1, 'Before', now())`, [tenantId]);
    await owner.query(
      `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals, created_at, updated_at)
       values ($1, $2, 'MAIN', 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
      [ledgerId, tenantId],
    );
    await owner.query(
      `insert into api_keys (id, tenant_id, ledger_id, currency, storage_decimals, display_decimals, prefix, secret_hash, scopes, created_at)
       values ($1, $2, $3, 'EUR', 2, 2, 'abcdefghijkl', $4, '{read}', now())`,
      [newId(), tenantId, ledgerId, Buffer.alloc(32, 1)],
    );
    await owner.query(
      `insert into operators (id, email, name, role, created_at) values ($1, 'anna@example.com', 'Anna', 'admin', now())`,
      [newId()],
    );
    await owner.query(`insert into strings values ($1, $2, 'S', 'S', null, true, now(), now())`, [stringId, tenantId]);
    await owner.query('insert into string_members values ($1, $2, now())', [stringId, ledgerId]);
    await owner.query(`insert into fx_rates values ('EUR', 'USD', '1.08', now())`);
    await owner.query(`select set_config('ledger.scope', $1, false)`, [ledgerId]);
    await owner.query(
      `insert into webhook_endpoints (ledger_id, id, url, is_active, max_in_flight, secret, delivered_through, due_at, leased_until, created_at, updated_at)
       values ($1, $2, 'https://hooks.example/', true, 1, 'sealed', 0, now(), now(), now(), now())`,
      [ledgerId, newId()],
    );
    await owner.query('insert into attribute_settings (tenant_id, strict_mode, updated_at) values ($1, true, now())', [
      tenantId,
    ]);
    await owner.query(
      `insert into attribute_definitions (tenant_id, key, id, label, created_at, updated_at)
       values ($1, 'color', $2, 'Colour', now(), now()), ($1, 'region', $3, null, now(), now())`,
      [tenantId, newId(), newId()],
    );
    expect((await migrate(database.url)).applied).toContain('0013-administration.sql');
    const { rows } = await owner.query('select type, actor from tenant_log order by tenant_id, sequence');
    expect(rows).toEqual(
      [
        ...['operator.created', 'rate.set'],
        ...['tenant.created', 'ledger.created', 'key.created', 'string.created', 'string_member.added'],
        ...['webhook_endpoint.created', 'attribute_definition.created', 'attribute_settings.set'],
      ].map((type) => ({ type, actor: 'migration' })),
    );
    const checks = await createVerifyTenantLogs(new PostgresTenantLog(new PostgresUnitOfWork(pool)))();
    expect(checks.map(({ name, total, named }) => ({ name, total, named }))).toEqual(
      ['tenant-log-chain', 'tenant-log-agrees', 'tenant-log-out-of-reach'].map((name) => ({
        name,
        total: 0,
        named: [],
      })),
    );
  } finally {
    await owner.end();
    await pool.close();
    await database.drop();
  }
});
