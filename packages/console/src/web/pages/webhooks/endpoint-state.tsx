/** Shows the state of an endpoint: whether the service delivers events to it. */
import type { Schemas } from '../../api/client';
import { Badge, type Tone } from '../../parts/labels';

type Endpoint = Schemas['WebhookEndpoint'];

const tones: Readonly<Record<Endpoint['status'], Tone>> = { active: 'good', inactive: 'plain', paused: 'bad' };

export const EndpointState = ({ of: { status } }: { readonly of: Endpoint }) => (
  <Badge tone={tones[status]}>{status}</Badge>
);

const deliveryTones: Readonly<Record<Schemas['WebhookDelivery']['state'], Tone>> = {
  delivered: 'good',
  failing: 'bad',
  queued: 'warn',
};

export const DeliveryState = ({ of: state }: { readonly of: Schemas['WebhookDelivery']['state'] }) => (
  <Badge tone={deliveryTones[state]}>{state}</Badge>
);
