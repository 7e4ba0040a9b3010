/** Deliveries to one endpoint: the endpoint's window and the ledger's feed determine the requests. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../../src/kernel/ids';
import { deliver } from '../../../src/modules/events/application/delivering';
import { deliveryTimes } from '../../../src/modules/events/application/dispatcher';
import { HandClock } from '../../support/hand-clock';
import type { KeptEndpoint } from '../../../src/modules/events/application/ports';
import { delivery } from './windows';

const now = new Date('2026-01-15T10:00:00Z');
const ledgerId = newId<'ledger'>();
const endpoint: KeptEndpoint = {
  id: newId<'webhook endpoint'>(),
  ...{ url: 'https://webhooks.example/', description: null, types: null, isActive: true, maxInFlight: 8 },
  ...{ deliveredThrough: 0n, pausedAt: null, pauseReason: null, createdBy: 'somebody', createdAt: now, updatedAt: now },
  ...{ secret: `whsec_${randomBytes(24).toString('base64')}`, formerSecret: null, formerUntil: null },
};
const eventAt = (sequence: number) => ({
  ...{ id: `evt_${sequence}`, ledger_id: ledgerId, sequence, type: 'account.created', occurred_at: now.toISOString() },
  ...{ actor: 'key', reason: null, subject: { type: 'account', id: newId() }, data: {}, hash: '', previous_hash: '' },
});

test('a failed event that is not due for an hour does not hold up events behind a page of delivered ones', async () => {
  const head = 120;
  const due = new Date(now.getTime() + 3_600_000);
  const deliveries = [
    delivery(1n, { state: 'failing', status: 500, nextAttemptAt: due }),
    ...Array.from({ length: head - 2 }, (_, index) => delivery(BigInt(index + 2))),
  ];
  const sent: number[] = [];
  const ends: unknown[] = [];
  await deliver(
    {
      ledgering: {
        events: async (_, { after, limit }) => {
          const events = Array.from({ length: head }, (__, index) => eventAt(index + 1))
            .filter(({ sequence }) => BigInt(sequence) > after)
            .slice(0, limit);
          const through = BigInt(events.at(-1)?.sequence ?? head);
          return { events, through, head: BigInt(head), hashAfter: undefined, hashThrough: undefined };
        },
      },
      store: {
        lease: async () => ({ endpoint, version: 1n, deliveries }),
        record: async (_, __, ___, { lease }) => {
          if ('dueAt' in lease) ends.push(lease);
          return 1n;
        },
        tidyUp: async () => undefined,
      },
      sender: {
        send: async ({ body }) => {
          sent.push(JSON.parse(body).sequence);
          return { kind: 'answered', status: 204, body: '', milliseconds: 1 };
        },
        close: () => undefined,
      },
      seal: { open: (sealed) => sealed, close: (secret) => secret, renewed: () => undefined },
      ...{
        clock: new HandClock(now),
        times: deliveryTimes,
        epoch: async () => 'epoch',
        background: { done: () => undefined },
      },
      owner: 'this process',
      enter: async () => () => undefined,
      room: { fits: () => true, take: () => undefined, give: () => undefined },
      log: { error: () => undefined },
      observations: { webhookAttempted: () => undefined },
    },
    ledgerId,
    endpoint.id,
    () => false,
  );
  expect(sent).toEqual([head]);
  expect(ends).toEqual([{ dueAt: due, waitsAfter: BigInt(head) }]);
});

test('an endpoint whose secret cannot be opened is paused, with the reason, and nothing is sent', async () => {
  const recorded: unknown[] = [];
  const logged: unknown[] = [];
  await deliver(
    {
      ledgering: { events: () => Promise.reject(new Error('nothing is to be read')) },
      store: {
        lease: async () => ({ endpoint: { ...endpoint, deliveredThrough: 7n }, version: 1n, deliveries: [] }),
        record: async (_, __, ___, { paused, deliveredThrough, lease }) => {
          recorded.push({ paused, deliveredThrough, isEnded: 'dueAt' in lease });
          return 1n;
        },
        tidyUp: async () => undefined,
      },
      sender: { send: () => Promise.reject(new Error('nothing is to be sent')), close: () => undefined },
      seal: { open: () => fail(), close: (secret) => secret, renewed: () => undefined },
      ...{
        clock: new HandClock(now),
        times: deliveryTimes,
        epoch: async () => 'epoch',
        background: { done: () => undefined },
      },
      owner: 'this process',
      enter: async () => () => undefined,
      room: { fits: () => true, take: () => undefined, give: () => undefined },
      log: { error: (_, message) => void logged.push(message) },
      observations: { webhookAttempted: () => undefined },
    },
    ledgerId,
    endpoint.id,
    () => false,
  );
  const reason = expect.stringContaining('rotate the secret');
  expect(recorded).toEqual([{ paused: { at: now, reason }, deliveredThrough: 7n, isEnded: true }]);
  expect(logged).toEqual([expect.stringContaining('LEDGER_KEY_PEPPER_PREVIOUS')]);
});

const fail = (): never => {
  throw new Error('Unsupported state or unable to authenticate data');
};
