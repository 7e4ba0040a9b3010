/** Transactions as heavy as they may be, accepted by a process that posts nothing. */
import { askSteadily, freshKey, transactionBody, type Attack } from './attack';

/** Entries with 16 KiB of metadata each: together a request of 1 MiB, or what the service takes of it. */
const sizes = [62, 3, 1];
const metadata = { filler: 'x'.repeat(16_300) };

const bodyOf = (heavy: number, key: string): string =>
  JSON.stringify(
    transactionBody({
      idempotency_key: key,
      entries: Array.from({ length: 62 }, (_, index) => ({
        account_code: index % 2 === 0 ? 'CASH' : 'SALES',
        type: index % 2 === 0 ? 'debit' : 'credit',
        amount: '1.00',
        ...(index < heavy ? { metadata } : {}),
      })),
    }),
  );

export const acceptedElsewhere: Attack = {
  name: 'accepted where nothing is posted',
  role: 'api',
  hastyPerSecond: 60,
  prepare: async ({ api }) => {
    for (const heavy of sizes)
      if ((await api.post('/transactions', JSON.parse(bodyOf(heavy, freshKey())))).status === 202)
        return { heavy: String(heavy) };
    throw new Error('the service takes no heavy transaction at all');
  },
  attack: (target, { heavy }, perSecond, seconds) => {
    const [before = '', after = ''] = bodyOf(Number(heavy), 'KEY').split('KEY');
    return askSteadily(target, perSecond, seconds, () => ({
      method: 'POST',
      path: '/transactions',
      body: before + freshKey() + after,
    }));
  },
};
