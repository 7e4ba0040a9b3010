/** A successful request for every endpoint of reports, with every field that it may have. */
import type { GoodRequest } from './good-requests';
import type { GoodWorld } from './good-world';
import type { Client } from './client';
import { dataOf, freshKey, openAccount } from './requests';
import { headOf } from './feed';

export const reportRequests: Readonly<Record<string, (world: GoodWorld) => GoodRequest | Promise<GoodRequest>>> = {
  'GET /exports/journal': () => ({ query: { format: 'hledger', from: '2026-01-01', to: '2026-12-31' } }),
  'GET /accounts/{accountId}/statement': async ({ api }) => ({
    params: { accountId: (await openAccount(api)).id },
    query: { from: '2026-01-01', to: '2026-12-31', layer: 'settled', known_at_sequence: await head(api) },
  }),
  'GET /reports/general-ledger': async ({ api }) => {
    const account_set_code = dataOf(await api.post('/account-sets', { code: freshKey(), name: 'A set' }), 201).code;
    return {
      query: {
        ...{ format: 'jsonl', from: '2026-01-01', to: '2026-12-31', layer: 'settled', account_set_code },
        ...{ account_type: 'asset', code_prefix: 'B', zero: 'hide', known_at_sequence: await head(api) },
      },
    };
  },
  'GET /reports/trial-balance': async ({ api }) => {
    const account_set_code = dataOf(await api.post('/account-sets', { code: freshKey(), name: 'A set' }), 201).code;
    return {
      query: { as_of_date: '2026-02-01', layer: 'settled', account_set_code, known_at_sequence: await head(api) },
    };
  },
  'GET /reports/cash-flow': () => ({
    query: { from: '2026-01-01', to: '2026-12-31', method: 'direct', known_at_sequence: '1' },
  }),
  'GET /reports/aging': async ({ api }) => {
    const account_set_code = dataOf(await api.post('/account-sets', { code: freshKey(), name: 'A set' }), 201).code;
    return {
      query: {
        ...{ as_of_date: '2026-02-01', layer: 'settled', account_set_code, account_type: 'asset', code_prefix: 'B' },
        ...{ aging_by: 'invoice', terms: '30', known_at_sequence: await head(api) },
      },
    };
  },
  'GET /reports/balance-sheet': () => ({ query: { as_of_date: '2026-02-01', known_at_sequence: '1' } }),
  'GET /reports/income-statement': () => ({ query: { from: '2026-01-01', to: '2026-12-31', known_at_sequence: '1' } }),
};

const head = async (api: Client): Promise<string> => String(await headOf(api));
