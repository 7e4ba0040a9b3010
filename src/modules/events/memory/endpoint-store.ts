/** Webhook endpoints in memory, with the same behaviour as the PostgreSQL store. */
import type { LedgerId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import type { QuotaUse } from '../../../kernel/quotas';
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
import { keep, KeptMap, Room } from '../../../kernel/memory/kept';
import { usualQuotas, type KeptQuotas } from '../../../kernel/memory/tokens';
import type { MemoryUnitOfWork } from '../../../kernel/memory/unit-of-work';
import { token } from '../../../kernel/token';

interface Kept {
  readonly ledgerId: LedgerId;
  readonly endpoint: KeptEndpoint;
  readonly hasQueued: boolean;
  readonly dueAt: Date;
  readonly waitsAfter: bigint | null;
  readonly leasedBy: string | null;
  readonly leasedUntil: Date;
  readonly version: bigint;
  readonly deliveries: ReadonlyMap<bigint, Delivery>;
}

const maxAgain = 1_000;
const never = new Date(0);
const bySequence = (x: Delivery, y: Delivery): number => (x.sequence < y.sequence ? -1 : 1);

export class MemoryEndpointStore implements EndpointStore, EndpointReader, DeliveryStore {
  private readonly kept: KeptMap<EndpointId, Kept>;

  constructor(
    private readonly unitOfWork: MemoryUnitOfWork,
    room = new Room(),
    private readonly quotas: KeptQuotas = usualQuotas,
  ) {
    this.kept = new KeptMap(room);
  }

  async readUse(_: Tx, { tenantId, ledgerId }: Pick<Principal, 'tenantId' | 'ledgerId'>): Promise<QuotaUse> {
    return { count: this.ofLedger(ledgerId).length, most: this.quotas.most(tenantId, 'webhook_endpoints') };
  }

  async insert(tx: Tx, ledgerId: LedgerId, endpoint: KeptEndpoint): Promise<void> {
    this.put(tx, endpoint.id, {
      ...{ ledgerId, endpoint, hasQueued: false, dueAt: endpoint.createdAt, waitsAfter: null },
      ...{ leasedBy: null, leasedUntil: endpoint.createdAt, version: 1n, deliveries: new Map() },
    });
  }

  async readForChange(_: Tx, ledgerId: LedgerId, id: EndpointId): Promise<KeptEndpoint | undefined> {
    return this.find(ledgerId, id)?.endpoint;
  }

  async update(
    tx: Tx,
    ledgerId: LedgerId,
    id: EndpointId,
    // The redelivery is not recorded, because without a database a tenant has no log.
    { hasQueued, redelivery: _, ...change }: EndpointChange,
    at: Date,
  ): Promise<void> {
    this.change(tx, ledgerId, id, (kept) => ({
      ...{ ...kept, endpoint: { ...kept.endpoint, ...change, updatedAt: at } },
      ...{ hasQueued: hasQueued ?? kept.hasQueued, dueAt: at, version: kept.version + 1n },
    }));
  }

  async remove(tx: Tx, ledgerId: LedgerId, id: EndpointId): Promise<boolean> {
    const isThere = this.find(ledgerId, id) !== undefined;
    if (isThere) this.put(tx, id, undefined);
    return isThere;
  }

  async retryNow(tx: Tx, ledgerId: LedgerId, id: EndpointId, at: Date): Promise<void> {
    this.changeDeliveries(tx, ledgerId, id, (all) =>
      all.map((one) => (one.state === 'delivered' ? one : { ...one, attempts: 0, nextAttemptAt: at })),
    );
  }

  async forgetAfter(tx: Tx, ledgerId: LedgerId, id: EndpointId, sequence: bigint): Promise<void> {
    this.changeDeliveries(tx, ledgerId, id, (all) => all.filter((one) => one.sequence <= sequence));
  }

  async queue(
    tx: Tx,
    ledgerId: LedgerId,
    id: EndpointId,
    events: Parameters<EndpointStore['queue']>[3],
    at: Date,
  ): Promise<void> {
    const queued = { state: 'queued', attempts: 0, nextAttemptAt: at } as const;
    this.changeDeliveries(tx, ledgerId, id, (all) => [
      ...all,
      ...events.map((event) => ({
        ...(all.find(({ sequence }) => sequence === event.sequence) ?? { ...untried, ...event }),
        ...queued,
      })),
    ]);
  }

  async readDelivery(_: Tx, ledgerId: LedgerId, id: EndpointId, deliveryId: DeliveryId): Promise<Delivery | undefined> {
    return this.deliveriesOf(ledgerId, id).find((one) => one.id === deliveryId);
  }

  endpoints(ledgerId: LedgerId, slice: Slice): Promise<Page<Endpoint>> {
    return this.unitOfWork.read(() => {
      const { direction, from: [start] = [], limit } = slice;
      const forward = direction === 'forward';
      const found = this.ofLedger(ledgerId)
        .map(({ endpoint }) => endpoint)
        .filter(({ id }) => start === undefined || (forward ? id > start : id < start))
        .sort((x, y) => (x.id < y.id === forward ? -1 : 1));
      return pageOf(found.slice(0, limit + 1), slice, ({ id }) => [id]);
    });
  }

  endpoint(ledgerId: LedgerId, id: EndpointId): Promise<Endpoint | undefined> {
    return this.unitOfWork.read(() => this.find(ledgerId, id)?.endpoint);
  }

  deliveries(
    ledgerId: LedgerId,
    id: EndpointId,
    state: DeliveryState | undefined,
    slice: Slice,
  ): Promise<Page<Delivery>> {
    return this.unitOfWork.read(() => {
      const down = slice.direction === 'forward';
      const start = slice.from?.[0] === undefined ? undefined : BigInt(slice.from[0]);
      const found = this.deliveriesOf(ledgerId, id)
        .filter((one) => state === undefined || one.state === state)
        .filter(({ sequence }) => start === undefined || (down ? sequence < start : sequence > start));
      if (down) found.reverse();
      return pageOf(found.slice(0, slice.limit + 1), slice, ({ sequence }) => [sequence.toString()]);
    });
  }

  due(at: Date): Promise<readonly DueEndpoint[]> {
    return this.unitOfWork.read(() =>
      [...this.kept.values()]
        .filter((kept) => isFree(kept, at))
        .map(({ ledgerId, endpoint: { id, deliveredThrough }, hasQueued, dueAt, waitsAfter }) =>
          dueAt <= at
            ? { ledgerId, id, deliveredThrough, hasQueued }
            : { ledgerId, id, deliveredThrough: waitsAfter ?? deliveredThrough, hasQueued: false },
        ),
    );
  }

  lease(ledgerId: LedgerId, id: EndpointId, owner: string, at: Date, until: Date): Promise<Leased | undefined> {
    return this.unitOfWork.read(() => {
      const kept = this.find(ledgerId, id);
      // A process may lease again an endpoint that it has already leased.
      if (!kept || !isFree(kept.leasedBy === owner ? { ...kept, leasedUntil: at } : kept, at)) return undefined;
      this.kept.set(id, { ...kept, leasedBy: owner, leasedUntil: until });
      const { endpoint, version } = kept;
      const all = this.deliveriesOf(ledgerId, id);
      const before = all.filter((one) => one.sequence <= endpoint.deliveredThrough && one.state !== 'delivered');
      const behind = all.filter((one) => one.sequence > endpoint.deliveredThrough);
      return { endpoint, version, deliveries: [...before.slice(0, maxAgain), ...behind] };
    });
  }

  record(ledgerId: LedgerId, id: EndpointId, owner: string, record: DeliveryRecord): Promise<bigint | undefined> {
    return this.unitOfWork.read(() => {
      const kept = this.find(ledgerId, id);
      if (!kept || kept.leasedBy !== owner) return undefined;
      const deliveries = new Map(kept.deliveries);
      for (const one of record.deliveries)
        deliveries.set(one.sequence, { ...one, id: deliveries.get(one.sequence)?.id ?? one.id });
      const isSame = kept.version === record.version;
      if (isSame) for (const sequence of record.unwanted) deliveries.delete(sequence);
      const recorded = isSame ? standingAfter(kept, record) : kept;
      const isKept = 'until' in record.lease;
      this.kept.set(id, {
        ...{ ...recorded, deliveries, leasedBy: isKept ? owner : null },
        leasedUntil: 'until' in record.lease ? record.lease.until : never,
      });
      return kept.version;
    });
  }

  tidyUp(ledgerId: LedgerId, id: EndpointId, before: bigint): Promise<void> {
    return this.unitOfWork.read(() =>
      this.changeDeliveries(undefined, ledgerId, id, (all) =>
        all.filter(({ sequence, state }) => sequence >= before || state !== 'delivered'),
      ),
    );
  }

  standing(): Promise<readonly LedgerStanding[]> {
    return this.unitOfWork.read(() =>
      [...this.kept.values()].flatMap(({ ledgerId, endpoint: { isActive, pausedAt, deliveredThrough } }) => {
        if (!isActive) return [];
        return [{ ledgerId, deliveredThrough: pausedAt ? null : deliveredThrough, paused: pausedAt ? 1 : 0 }];
      }),
    );
  }

  private ofLedger(ledgerId: LedgerId): readonly Kept[] {
    return [...this.kept.values()].filter((one) => one.ledgerId === ledgerId);
  }

  private find(ledgerId: LedgerId, id: EndpointId): Kept | undefined {
    const found = this.kept.get(id);
    return found?.ledgerId === ledgerId ? found : undefined;
  }

  private deliveriesOf(ledgerId: LedgerId, id: EndpointId): Delivery[] {
    return [...(this.find(ledgerId, id)?.deliveries.values() ?? [])].sort(bySequence);
  }

  private changeDeliveries(
    tx: Tx | undefined,
    ledgerId: LedgerId,
    id: EndpointId,
    change: (all: readonly Delivery[]) => readonly Delivery[],
  ): void {
    this.change(tx, ledgerId, id, (kept) => ({
      ...kept,
      deliveries: new Map(change([...kept.deliveries.values()]).map((one) => [one.sequence, one])),
    }));
  }

  private change(tx: Tx | undefined, ledgerId: LedgerId, id: EndpointId, change: (kept: Kept) => Kept): void {
    const found = this.find(ledgerId, id);
    if (found) this.put(tx, id, change(found));
  }

  private put(tx: Tx | undefined, id: EndpointId, kept: Kept | undefined): void {
    if (tx) keep(tx, this.kept, id, kept);
    else if (kept) this.kept.set(id, kept);
  }
}

export const MEMORY_ENDPOINTS = token<MemoryEndpointStore>('MemoryEndpoints');

const untried = {
  ...{ status: null, answer: null, fault: null, milliseconds: null, lastAttemptAt: null },
} as const;

/** The longest possible lease. A lease that ends later was written by a process with a wrong clock, and does not count. */
const longestLeaseMs = 600_000;

const isLeased = (until: Date, at: Date): boolean => until > at && until.getTime() <= at.getTime() + longestLeaseMs;

const isFree = ({ endpoint, dueAt, waitsAfter, leasedUntil }: Kept, at: Date): boolean =>
  endpoint.isActive && endpoint.pausedAt === null && !isLeased(leasedUntil, at) && (dueAt <= at || waitsAfter !== null);

const standingAfter = (kept: Kept, record: DeliveryRecord): Kept => {
  const { deliveredThrough, hasQueued, paused, isGone, lease } = record;
  return {
    ...{ ...kept, hasQueued },
    ...('dueAt' in lease ? { dueAt: lease.dueAt, waitsAfter: lease.waitsAfter ?? null } : {}),
    endpoint: {
      ...{ ...kept.endpoint, deliveredThrough, isActive: kept.endpoint.isActive && !isGone },
      ...{ pausedAt: paused?.at ?? null, pauseReason: paused?.reason ?? null },
    },
  };
};
