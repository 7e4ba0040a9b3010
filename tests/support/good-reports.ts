/** A request for every endpoint of reports that succeeds, with every field that it may have. */
import type { GoodRequest } from './good-requests';
import type { GoodWorld } from './good-world';
import { dataOf, freshKey } from './requests';

export const reportRequests: Readonly<Record<string, (world: GoodWorld) => GoodRequest | Promise<GoodRequest>>> = {
  'GET /exports/journal': () => ({ query: { format: 'hledger', from: '2026-01-01', to: '2026-12-31' } }),
  'GET /reports/trial-balance': async ({ api }) => {
    const account_set_code = dataOf(await api.post('/account-sets', { code: freshKey(), name: 'A set' }), 201).code;
    const { head_sequence } = dataOf(await api.get('/events?after_sequence=0&limit=1'), 200);
    const known_at_sequence = String(head_sequence);
    return { query: { as_of_date: '2026-02-01', layer: 'settled', account_set_code, known_at_sequence } };
  },
  'GET /reports/balance-sheet': () => ({ query: { as_of_date: '2026-02-01', known_at_sequence: '1' } }),
  'GET /reports/income-statement': () => ({ query: { from: '2026-01-01', to: '2026-12-31', known_at_sequence: '1' } }),
};
