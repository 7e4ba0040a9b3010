/** What becomes of an endpoint whose lease a process has without knowing it. */
import { randomBytes } from 'node:crypto';
import { newId, type LedgerId } from '../../../src/kernel/ids';
import { createDispatcher, deliveryTimes } from '../../../src/modules/events/application/dispatcher';
import type { DeliveryStore, KeptEndpoint, WebhookRequest } from '../../../src/modules/events/application/ports';
import { until } from '../../support/service-process';

const ledgerId = newId<'ledger'>();
const tenantId = newId<'tenant'>();
const now = new Date();

const endpoint: KeptEndpoint = {
  id: newId<'webhook endpoint'>(),
  ...{ url: 'https://webhooks.example/', description: null, types: null, isActive: true, maxInFlight: 1 },
  ...{ deliveredThrough: 0n, pausedAt: null, pauseReason: null, createdAt: now, updatedAt: now },
  ...{ secret: `whsec_${randomBytes(24).toString('base64')}`, formerSecret: null, formerUntil: null },
};

const event = (sequence: number) => ({
  ...{ id: `evt_${sequence}`, ledger_id: ledgerId, sequence, type: 'account.created', occurred_at: now.toISOString() },
  ...{ actor: 'key', reason: null, subject: { type: 'account', id: newId() }, data: {}, hash: '', previous_hash: '' },
});

/** As the database keeps it: who has the lease is known there, and nobody else is told of the endpoint. */
const storeOf = (lostAnswers: number): { readonly store: DeliveryStore; readonly leases: () => number } => {
  let leases = 0;
  let owner: string | undefined;
  let through = 0n;
  const store: DeliveryStore = {
    due: async () =>
      owner === undefined ? [{ ledgerId, id: endpoint.id, deliveredThrough: through, hasQueued: false }] : [],
    lease: async (_, __, asked) => {
      if (owner !== undefined && owner !== asked) return undefined;
      owner = asked;
      leases += 1;
      if (leases <= lostAnswers) throw new Error('the lease was written, and the answer was lost');
      return { endpoint: { ...endpoint, deliveredThrough: through }, version: 1n, deliveries: [] };
    },
    record: async (_, __, asked, { deliveredThrough, lease }) => {
      if (owner !== asked) return undefined;
      through = deliveredThrough;
      if ('dueAt' in lease) owner = undefined;
      return 1n;
    },
    tidyUp: async () => undefined,
    standing: async () => [],
  };
  return { store, leases: () => leases };
};

test('an endpoint whose lease was written, but not answered, is served at the next look and not when the lease is over', async () => {
  const { store, leases } = storeOf(2);
  const sent: WebhookRequest[] = [];
  const warnings: unknown[] = [];
  const heads = async (ids: readonly LedgerId[]) => new Map(ids.map((id) => [id, 1n]));
  const dispatcher = createDispatcher({
    times: { ...deliveryTimes, lookMs: 10 },
    store,
    sender: {
      send: async (request) => {
        sent.push(request);
        return { kind: 'answered', status: 204, body: '', milliseconds: 1 };
      },
      close: () => undefined,
    },
    seal: { open: (sealed) => sealed, close: (secret) => secret, renewed: () => undefined },
    clock: { now: () => new Date() },
    ledgering: {
      events: async (_, { after }) => ({ events: after === 0n ? [event(1)] : [], through: 1n, head: 1n }),
      lastEvents: heads,
      ledgers: async () => [{ id: ledgerId, tenantId }] as never,
    },
    log: { warn: (...told: unknown[]) => void warnings.push(told) } as never,
    observations: { webhookAttempted: () => undefined, webhooksStand: () => undefined } as never,
  });
  dispatcher.start();
  await until('the event is sent', () => sent.length > 0);
  await dispatcher.stop();
  expect([leases() >= 3, sent.length, warnings.length]).toEqual([true, 1, 2]);
});
