/**
 * The kit for tests of client programs: our client and the library of Standard Webhooks accept its signatures, and its examples are valid
 * events of the document.
 */
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../../clients/typescript/src/webhooks';
import { eventTypes, exampleEvent, signWebhook, webhookSecret } from '../../../clients/typescript/src/testing';
import { eventNames } from '../../../src/modules/ledgering';

const at = new Date('2026-01-15T10:00:00.000Z');

test('the kit has an example of each event of a webhook', () => {
  expect([...eventTypes].sort()).toEqual([...eventNames].sort());
});

test.each(eventTypes)('the kit signs %s so that the client verifies it', async (type) => {
  const secret = webhookSecret();
  const { headers, body } = await signWebhook(exampleEvent(type), secret, { at });
  expect(await verifyWebhook(body, headers, secret, { now: at })).toEqual(exampleEvent(type));
  await expect(verifyWebhook(body, headers, webhookSecret(), { now: at })).rejects.toThrow('No secret has signed');
});

test('the kit signs with both secrets of a rotation, as Standard Webhooks expects', async () => {
  const [former, present] = [webhookSecret(), webhookSecret()];
  const { headers, body } = await signWebhook(exampleEvent('transaction.posted'), [former, present]);
  for (const secret of [former, present]) expect(new Webhook(secret).verify(body, { ...headers })).toBeDefined();
});

test('the kit merges the values of a test into the recorded event', () => {
  const recorded = exampleEvent('transaction.posted');
  const event = exampleEvent('transaction.posted', { sequence: 7, data: { reference: 'order-4711' } });
  expect(event).toEqual({ ...recorded, sequence: 7, data: { ...recorded.data, reference: 'order-4711' } });
});

test('the kit lists the event types if a test asks for an unknown one', () => {
  // @ts-expect-error: an unknown event
  expect(() => exampleEvent('transaction.paid')).toThrow('transaction.posted');
});

test('the kit refuses an invalid secret', async () => {
  await expect(signWebhook(exampleEvent('transaction.posted'), '')).rejects.toThrow('whsec_');
});
