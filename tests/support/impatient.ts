/** Webhooks as tests in this process have them delivered: to whom they like, and in less time than the world is given. */
import type { ContainerModule } from 'inversify';
import { replace } from '../../src/kernel/token';
import { deliveryTimes } from '../../src/modules/events/application/dispatcher';
import { DELIVERY_TIMES, WEBHOOK_SENDER, type DeliveryTimes } from '../../src/modules/events/application/ports';
import { parseNetworks } from '../../src/modules/events/domain/network';
import { createHttpSender, type HttpSenderOptions } from '../../src/modules/events/webhooks/http-sender';

const reached = (networks: string): HttpSenderOptions['allowed'] => {
  const parsed = parseNetworks(networks);
  if ('left' in parsed) throw new Error(parsed.left);
  return parsed.right;
};

export const loopback = reached('127.0.0.0/8,::1/128');

export const delivering = (
  times: Partial<DeliveryTimes>,
  sending: Partial<HttpSenderOptions> = {},
): readonly ContainerModule[] => [
  replace(DELIVERY_TIMES, [], () => ({ ...deliveryTimes, ...times })),
  replace(WEBHOOK_SENDER, [], () => createHttpSender({ allowed: loopback, ...sending })),
];
