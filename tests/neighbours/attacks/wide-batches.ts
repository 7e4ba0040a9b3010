/** Batches of as many transactions as a batch may have, each of as many entries as a transaction may have: ten thousand a request. */
import { askSteadily, freshKey, transactionBody, type Attack } from './attack';

const items = 100;
const entries = 100;

export const wideBatches: Attack = {
  name: 'batches of ten thousand entries',
  prepare: async () => ({}),
  attack: (target, _, perSecond, seconds) => {
    const legs = Array.from({ length: entries }, (_entry, index) => ({
      account_code: index % 2 === 0 ? 'CASH' : 'SALES',
      type: index % 2 === 0 ? 'debit' : 'credit',
      amount: '1.00',
    }));
    const [before = '', after = ''] = JSON.stringify(transactionBody({ idempotency_key: 'KEY', entries: legs })).split(
      'KEY',
    );
    const body = (): string =>
      `{"transactions":[${Array.from({ length: items }, () => before + freshKey() + after).join()}]}`;
    return askSteadily(target, perSecond, seconds, () => ({
      method: 'POST',
      path: '/transactions/batch',
      body: body(),
    }));
  },
};
