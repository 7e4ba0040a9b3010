import { createRouteNames } from '../../../src/app/route-names';
import type { Route } from '../../../src/kernel/http/route';

const path = (row: string): Route => ({ path: row }) as Route;
const names = createRouteNames([
  {
    path: '/api/v1',
    rows: [
      '/transactions',
      '/transactions/batch',
      '/transactions/:transactionId',
      '/transactions/:transactionId/settle',
      '/accounts/code/:code/balance',
      '/accounts/:accountId/entries',
    ].map(path),
  },
  { path: '/console', rows: ['/session'].map(path) },
]);

test.each([
  ['/api/v1/transactions', '/api/v1/transactions'],
  ['/api/v1/transactions/batch', '/api/v1/transactions/batch'],
  ['/api/v1/transactions/0198', '/api/v1/transactions/:transactionId'],
  ['/api/v1/transactions/0198/settle', '/api/v1/transactions/:transactionId/settle'],
  // A fixed word such as `batch` counts as an id if the rest of the path does not match the fixed route.
  ['/api/v1/transactions/batch/settle', '/api/v1/transactions/:transactionId/settle'],
  ['/api/v1/accounts/code/CASH/balance', '/api/v1/accounts/code/:code/balance'],
  ['/api/v1/accounts/code/entries', '/api/v1/accounts/:accountId/entries'],
  ['/console/session', '/console/session'],
  ['/api/v1/transactions//settle', undefined],
  ['/api/v1/transactions/0198/nothing', undefined],
  ['/api/v1', undefined],
  ['/nothing/at/all', undefined],
  ['', undefined],
])('%s belongs to %s', (asked, name) => expect(names(asked)).toBe(name));
