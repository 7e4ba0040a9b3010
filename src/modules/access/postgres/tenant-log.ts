/** The logs of tenants in PostgreSQL, where triggers write them (migrations/0013-administration.sql). */
import type { ActsQuestion } from '../../../kernel/acts';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { applicationRole } from '../../../kernel/postgres/session';
import { instantOf, plainArray, queryShape, queryText } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters, unprepared } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { LogBreaches, TenantLogReader, TenantLogSnapshot, WantedEvents } from '../application/tenant-log-reader';
import { actorOfLink } from '../domain/session';
import { installationLog, type TenantEvent, type TenantLogHead } from '../domain/tenant-log';

const chunkRows = 250;
const maxNamed = 100;

export class PostgresTenantLog implements TenantLogReader {
  constructor(private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read'>) {}

  async page({ tenantId, subjectId }: WantedEvents, slice: Slice): Promise<Page<TenantEvent>> {
    const isOfOneLog = tenantId !== undefined && subjectId === undefined;
    const { text, values } = isOfOneLog ? listOne(tenantId, slice) : listByTime({ tenantId, subjectId }, slice);
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) => {
      const rows = await queryShape<EventRow>(tx, text, values);
      const positionOf = ({ occurredAt, tenantId: whose, sequence }: TenantEvent) =>
        isOfOneLog ? [sequence.toString()] : [occurredAt.toISOString(), whose, sequence.toString()];
      return pageOf(rows.map(toEvent), slice, positionOf);
    });
  }

  async acts(tenantId: TenantId, { actor, since }: ActsQuestion, slice: Slice): Promise<readonly TenantEvent[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) => {
      // The actor's own acts and the acts through the actor's links are read one after the other, because the index is in the list's order
      // only within one actor.
      const found: TenantEvent[] = [];
      for (const name of [actor, actorOfLink(actor)]) {
        const { text, values } = listByTime({ tenantId, actor: name, since }, slice);
        found.push(...(await queryShape<EventRow>(tx, text, values)).map(toEvent));
      }
      return found;
    });
  }

  async ends(): Promise<readonly Omit<TenantLogHead, 'lastHash'>[]> {
    const rows = await this.unitOfWork.read({ ledgerIds: [] }, (tx) => fetchRows(tx, sql.read_tenant_log_ends, {}));
    return rows.map(({ tenant_id, last_sequence }) => ({ tenantId: tenant_id, lastSequence: BigInt(last_sequence) }));
  }

  async hashes(tenantId: TenantId, after: bigint, limit: number): Promise<Buffer> {
    const [row] = await this.unitOfWork.read({ ledgerIds: [] }, (tx) =>
      fetchRows(tx, sql.read_tenant_event_hashes, { tenant_id: tenantId, after: String(after), limit }),
    );
    return row?.hashes ?? Buffer.alloc(0);
  }

  async read<A>(work: (logs: TenantLogSnapshot) => Promise<A>): Promise<A> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) => {
      for (const [name, value] of Object.entries(settings)) await queryText(tx, `set local ${name} = '${value}'`, []);
      return work(snapshotIn(tx));
    });
  }
}

/** The settings of the verification, which reads everything and has no time limit. */
const settings = { statement_timeout: '0', enable_seqscan: 'on', plan_cache_mode: 'auto', timezone: 'UTC' };

/** The list begins with the newest event, so `forward` means descending sequences. */
const wayOf = ({ direction }: Slice) => (direction === 'forward' ? (['<', 'desc'] as const) : (['>', 'asc'] as const));

const listOne = (tenantId: TenantId, slice: Slice) => {
  const [beyond, order] = wayOf(slice);
  return {
    text: `select * from tenant_log where tenant_id = $1${slice.from ? ` and sequence ${beyond} $3` : ''}
            order by sequence ${order} limit $2`,
    values: [tenantId, slice.limit + 1, ...(slice.from ?? [])],
  };
};

interface Narrowed extends WantedEvents {
  readonly actor?: string;
  readonly since?: Date | undefined;
}

/** Builds the list in the order of time. The log's id is the second part of a position (kernel/acts), to order acts of the same moment. */
const listByTime = ({ tenantId, subjectId, actor, since }: Narrowed, slice: Slice) => {
  const [beyond, order] = wayOf(slice);
  const values: unknown[] = [slice.limit + 1];
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const where = [
    ...(subjectId === undefined ? [] : [`subject_id = ${bind(subjectId, 'text')}`]),
    ...(actor === undefined ? [] : [`actor = ${bind(actor, 'text')}`]),
    ...(tenantId === undefined ? [] : [`tenant_id = ${bind(tenantId, 'uuid')}`]),
    ...(since === undefined ? [] : [`occurred_at >= ${bind(since.toISOString(), 'timestamptz')}`]),
  ];
  if (slice.from) {
    const [at, whose, sequence] = slice.from;
    const position = [bind(at, 'timestamptz'), bind(whose, 'uuid'), bind(sequence, 'bigint')];
    where.push(`(occurred_at, tenant_id, sequence) ${beyond} (${position.join(', ')})`);
  }
  return {
    text: `select * from tenant_log ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
            order by occurred_at ${order}, tenant_id ${order}, sequence ${order} limit $1`,
    values,
  };
};

const snapshotIn = (tx: Tx): TenantLogSnapshot => ({
  heads: async (tenantId) =>
    (await fetchRows(tx, sql.read_tenant_log_heads, { tenant_id: tenantId ?? null })).map(toHead),
  async *events(tenantId) {
    for (let after: bigint | undefined = 0n; after !== undefined;) {
      const rows: readonly EventRow[] = await fetchRows(tx, sql.read_tenant_events, {
        ...{ tenant_id: tenantId, after: after.toString(), limit: chunkRows },
      });
      const events = rows.map(toEvent);
      yield* events;
      after = rows.length < chunkRows ? undefined : events[events.length - 1]?.sequence;
    }
  },
  disagreements: async (tenantId) =>
    breachesIn(
      await fetchRows(tx, sql.read_log_disagreements, {
        ...{ tenant_id: tenantId ?? null, nobody: installationLog, max_named: maxNamed },
        endpoints: JSON.stringify(await readEndpoints(tx, tenantId)),
      }),
    ),
  openings: async () =>
    breachesIn(await fetchRows(tx, sql.read_log_openings, { role: applicationRole, max_named: maxNamed })),
});

/**
 * Adds the ledgers to the scope of the transaction before it reads their endpoints, because row-level security hides endpoints of ledgers
 * outside of the scope.
 */
const readEndpoints = async (tx: Tx, tenantId: TenantId | undefined): Promise<readonly object[]> => {
  const ledgers = await fetchRows(tx, sql.read_ids_of_ledgers, { tenant_id: tenantId ?? null });
  const scope = plainArray(ledgers.map(({ id }) => id));
  await queryText(tx, `set local ledger.scope = '${scope}'`, []);
  const rows = await fetchRows(tx, sql.read_kept_endpoints, { ledger_ids: scope });
  return rows.map(({ row, ...names }) => ({ ...names, row: JSON.parse(row) as unknown }));
};

interface EventRow {
  readonly tenant_id: TenantId;
  readonly sequence: string;
  readonly type: string;
  readonly actor: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly content: string;
  readonly occurred_at: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

const toEvent = (row: EventRow): TenantEvent => ({
  tenantId: row.tenant_id,
  sequence: BigInt(row.sequence),
  type: row.type,
  actor: row.actor,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  content: row.content,
  occurredAt: instantOf(row.occurred_at),
  previousHash: row.previous_hash,
  hash: row.hash,
});

interface HeadRow {
  readonly tenant_id: TenantId;
  readonly last_sequence: string;
  readonly last_hash: Buffer;
}

const toHead = (row: HeadRow): TenantLogHead => ({
  tenantId: row.tenant_id,
  lastSequence: BigInt(row.last_sequence),
  lastHash: row.last_hash,
});

interface BreachRow {
  readonly place: string;
  readonly detail: string;
  readonly total: string;
}

const breachesIn = (rows: readonly BreachRow[]): LogBreaches => ({
  total: Number(rows[0]?.total ?? 0),
  named: rows.map(({ place, detail }) => ({ where: place, detail })),
});

const sql = loadStatements(__filename, {
  read_tenant_log_ends: parameters().rows<Pick<HeadRow, 'tenant_id' | 'last_sequence'>>(),
  read_tenant_event_hashes: parameters('tenant_id', 'after', 'limit').rows<{ readonly hashes: Buffer | null }>(),
  read_tenant_log_heads: unprepared(parameters('tenant_id').rows<HeadRow>()),
  read_tenant_events: unprepared(parameters('tenant_id', 'after', 'limit').rows<EventRow>()),
  read_ids_of_ledgers: unprepared(parameters('tenant_id').rows<{ readonly id: LedgerId }>()),
  read_kept_endpoints: unprepared(
    parameters('ledger_ids').rows<{ readonly id: string; readonly ledger_id: LedgerId; readonly row: string }>(),
  ),
  read_log_disagreements: unprepared(parameters('tenant_id', 'nobody', 'endpoints', 'max_named').rows<BreachRow>()),
  read_log_openings: unprepared(parameters('role', 'max_named').rows<BreachRow>()),
});
