/** The dispatcher reports its deliveries and its idle times, and serves an endpoint even if the answer that granted the lease was lost. */
import { randomBytes } from 'node:crypto';
import { createBackground, type BackgroundEvent } from '../../../src/kernel/running/background';
import { newId, type LedgerId } from '../../../src/kernel/ids';
import { createDispatcher, deliveryTimes } from '../../../src/modules/events/application/dispatcher';
import type { DeliveryStore, KeptEndpoint, WebhookRequest } from '../../../src/modules/events/application/ports';
import { HandClock } from '../../support/hand-clock';

const ledgerId = newId<'ledger'>();
const tenantId = newId<'tenant'>();
const now = new Date('2026-01-15T10:00:00Z');

const endpoint: KeptEndpoint = {
  id: newId<'webhook endpoint'>(),
  ...{ url: 'https://webhooks.example/', description: null, types: null, isActive: true, maxInFlight: 1 },
  ...{ deliveredThrough: 0n, pausedAt: null, pauseReason: null, createdBy: 'somebody', createdAt: now, updatedAt: now },
  ...{ secret: `whsec_${randomBytes(24).toString('base64')}`, formerSecret: null, formerUntil: null },
};

const event = (sequence: number) => ({
  ...{ id: `evt_${sequence}`, ledger_id: ledgerId, sequence, type: 'account.created', occurred_at: now.toISOString() },
  ...{ actor: 'key', reason: null, subject: { type: 'account', id: newId() }, data: {}, hash: '', previous_hash: '' },
});

/** A store that behaves like the database: it knows the owner of the lease, and offers the endpoint to no other process. */
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

const { lookMs } = deliveryTimes;

const dispatchFrom = (store: DeliveryStore) => {
  const sent: WebhookRequest[] = [];
  const warnings: unknown[] = [];
  const told: BackgroundEvent[] = [];
  const clock = new HandClock(now);
  const log = { warn: (...line: unknown[]) => void warnings.push(line) } as never;
  const background = createBackground(clock, log);
  background.observe((event) => void told.push(event));
  const heads = async (ids: readonly LedgerId[]) => new Map(ids.map((id) => [id, 1n]));
  const dispatcher = createDispatcher({
    ...{ times: deliveryTimes, store, clock, log, background, epoch: async () => 'epoch' },
    sender: {
      send: async (request) => {
        sent.push(request);
        return { kind: 'answered', status: 204, body: '', milliseconds: 1 };
      },
      close: () => undefined,
    },
    seal: { open: (sealed) => sealed, close: (secret) => secret, renewed: () => undefined },
    ledgering: {
      events: async (_, { after }) => ({
        ...{ events: after === 0n ? [event(1)] : [], through: 1n, head: 1n },
        ...{ hashAfter: undefined, hashThrough: undefined },
      }),
      lastEvents: heads,
      ledgers: async () => [{ id: ledgerId, tenantId }] as never,
    },
    observations: { webhookAttempted: () => undefined, webhooksStand: () => undefined } as never,
  });
  return { clock, background, dispatcher, sent, warnings, told };
};

test('an endpoint whose lease was written but not answered is served at the next look', async () => {
  const { store, leases } = storeOf(2);
  const { clock, dispatcher, sent, warnings } = dispatchFrom(store);
  dispatcher.start();
  await clock.pass(2 * lookMs);
  expect([leases(), sent.length, warnings.length]).toEqual([3, 1, 2]);
  await dispatcher.stop();
});

test('the dispatcher is idle once everything is delivered and recorded, and reports the endpoint', async () => {
  const { clock, background, dispatcher, sent, told } = dispatchFrom(storeOf(0).store);
  dispatcher.start();
  const idle = background.idle('deliveries').then(() => sent.length);
  await clock.pass(lookMs);
  expect(await idle).toBe(1);
  expect(told.slice(0, 2)).toEqual([
    { loop: 'deliveries', kind: 'done', subject: endpoint.id },
    { loop: 'deliveries', kind: 'idle' },
  ]);
  await dispatcher.stop();
});

test('the dispatcher is not idle while an endpoint fails', async () => {
  const { clock, background, dispatcher, told } = dispatchFrom(storeOf(Infinity).store);
  dispatcher.start();
  let isIdle = false;
  const idle = background.idle('deliveries').then(() => (isIdle = true));
  await clock.pass(10 * lookMs);
  expect([isIdle, told]).toEqual([false, []]);
  await dispatcher.stop();
  await idle;
});

test('an endpoint that keeps failing is tried less and less often, down to once per minute', async () => {
  const { store, leases } = storeOf(Infinity);
  const { clock, dispatcher, warnings } = dispatchFrom(store);
  dispatcher.start();
  await clock.pass(120_000);
  const after = leases();
  expect(after).toBeLessThan(15);
  expect(warnings).toHaveLength(after);
  await clock.pass(600_000);
  expect(leases() - after).toBeGreaterThanOrEqual(9);
  expect(leases() - after).toBeLessThanOrEqual(11);
  await dispatcher.stop();
});
