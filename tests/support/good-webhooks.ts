/** A successful request for every webhook endpoint. */
import type { Client } from './client';
import type { GoodRequest } from './good-requests';
import type { GoodWorld } from './good-world';
import { dataOf, idsOf } from './requests';

/** No receiver exists at this address. */
const receiverUrl = 'https://webhooks.example/good';
const newEndpoint = async (api: Client): Promise<string> => {
  await makeRoom(api);
  return dataOf(await api.post('/webhook-endpoints', { url: receiverUrl }), 201).id;
};
const receivers = new WeakMap<Client, Promise<string>>();
const receiver = (api: Client): Promise<string> => {
  const found = receivers.get(api) ?? newEndpoint(api);
  receivers.set(api, found);
  return found;
};
/** A ledger may have twenty webhook endpoints, so this deletes all but the first, which many requests share. */
const makeRoom = async (api: Client): Promise<void> => {
  const [, ...others] = idsOf(dataOf(await api.get('/webhook-endpoints?limit=100'), 200));
  if (others.length < 15) return;
  for (const id of others) dataOf(await api.delete(`/webhook-endpoints/${id}`), 200);
};

type Make = (world: GoodWorld) => GoodRequest | Promise<GoodRequest>;

export const webhookRequests: Readonly<Record<string, Make>> = {
  'GET /webhook-endpoints': () => ({}),
  'POST /webhook-endpoints': async ({ api }) => {
    await makeRoom(api);
    const fields = { description: 'a description', types: ['transaction.posted'], is_active: true };
    return { body: { url: receiverUrl, ...fields, max_in_flight: 4, from_sequence: 1 } };
  },
  'GET /webhook-endpoints/{endpointId}': async ({ api }) => ({ params: { endpointId: await receiver(api) } }),
  'PATCH /webhook-endpoints/{endpointId}': async ({ api }) => ({
    params: { endpointId: await receiver(api) },
    body: {
      ...{ url: receiverUrl, description: 'another description', types: ['account.created'] },
      ...{ is_active: true, max_in_flight: 8 },
    },
  }),
  'DELETE /webhook-endpoints/{endpointId}': async ({ api }) => ({ params: { endpointId: await newEndpoint(api) } }),
  'POST /webhook-endpoints/{endpointId}/rotate-secret': async ({ api }) => ({
    params: { endpointId: await receiver(api) },
    body: { grace_seconds: 3600 },
  }),
  'POST /webhook-endpoints/{endpointId}/test': async ({ api }) => ({
    params: { endpointId: await receiver(api) },
    body: {},
  }),
  'GET /webhook-endpoints/{endpointId}/deliveries': async ({ api }) => ({
    params: { endpointId: await receiver(api) },
    query: { state: 'queued' },
  }),
  'POST /webhook-endpoints/{endpointId}/redeliver': async ({ api }) => ({
    params: { endpointId: await receiver(api) },
    body: { from_sequence: 1, to_sequence: 2 },
  }),
};
