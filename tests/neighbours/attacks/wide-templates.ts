/** The same ten thousand entries, each of them calculated: a small body that asks for much arithmetic. */
import { expectStatus } from '../asking';
import { askSteadily, freshKey, transactionBody, type Attack } from './attack';

const items = 100;
const entries = 100;
const code = 'WIDE';
const amount = '{round(params.a*params.b*params.c/params.d,2)}';

export const wideTemplates: Attack = {
  name: 'batches of wide templates',
  prepare: async ({ api }) => {
    const created = await api.post('/trancodes', {
      code,
      name: code,
      params_schema: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { type: 'decimal' }])),
      entries_template: {
        entries: Array.from({ length: entries }, (_, index) => ({
          account: index % 2 === 0 ? 'CASH' : 'SALES',
          type: index % 2 === 0 ? 'debit' : 'credit',
          amount,
        })),
      },
    });
    expectStatus(201, created);
    return {};
  },
  attack: (target, _, perSecond, seconds) => {
    const params = { a: '1234567.890123', b: '9876543.210987', c: '1.000000000001', d: '7654321.123457' };
    const item = { entries: undefined, transaction_code: code, transaction_code_params: params };
    const [before = '', after = ''] = JSON.stringify(transactionBody({ ...item, idempotency_key: 'KEY' })).split('KEY');
    const body = (): string =>
      `{"transactions":[${Array.from({ length: items }, () => before + freshKey() + after).join()}]}`;
    return askSteadily(target, perSecond, seconds, () => ({
      method: 'POST',
      path: '/transactions/batch',
      body: body(),
    }));
  },
};
