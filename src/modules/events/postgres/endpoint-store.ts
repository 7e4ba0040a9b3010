/** Webhook endpoints and their deliveries in PostgreSQL. */
import type { LedgerId } from '../../../kernel/ids';
import { pageOf, type Page, type Position, type Slice } from '../../../kernel/page';
import { rowReader } from '../../../kernel/postgres/entities';
import { entitiesOf, type Orm } from '../../../kernel/postgres/orm';
import { readUse } from '../../../kernel/postgres/quotas';
import { plainArray, queryText } from '../../../kernel/postgres/sql';
import { deliveryActor, type Principal } from '../../../kernel/principal';
import { changeRows, fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import { textArray } from '../../../kernel/postgres/sql-rows';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { QuotaUse } from '../../../kernel/quotas';
import { ok, refuse, refused } from '../../../kernel/refusal';
import type { Tx } from '../../../kernel/unit-of-work';
import type {
  DeliveryRecord,
  DeliveryStore,
  DueEndpoint,
  EndpointChange,
  EndpointReader,
  EndpointStore,
  KeptEndpoint,
  Leased,
  LedgerStanding,
} from '../application/ports';
import type { Delivery, DeliveryId, DeliveryState, Endpoint, EndpointId } from '../domain/endpoint';
import { telling } from './endpoint-telling';
import { listDeliveries, listEndpoints, type ListStatement } from './endpoint-lists';
import { DeliverySchema, EndpointSchema, toDelivery, toEndpoint, type DeliveryRow, type EndpointRow } from './schema';

const readEndpoint = (row: object): EndpointRow => rowReader(EndpointSchema)(row) as EndpointRow;
const readDelivery = (row: object): Delivery => toDelivery(rowReader(DeliverySchema)(row) as DeliveryRow);

export class PostgresEndpointStore implements EndpointStore, EndpointReader, DeliveryStore {
  constructor(
    private readonly unitOfWork: PostgresUnitOfWork,
    private readonly orm: Orm,
  ) {}

  readUse(tx: Tx, { tenantId, ledgerId }: Pick<Principal, 'tenantId' | 'ledgerId'>): Promise<QuotaUse> {
    const count = entitiesOf(this.orm, tx).count(EndpointSchema, { ledgerId });
    return readUse(tx, tenantId, 'webhook_endpoints', count);
  }

  async insert(tx: Tx, ledgerId: LedgerId, { types, deliveredThrough, ...endpoint }: KeptEndpoint): Promise<void> {
    await telling(tx, ledgerId, endpoint.id, () =>
      entitiesOf(this.orm, tx).insert(EndpointSchema, {
        ...{ ledgerId, ...endpoint },
        ...{ types: types && types.join(','), deliveredThrough: deliveredThrough.toString(), hasQueued: false },
        redelivery: null,
        ...{
          dueAt: endpoint.createdAt,
          waitsAfter: null,
          leasedBy: null,
          leasedUntil: endpoint.createdAt,
          version: '1',
        },
      }),
    );
  }

  async readForChange(tx: Tx, ledgerId: LedgerId, id: EndpointId): Promise<KeptEndpoint | undefined> {
    const [row] = await fetchRows(tx, sql.read_endpoint_for_change, { ledger_id: ledgerId, id });
    return row && toEndpoint(readEndpoint(row));
  }

  async update(tx: Tx, ledgerId: LedgerId, id: EndpointId, change: EndpointChange, at: Date): Promise<void> {
    const { types, deliveredThrough, ...others } = change;
    const row = {
      ...others,
      ...(types === undefined ? {} : { types: types && types.join(',') }),
      ...(deliveredThrough === undefined ? {} : { deliveredThrough: deliveredThrough.toString() }),
    };
    if (Object.keys(row).length > 0)
      await telling(tx, ledgerId, id, () =>
        entitiesOf(this.orm, tx).nativeUpdate(EndpointSchema, { ledgerId, id }, row as never),
      );
    await changeRows(tx, sql.renew_endpoint, { ledger_id: ledgerId, id, at: at.toISOString() });
  }

  async remove(tx: Tx, ledgerId: LedgerId, id: EndpointId): Promise<boolean> {
    const remove = () => entitiesOf(this.orm, tx).nativeDelete(EndpointSchema, { ledgerId, id });
    return (await telling(tx, ledgerId, id, remove)) === 1;
  }

  async retryNow(tx: Tx, ledgerId: LedgerId, id: EndpointId, at: Date): Promise<void> {
    await changeRows(tx, sql.retry_now, { ledger_id: ledgerId, id, at: at.toISOString() });
  }

  async forgetAfter(tx: Tx, ledgerId: LedgerId, id: EndpointId, sequence: bigint): Promise<void> {
    await changeRows(tx, sql.forget_after, { ledger_id: ledgerId, id, sequence: sequence.toString() });
  }

  async queue(
    tx: Tx,
    ledgerId: LedgerId,
    id: EndpointId,
    events: Parameters<EndpointStore['queue']>[3],
    at: Date,
  ): Promise<void> {
    await changeRows(tx, sql.queue_deliveries, {
      ledger_id: ledgerId,
      endpoint_id: id,
      sequences: plainArray(events.map(({ sequence }) => sequence)),
      ids: plainArray(events.map((event) => event.id)),
      types: textArray(events.map(({ type }) => type)),
      at: at.toISOString(),
    });
  }

  async readDelivery(
    tx: Tx,
    ledgerId: LedgerId,
    id: EndpointId,
    deliveryId: DeliveryId,
  ): Promise<Delivery | undefined> {
    const where = { ledgerId, endpointId: id, id: deliveryId };
    const found = await entitiesOf(this.orm, tx).findOne(DeliverySchema, where);
    return found ? toDelivery(found) : undefined;
  }

  endpoints(ledgerId: LedgerId, slice: Slice): Promise<Page<Endpoint>> {
    return this.page(ledgerId, listEndpoints(ledgerId, slice), slice, (row) => {
      const endpoint = toEndpoint(readEndpoint(row));
      return [endpoint, [endpoint.id]];
    });
  }

  endpoint(ledgerId: LedgerId, id: EndpointId): Promise<Endpoint | undefined> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, async (tx) => {
      const found = await entitiesOf(this.orm, tx).findOne(EndpointSchema, { ledgerId, id });
      return found ? toEndpoint(found) : undefined;
    });
  }

  deliveries(
    ledgerId: LedgerId,
    id: EndpointId,
    state: DeliveryState | undefined,
    slice: Slice,
  ): Promise<Page<Delivery>> {
    return this.page(ledgerId, listDeliveries(ledgerId, id, state, slice), slice, (row) => {
      const delivery = readDelivery(row);
      return [delivery, [delivery.sequence.toString()]];
    });
  }

  async due(at: Date): Promise<readonly DueEndpoint[]> {
    const { rows } = await this.unitOfWork.nodes.ask(sql.find_endpoints_to_serve, { at: at.toISOString() });
    return rows.map((row) => ({
      ledgerId: row.ledger_id,
      id: row.id,
      deliveredThrough: BigInt(row.delivered_through),
      hasQueued: row.has_queued,
    }));
  }

  async lease(ledgerId: LedgerId, id: EndpointId, owner: string, at: Date, until: Date): Promise<Leased | undefined> {
    const outcome = await this.unitOfWork.run<'taken', Leased>({ ledgerIds: [ledgerId] }, async (tx) => {
      const times = { at: at.toISOString(), until: until.toISOString() };
      const [row] = await fetchRows(tx, sql.lease_endpoint, { ledger_id: ledgerId, id, owner, ...times });
      if (!row) return refuse('taken' as const);
      const { version, ...kept } = readEndpoint(row);
      const endpoint = toEndpoint({ version, ...kept });
      const through = kept.deliveredThrough;
      const open = await fetchRows(tx, sql.read_open_deliveries, { ledger_id: ledgerId, id, through });
      return ok({ endpoint, version: BigInt(version), deliveries: open.map(readDelivery) });
    });
    return refused(outcome) ? undefined : outcome.right;
  }

  async record(ledgerId: LedgerId, id: EndpointId, owner: string, record: DeliveryRecord): Promise<bigint | undefined> {
    const { deliveries, lease, paused, unwanted } = record;
    const actor = deliveryActor;
    const outcome = await this.unitOfWork.run<'lost', bigint>({ ledgerIds: [ledgerId], actor }, async (tx) => {
      const write = () =>
        fetchRows(tx, sql.record_endpoint, {
          ledger_id: ledgerId,
          endpoint_id: id,
          owner,
          version: record.version.toString(),
          through: record.deliveredThrough.toString(),
          has_queued: record.hasQueued,
          paused_at: paused?.at.toISOString() ?? null,
          pause_reason: paused?.reason ?? null,
          is_gone: record.isGone,
          due_at: 'dueAt' in lease ? lease.dueAt.toISOString() : null,
          waits_after: 'dueAt' in lease ? (lease.waitsAfter?.toString() ?? null) : null,
          leased_until: 'until' in lease ? lease.until.toISOString() : null,
        });
      const [[row]] = await Promise.all([
        record.isGone ? telling(tx, ledgerId, id, write) : write(),
        deliveries.length > 0 ? writeDeliveries(tx, ledgerId, id, deliveries) : undefined,
      ]);
      if (!row) return refuse('lost' as const);
      const version = BigInt(row.version);
      if (unwanted.length > 0 && version === record.version)
        await changeRows(tx, sql.forget_unwanted, { ledger_id: ledgerId, id, sequences: plainArray(unwanted) });
      return ok(version);
    });
    return refused(outcome) ? undefined : outcome.right;
  }

  async tidyUp(ledgerId: LedgerId, id: EndpointId, before: bigint): Promise<void> {
    await this.unitOfWork.run<never, void>({ ledgerIds: [ledgerId] }, async (tx) => {
      await changeRows(tx, sql.tidy_up_deliveries, { ledger_id: ledgerId, id, before: before.toString() });
      return ok(undefined);
    });
  }

  private async page<A>(
    ledgerId: LedgerId,
    { text, values }: ListStatement,
    slice: Slice,
    read: (row: object) => readonly [item: A, position: Position],
  ): Promise<Page<A>> {
    const rows = await this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => queryText<object>(tx, text, values));
    const page = pageOf(rows.map(read), slice, ([, position]) => position);
    return { ...page, items: page.items.map(([item]) => item) };
  }

  async standing(): Promise<readonly LedgerStanding[]> {
    const { rows } = await this.unitOfWork.nodes.ask(sql.read_endpoints_standing, {});
    return rows.map((row) => ({
      ledgerId: row.ledger_id,
      deliveredThrough: row.delivered_through === null ? null : BigInt(row.delivered_through),
      paused: Number(row.paused),
    }));
  }
}

const writeDeliveries = (
  tx: Tx,
  ledgerId: LedgerId,
  id: EndpointId,
  deliveries: readonly Delivery[],
): Promise<number> =>
  changeRows(tx, sql.record_deliveries, {
    ledger_id: ledgerId,
    endpoint_id: id,
    sequences: plainArray(deliveries.map(({ sequence }) => sequence)),
    ids: plainArray(deliveries.map((delivery) => delivery.id)),
    types: textArray(deliveries.map(({ type }) => type)),
    states: textArray(deliveries.map(({ state }) => state)),
    attempts: plainArray(deliveries.map(({ attempts }) => attempts)),
    statuses: plainArray(deliveries.map(({ status }) => status)),
    answers: textArray(deliveries.map(({ answer }) => answer)),
    faults: textArray(deliveries.map(({ fault }) => fault)),
    milliseconds: plainArray(deliveries.map(({ milliseconds }) => milliseconds && Math.round(milliseconds))),
    attempted: textArray(deliveries.map(({ lastAttemptAt }) => lastAttemptAt?.toISOString() ?? null)),
    next: textArray(deliveries.map(({ nextAttemptAt }) => nextAttemptAt?.toISOString() ?? null)),
  });

const sql = loadStatements(__filename, {
  read_endpoint_for_change: parameters('ledger_id', 'id').rows<object>(),
  renew_endpoint: parameters('ledger_id', 'id', 'at'),
  retry_now: parameters('ledger_id', 'id', 'at'),
  forget_after: parameters('ledger_id', 'id', 'sequence'),
  queue_deliveries: parameters('ledger_id', 'endpoint_id', 'sequences', 'ids', 'types', 'at'),
  find_endpoints_to_serve: parameters('beside', 'at').rows<{
    ledger_id: LedgerId;
    id: EndpointId;
    delivered_through: string;
    has_queued: boolean;
  }>(),
  lease_endpoint: parameters('ledger_id', 'id', 'owner', 'at', 'until').rows<object>(),
  read_open_deliveries: parameters('ledger_id', 'id', 'through').rows<object>(),
  record_deliveries: parameters(
    ...(['ledger_id', 'endpoint_id', 'sequences', 'ids', 'types', 'states', 'attempts', 'statuses'] as const),
    ...(['answers', 'faults', 'milliseconds', 'attempted', 'next'] as const),
  ),
  record_endpoint: parameters(
    ...(['ledger_id', 'endpoint_id', 'owner', 'version', 'through', 'has_queued', 'paused_at'] as const),
    ...(['pause_reason', 'is_gone', 'due_at', 'waits_after', 'leased_until'] as const),
  ).rows<{ version: string }>(),
  forget_unwanted: parameters('ledger_id', 'id', 'sequences'),
  tidy_up_deliveries: parameters('ledger_id', 'id', 'before'),
  read_endpoints_standing: parameters('beside').rows<{
    ledger_id: LedgerId;
    delivered_through: string | null;
    paused: string;
  }>(),
});
