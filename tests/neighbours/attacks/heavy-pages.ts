/** Pages of a hundred transactions of 1 MiB each, as they could be written before there was a bound on their sum. */
import { expectStatus } from '../asking';
import { makeHeavy } from '../seeding';
import { askSteadily, transactionBody, type Attack } from './attack';

const transactions = 100;
const entries = 62;

export const heavyPages: Attack = {
  name: 'pages of heavy transactions',
  prepare: async (books) => {
    const legs = Array.from({ length: entries }, (_, index) => ({
      account_code: index % 2 === 0 ? 'CASH' : 'SALES',
      type: index % 2 === 0 ? 'debit' : 'credit',
      amount: '1.00',
    }));
    const items = Array.from({ length: transactions }, () => transactionBody({ entries: legs }));
    const posted = await books.api.post('/transactions/batch', { transactions: items }, { Prefer: 'wait=10' });
    expectStatus(202, posted);
    await makeHeavy(books, 'entries', transactions * entries);
    return {};
  },
  attack: (target, _, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, () => ({ path: '/transactions?limit=100' })),
};
