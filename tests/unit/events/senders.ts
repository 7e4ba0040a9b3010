/** Webhook senders with their own clock, closed with their endpoints after each test. */
import type { WebhookAnswer, WebhookSender } from '../../../src/modules/events/application/ports';
import { createHttpSender, type HttpSenderOptions } from '../../../src/modules/events/webhooks/http-sender';
import { HandClock } from '../../support/hand-clock';
import { closeEndpoints, thisMachine, type Endpoint } from './endpoints';

export interface Senders {
  /** The clock of the running test. */
  clock: HandClock;
  senderWith(options?: Partial<HttpSenderOptions>): WebhookSender;
}

export const openSenders = (): Senders => {
  const opened: WebhookSender[] = [];
  const senders: Senders = {
    clock: new HandClock(),
    senderWith: (options = {}) => {
      const sender = createHttpSender({ allowed: thisMachine, clock: senders.clock, ...options });
      opened.push(sender);
      return sender;
    },
  };
  beforeEach(() => {
    senders.clock = new HandClock();
  });
  afterEach(async () => {
    for (const sender of opened.splice(0)) sender.close();
    await closeEndpoints();
  });
  return senders;
};

export const sendTo = (
  sender: WebhookSender,
  { port }: Pick<Endpoint, 'port'>,
  {
    path = '/',
    body = '{}',
    headers = {},
  }: Partial<Record<'path' | 'body', string>> & { readonly headers?: object } = {},
): Promise<WebhookAnswer> => sender.send({ url: `http://127.0.0.1:${port}${path}`, headers: { ...headers }, body });

export const closed = 'The endpoint closed the connection before its answer was complete.';
