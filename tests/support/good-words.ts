/** A successful request for every endpoint that changes descriptions of transactions or closes an account, with every field that it may have. */
import type { GoodRequest } from './good-requests';
import type { GoodWorld } from './good-world';
import { dataOf, decide, freshKey, openAccount } from './requests';

const reason = 'A slip of the pen';

export const wordsRequests: Readonly<Record<string, (world: GoodWorld) => GoodRequest | Promise<GoodRequest>>> = {
  'POST /accounts/{accountId}/close': async ({ api }) => {
    const [closed, heir] = [await openAccount(api), await openAccount(api)];
    return {
      params: { accountId: closed.id },
      body: { sweep_to_account_code: heir.code, reason, idempotency_key: freshKey() },
    };
  },
  'PATCH /transactions/{transactionId}': async ({ api }) => ({
    params: { transactionId: (await decide(api)).id },
    body: {
      ...{ description: 'In better words', reference: 'INV-2026-17', metadata: { invoice: '2026-17' } },
      ...{ reason, idempotency_key: freshKey() },
    },
  }),
  'GET /transactions/{transactionId}/amendments': async ({ api }) => {
    const { id } = await decide(api);
    await dataOf(await api.patch(`/transactions/${id}`, { description: 'In better words', reason }), 200);
    return { params: { transactionId: id } };
  },
  'POST /transactions/{transactionId}/notes': async ({ api }) => ({
    params: { transactionId: (await decide(api)).id },
    body: {
      ...{ text: 'Signed by the treasurer', url: 'https://documents.example/17', sha256: 'a'.repeat(64) },
      idempotency_key: freshKey(),
    },
  }),
  'GET /transactions/{transactionId}/notes': async ({ api }) => {
    const { id } = await decide(api);
    await dataOf(await api.post(`/transactions/${id}/notes`, { text: 'Signed by the treasurer' }), 201);
    return { params: { transactionId: id } };
  },
};
