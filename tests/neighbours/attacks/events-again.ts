/** The events of one wide hold that was released a thousand times: each event tells all of the hold. */
import { expectStatus } from '../asking';
import { askSteadily, transactionBody, type Attack } from './attack';

const entries = 100;
const batches = 10;
const releases = 100;
const words = 'x'.repeat(1_000);

export const eventsAgain: Attack = {
  name: 'events that tell the same again',
  prepare: async ({ api, isFull }) => {
    const side = (type: string, amount: string) => ({
      account_code: type === 'debit' ? 'CASH' : 'SALES',
      type,
      amount,
    });
    const hold = {
      ...transactionBody({ layer: 'pending', idempotency_key: 'held' }),
      entries: [
        ...Array.from({ length: entries - 1 }, () => ({ ...side('debit', '100.00'), description: words })),
        { ...side('credit', `${entries - 1}00.00`), description: words },
      ],
    };
    const held = await api.post('/transactions', hold, { Prefer: 'wait=10' });
    expectStatus(202, held);
    const id = held.body.data.id as string;
    const told = (await api.get(`/transactions/${id}`)).body.data.entries as readonly { readonly id: string }[];
    const released = [told[0], told.at(-1)].map((entry) => ({ entry_id: entry?.id, amount: '0.05' }));
    for (let batch = 0; batch < (isFull ? batches : 1); batch++) {
      const transactions = Array.from({ length: releases }, (_, at) => ({
        operation: 'release',
        transaction_id: id,
        entries: released,
        idempotency_key: `release-${batch}-${at}`,
      }));
      expectStatus(202, await api.post('/transactions/batch', { transactions, atomic: true }));
    }
    return {};
  },
  attack: (target, _, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, () => ({ path: '/events?types=hold.released&limit=1000' })),
};
