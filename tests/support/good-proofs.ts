/** A successful request for every endpoint of proofs, with every field that it may have. */
import type { GoodRequest } from './good-requests';
import { wordsRequests } from './good-words';
import type { GoodWorld } from './good-world';
import { decide } from './requests';

export const proofRequests: Readonly<Record<string, (world: GoodWorld) => GoodRequest | Promise<GoodRequest>>> = {
  ...wordsRequests,
  'GET /ledger/checkpoint': async ({ api }) => {
    await decide(api);
    return { query: { from: '1' } };
  },
  'GET /transactions/{transactionId}/receipt': async ({ api }) => {
    await decide(api);
    // Uses the first transaction, because every checkpoint covers it. A new transaction may wait a second until the ledger may sign a
    // checkpoint that covers it.
    const { data } = (await api.get('/events?types=transaction.posted&limit=1')).body;
    return { params: { transactionId: data[0].subject.id } };
  },
};
