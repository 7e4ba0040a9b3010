/**
 * Rewrites the log of a tenant, and the rows that this log records, as a superuser who recomputes the hash chain with the service's own
 * functions.
 */
import type { Client } from 'pg';
import type { LedgerId, TenantId } from '../../src/kernel/ids';
import { tenantEventFormats, tenantGenesisFormats, type TenantEvent } from '../../src/modules/access/domain/tenant-log';

type Log = readonly TenantEvent[];

interface Row {
  readonly type: string;
  readonly actor: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly content: string;
  readonly occurred_at: Date;
}

/** Replaces the log with the result of `rewrite`, in a session with all triggers switched off. */
export const rewriteTenantLog = async (
  owner: Client,
  tenantId: TenantId,
  rewrite: (log: Log) => Log,
): Promise<void> => {
  const { rows } = await owner.query<Row & { hash: Buffer; previous_hash: Buffer }>(
    'select * from tenant_log where tenant_id = $1 order by sequence',
    [tenantId],
  );
  const log = rows.map((row, index) => ({
    ...{ tenantId, sequence: BigInt(index + 1), type: row.type, actor: row.actor, content: row.content },
    ...{ subjectType: row.subject_type, subjectId: row.subject_id, occurredAt: row.occurred_at },
    ...{ previousHash: row.previous_hash, hash: row.hash },
  }));
  await owner.query('delete from tenant_log where tenant_id = $1', [tenantId]);
  let previousHash = tenantGenesisFormats.hashOf(tenantId);
  const events = rewrite(log);
  for (const [index, event] of events.entries()) {
    const sequence = BigInt(index + 1);
    const hash = tenantEventFormats.hashOf({ ...event, sequence, previousHash });
    const { type, actor, subjectType, subjectId, content, occurredAt } = event;
    await owner.query(
      `insert into tenant_log (tenant_id, sequence, type, actor, subject_type, subject_id, content, occurred_at, previous_hash, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [tenantId, String(sequence), type, actor, subjectType, subjectId, content, occurredAt, previousHash, hash],
    );
    previousHash = hash;
  }
  await owner.query('update tenant_log_heads set last_sequence = $2, last_hash = $3 where tenant_id = $1', [
    ...[tenantId, String(events.length), previousHash],
  ]);
};

/** Inserts a key of the ledger, which the log of its tenant records, and an exchange rate, which the log of the installation records. */
export const fillTenantLog = async (owner: Client, ledgerId: LedgerId): Promise<void> => {
  await owner.query(
    `insert into api_keys (id, tenant_id, ledger_id, currency, storage_decimals, display_decimals, prefix, secret_hash, scopes, created_at)
     select gen_random_uuid(), tenant_id, id, currency, storage_decimals, display_decimals, 'tamperedkey1', decode(repeat('00', 32), 'hex'), array['read'], now()
       from ledgers where id = $1`,
    [ledgerId],
  );
  await owner.query(`insert into fx_rates values ('EUR', 'USD', '1.08', now())`);
};

/** Rewrites the last event about an object, so that it matches the object's present row. Returns the tenant. */
const tellAnew = async (
  owner: Client,
  subjectType: string,
  { id, tenant_id: tenantId, content }: { readonly id: string; readonly tenant_id: TenantId; readonly content: string },
): Promise<readonly [TenantId]> => {
  await rewriteTenantLog(owner, tenantId, (log) => {
    const last = log.findLastIndex((event) => event.subjectType === subjectType && event.subjectId === id);
    return log.with(last, { ...(log[last] as TenantEvent), content });
  });
  return [tenantId];
};

interface Told {
  readonly id: string;
  readonly tenant_id: TenantId;
  readonly content: string;
}

const first = async (owner: Client, statement: string): Promise<Told> => {
  const { rows } = await owner.query<Told>(statement);
  if (!rows[0]) throw new Error('there is nothing to tamper with');
  return rows[0];
};

/** Changes that checks of rows and chains cannot find, because the row, its event and every later hash agree. Each returns the tenant. */
export const retoldTamperings: readonly (readonly [string, (owner: Client) => Promise<readonly [TenantId]>])[] = [
  [
    'capabilities added to keys',
    async (owner) =>
      tellAnew(
        owner,
        'key',
        await first(
          owner,
          `update api_keys k set capabilities = array['attributes:admin', 'events:admin', 'periods:admin'], scopes = array['read', 'post', 'undo', 'chart', 'admin']
            where id = (select id from api_keys order by id limit 1)
          returning id, tenant_id, (to_jsonb(k) - array['secret_hash', 'last_used_at'])::text as content`,
        ),
      ),
  ],
  [
    "a ledger's decimals changed in the tenant's log and everything recomputed",
    async (owner) => {
      const ledger = await first(
        owner,
        `update ledgers l set storage_decimals = storage_decimals + 1 where id = (select id from ledgers order by id limit 1)
         returning id, tenant_id, to_jsonb(l)::text as content`,
      );
      const { rows: keys } = await owner.query<Told>(
        `update api_keys k set storage_decimals = storage_decimals + 1 where ledger_id = $1
         returning id, tenant_id, (to_jsonb(k) - array['secret_hash', 'last_used_at'])::text as content`,
        [ledger.id],
      );
      for (const key of keys) await tellAnew(owner, 'key', key);
      return tellAnew(owner, 'ledger', ledger);
    },
  ],
];

const changed = (log: Log, change: Partial<TenantEvent>): Log => [
  { ...(log[0] as TenantEvent), ...change },
  ...log.slice(1),
];

/** Changes to the log that leave the recorded rows unchanged. */
export const tenantRewritings: readonly (readonly [string, (log: Log) => Log])[] = [
  ['a changed actor', (log) => changed(log, { actor: 'somebody else' })],
  ['a changed time', (log) => changed(log, { occurredAt: new Date('2001-01-01T00:00:00Z') })],
  ['a removed event', (log) => log.toSpliced(1, 1)],
  ['an inserted event', (log) => log.toSpliced(1, 0, log[0] as TenantEvent)],
  ['a truncated tail', (log) => log.slice(0, -1)],
];
