/** The administration of a ledger's webhook endpoints: create, change, test and remove them, and redeliver events. */
import { newId, type LedgerId } from '../../../kernel/ids';
import type { Principal } from '../../../kernel/principal';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import type { Ledgering } from '../../ledgering';
import { maxRedelivered, type DeliveryId, type Endpoint, type EndpointId } from '../domain/endpoint';
import type {
  DeliveryMissing,
  EndpointMissing,
  Invalid,
  StartNotReached,
  WebhookUrlForbidden,
} from '../domain/refusals';
import { newSecret, signatureHeaders } from '../domain/signature';
import type { EndpointChange, EndpointStore, KeptEndpoint, WebhookAnswer, WebhookSender } from './ports';
import { openSecrets, unopenedSecret, type Seal } from './secrets';
import { wantedTypes } from './wanted';

export interface NewEndpoint extends Pick<Endpoint, 'url' | 'description' | 'types' | 'isActive' | 'maxInFlight'> {
  /** The sequence of the first event to deliver. Undefined: the next event of the ledger. */
  readonly fromSequence: number | undefined;
}

export type ChangedEndpoint = Partial<Pick<Endpoint, 'url' | 'description' | 'types' | 'isActive' | 'maxInFlight'>>;

/**
 * The events to deliver again: one event, by the id of its delivery, or a range of sequences. `toSequence` undefined: to the end of the
 * log.
 */
export type Redelivery =
  { readonly deliveryId: DeliveryId } | { readonly fromSequence: number; readonly toSequence: number | undefined };

export interface Endpoints {
  /** Creates an endpoint. Only this answer contains the signing secret. */
  open(
    caller: Principal,
    request: NewEndpoint,
  ): Promise<
    Outcome<
      WebhookUrlForbidden | StartNotReached | QuotaReached,
      { readonly endpoint: Endpoint; readonly secret: string }
    >
  >;
  /** Changes the given fields. An endpoint that is set to active continues after the last delivered event. */
  change(
    caller: Principal,
    id: EndpointId,
    change: ChangedEndpoint,
  ): Promise<Outcome<EndpointMissing | WebhookUrlForbidden, Endpoint>>;
  remove(caller: Principal, id: EndpointId): Promise<Outcome<EndpointMissing, { readonly id: EndpointId }>>;
  /** Creates a new secret. For the next `graceSeconds` seconds, messages are signed with the former secret too. */
  rotateSecret(
    caller: Principal,
    id: EndpointId,
    graceSeconds: number,
  ): Promise<Outcome<EndpointMissing, { readonly endpoint: Endpoint; readonly secret: string }>>;
  /** Sends one test message, which is not an event of the ledger, and returns its result. */
  test(caller: Principal, id: EndpointId): Promise<Outcome<EndpointMissing, WebhookAnswer>>;
  redeliver(
    caller: Principal,
    id: EndpointId,
    what: Redelivery,
  ): Promise<Outcome<RedeliveryRefusal, { readonly events: number | null }>>;
}

export interface EndpointDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: EndpointStore;
  readonly ledgering: Pick<Ledgering, 'events' | 'lastEvents'>;
  readonly sender: WebhookSender;
  readonly seal: Seal;
  readonly clock: LedgerTime;
}

export const createEndpoints = (dependencies: EndpointDependencies): Endpoints => {
  const { unitOfWork, store, ledgering, sender, seal, clock } = dependencies;

  const changing = <R, A>(
    { ledgerId, actor }: Principal,
    id: EndpointId,
    work: (
      endpoint: KeptEndpoint,
      update: (change: EndpointChange) => Promise<void>,
      at: Date,
    ) => Promise<Outcome<R, A>>,
  ): Promise<Outcome<R | EndpointMissing, A>> =>
    unitOfWork.run<R | EndpointMissing, A>({ ledgerIds: [ledgerId], actor }, async (tx) => {
      const found = await store.readForChange(tx, ledgerId, id);
      if (!found) return refuse({ kind: 'EndpointMissing' });
      const at = clock.now();
      return work(found, (change) => store.update(tx, ledgerId, id, change, at), at);
    });

  const headOf = async (ledgerId: LedgerId): Promise<bigint> =>
    (await ledgering.lastEvents([ledgerId])).get(ledgerId) ?? 0n;

  return {
    open: async ({ tenantId, ledgerId, actor }, { fromSequence, ...request }) => {
      const judged = await sender.judge(request.url);
      if (refused(judged)) return judged;
      const head = await headOf(ledgerId);
      const through = fromSequence === undefined ? head : BigInt(fromSequence) - 1n;
      if (through > head) return refuse({ kind: 'StartNotReached', last: head });
      return unitOfWork.run<QuotaReached, { readonly endpoint: Endpoint; readonly secret: string }>(
        { ledgerIds: [ledgerId], actor },
        async (tx) => {
          const secret = newSecret();
          const at = clock.now();
          const endpoint: Endpoint = {
            ...{ id: newId<'webhook endpoint'>(), ...request },
            ...{ deliveredThrough: through, pausedAt: null, pauseReason: null },
            ...{ createdBy: actor, createdAt: at, updatedAt: at },
          };
          const signing = { secret: seal.close(secret), formerSecret: null, formerUntil: null };
          await store.insert(tx, ledgerId, { ...endpoint, ...signing });
          const room = judgeUse('webhook_endpoints', await store.readUse(tx, { tenantId, ledgerId }));
          return refused(room) ? room : ok({ endpoint, secret });
        },
      );
    },

    change: async ({ ledgerId, actor }, id, change) => {
      if (change.url !== undefined) {
        const judged = await sender.judge(change.url);
        if (refused(judged)) return judged;
      }
      return unitOfWork.run<EndpointMissing, Endpoint>({ ledgerIds: [ledgerId], actor }, async (tx) => {
        const found = await store.readForChange(tx, ledgerId, id);
        if (!found) return refuse({ kind: 'EndpointMissing' });
        const at = clock.now();
        // Setting an endpoint to active also ends its pause and retries at once.
        const goesOn = change.isActive === true ? { pausedAt: null, pauseReason: null } : {};
        await store.update(tx, ledgerId, id, { ...change, ...goesOn }, at);
        if (change.isActive === true) await store.retryNow(tx, ledgerId, id, at);
        return ok({ ...found, ...change, ...goesOn, updatedAt: at });
      });
    },

    remove: ({ ledgerId, actor }, id) =>
      unitOfWork.run<EndpointMissing, { readonly id: EndpointId }>({ ledgerIds: [ledgerId], actor }, async (tx) =>
        (await store.remove(tx, ledgerId, id)) ? ok({ id }) : refuse({ kind: 'EndpointMissing' }),
      ),

    rotateSecret: (caller, id, graceSeconds) =>
      changing<never, { readonly endpoint: Endpoint; readonly secret: string }>(
        caller,
        id,
        async (found, update, at) => {
          const secret = newSecret();
          const formerUntil = new Date(at.getTime() + graceSeconds * 1000);
          const former = graceSeconds > 0 ? { formerSecret: found.secret, formerUntil } : noFormer;
          await update({ secret: seal.close(secret), ...former });
          return ok({ endpoint: { ...found, updatedAt: at }, secret });
        },
      ),

    test: async ({ ledgerId }, id) => {
      const found = await unitOfWork.run<EndpointMissing, KeptEndpoint>({ ledgerIds: [ledgerId] }, async (tx) => {
        const endpoint = await store.readForChange(tx, ledgerId, id);
        return endpoint ? ok(endpoint) : refuse({ kind: 'EndpointMissing' });
      });
      if (refused(found)) return found;
      const { url } = found.right;
      const secretsAt = openSecrets(found.right, seal);
      if (!secretsAt) return ok({ kind: 'failed', reason: unopenedSecret, milliseconds: 0 });
      const at = clock.now();
      const body = JSON.stringify({ type: 'webhook.test', ledger_id: ledgerId, occurred_at: at.toISOString() });
      const message = { id: `msg_test_${newId()}`, at, body };
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        ...signatureHeaders(message, secretsAt(at)),
      };
      return ok(await sender.send({ url, headers, body }));
    },

    redeliver: async ({ ledgerId, actor }, id, what) => {
      const whose = { ledgerId, actor };
      if ('deliveryId' in what) return redeliverOne(dependencies, whose, id, what.deliveryId);
      const { fromSequence: from, toSequence: to } = what;
      if (to !== undefined && to < from) return refuse(invalid('to_sequence', 'must not be before from_sequence'));
      const head = await headOf(ledgerId);
      return to === undefined
        ? redeliverFrom(dependencies, whose, id, BigInt(from), head)
        : redeliverRange(dependencies, whose, id, { from: BigInt(from), to: BigInt(to), head });
    },
  };
};

const noFormer = { formerSecret: null, formerUntil: null };

type RedeliveryRefusal = EndpointMissing | DeliveryMissing | Invalid | StartNotReached;
type Acting = Pick<Principal, 'ledgerId' | 'actor'>;
type Redelivered = Promise<Outcome<RedeliveryRefusal, { readonly events: number | null }>>;

const redeliverOne = (
  { unitOfWork, store, clock }: EndpointDependencies,
  { ledgerId, actor }: Acting,
  id: EndpointId,
  deliveryId: DeliveryId,
): Redelivered =>
  unitOfWork.run<RedeliveryRefusal, { readonly events: number }>({ ledgerIds: [ledgerId], actor }, async (tx) => {
    if (!(await store.readForChange(tx, ledgerId, id))) return refuse({ kind: 'EndpointMissing' });
    const delivery = await store.readDelivery(tx, ledgerId, id, deliveryId);
    if (!delivery) return refuse({ kind: 'DeliveryMissing' });
    const at = clock.now();
    await store.queue(tx, ledgerId, id, [delivery], at);
    await store.update(tx, ledgerId, id, { hasQueued: true, redelivery: told({ delivery_id: deliveryId }) }, at);
    return ok({ events: 1 });
  });

/** Delivers all events from the sequence `from` on, in order, whether or not they were sent before. */
const redeliverFrom = (
  { unitOfWork, store, clock }: EndpointDependencies,
  { ledgerId, actor }: Acting,
  id: EndpointId,
  from: bigint,
  head: bigint,
): Redelivered =>
  unitOfWork.run<RedeliveryRefusal, { readonly events: null }>({ ledgerIds: [ledgerId], actor }, async (tx) => {
    const found = await store.readForChange(tx, ledgerId, id);
    if (!found) return refuse({ kind: 'EndpointMissing' });
    if (from - 1n > head) return refuse({ kind: 'StartNotReached', last: head });
    const through = from - 1n;
    if (through >= found.deliveredThrough) return ok({ events: null });
    await store.forgetAfter(tx, ledgerId, id, through);
    await store.update(
      tx,
      ledgerId,
      id,
      { deliveredThrough: through, redelivery: told(sequences(from, null)) },
      clock.now(),
    );
    return ok({ events: null });
  });

const redeliverRange = async (
  { unitOfWork, store, ledgering, clock }: EndpointDependencies,
  { ledgerId, actor }: Acting,
  id: EndpointId,
  { from, to, head }: { readonly from: bigint; readonly to: bigint; readonly head: bigint },
): Redelivered => {
  const reading = await unitOfWork.run<EndpointMissing, KeptEndpoint>({ ledgerIds: [ledgerId] }, async (tx) => {
    const found = await store.readForChange(tx, ledgerId, id);
    return found ? ok(found) : refuse({ kind: 'EndpointMissing' });
  });
  if (refused(reading)) return reading;
  if (from - 1n > head) return refuse({ kind: 'StartNotReached', last: head });
  const { types, deliveredThrough } = reading.right;
  // Only events that were already delivered are queued; all later ones will be delivered anyway.
  const last = to < deliveredThrough ? to : deliveredThrough;
  const events: { readonly id: DeliveryId; readonly sequence: bigint; readonly type: string }[] = [];
  for (let after = from - 1n; after < last;) {
    const feed = await ledgering.events(ledgerId, { after, limit: pageOfEvents, types: wantedTypes(types) });
    if (!feed || feed.through <= after) break;
    for (const { sequence, type } of feed.events)
      if (BigInt(sequence) <= last) events.push({ id: newId<'webhook delivery'>(), sequence: BigInt(sequence), type });
    if (events.length > maxRedelivered)
      return refuse(invalid('to_sequence', `must leave at most ${maxRedelivered} events to deliver`));
    after = feed.through;
  }
  if (events.length === 0) return ok({ events: 0 });
  return unitOfWork.run<RedeliveryRefusal, { readonly events: number }>(
    { ledgerIds: [ledgerId], actor },
    async (tx) => {
      if (!(await store.readForChange(tx, ledgerId, id))) return refuse({ kind: 'EndpointMissing' });
      const at = clock.now();
      await store.queue(tx, ledgerId, id, events, at);
      await store.update(tx, ledgerId, id, { hasQueued: true, redelivery: told(sequences(from, to)) }, at);
      return ok({ events: events.length });
    },
  );
};

/** Each redelivery has an id of its own, so that the tenant's log also records a repetition of the same request. */
const told = (what: object): string => JSON.stringify({ id: newId(), ...what });
const sequences = (from: bigint, to: bigint | null): object => ({
  from_sequence: Number(from),
  to_sequence: to === null ? null : Number(to),
});

const pageOfEvents = 100;

const invalid = (field: string, text: string): Invalid => ({ kind: 'Invalid', errors: { [field]: [text] } });
