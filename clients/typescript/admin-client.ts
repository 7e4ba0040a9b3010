/**
 * Administration for TypeScript: tenants, ledgers, keys, operators. Every path, field and code is typed after docs/openapi-admin.json.
 * `dataOf` and `everyItem` of ledger-client.ts read its answers and lists too.
 */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './admin-schema';
import { fetchOptions, type LedgerClientOptions } from './ledger-client';

export type { components as AdminComponents, paths as AdminPaths } from './admin-schema';

export type AdminClient = Client<paths>;

/** `key` is that of an administrator, `ak_…`: `npx ledger admin-keys create --name terraform`. */
export const createAdminClient = (options: LedgerClientOptions): AdminClient =>
  createFetchClient<paths>(fetchOptions(options));
