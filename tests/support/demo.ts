/** The demo's books, each time in a new tenant, and the documentation of a service with this demo. */
import { withKnownIds, type KnownIds } from '../../src/kernel/http/examples';
import { openDemoBooks } from '../../src/app/demo-books';
import { client, quiet, type Client } from './client';
import { expected, type TestLedger } from './ledger';
import type { OpenApiDocument } from './refusals-page';

export interface TestDemo {
  readonly api: Client;
  readonly known: KnownIds;
  readonly document: OpenApiDocument;
}

const ledgers = [
  { code: 'USD-MAIN', name: 'Main books in US dollars', currency: 'USD' },
  { code: 'EUR-MAIN', name: 'Main books in euros', currency: 'EUR' },
];
const capabilities = ['attributes:admin', 'periods:admin', 'events:admin', 'strings:participate:GLOBAL'];

export const openDemo = async ({ app, baseUrl, newKey }: TestLedger, tenant: string): Promise<TestDemo> => {
  const { id: tenantId } = expected(await app.access.createTenant(tenant));
  const string = { code: 'GLOBAL', name: 'Every ledger of the demo', description: null, isActive: true };
  expected(await app.strings.administration.found(tenantId, string));
  const keys: string[] = [];
  for (const one of ledgers) {
    const ledger = expected(await app.ledgering.openLedger({ tenantId, ...one }));
    expected(await app.strings.administration.addMember(tenantId, string.code, ledger.id));
    keys.push(await newKey(ledger, { capabilities }));
  }
  const key = keys[0] as string;
  const found = await app.access.authenticate(`Bearer ${key}`, 'demo');
  if (found.kind !== 'known') throw new Error(`the key of the demo is ${found.kind}`);
  const known = await openDemoBooks(app, found.principal, string.code);
  const api = client(baseUrl, key);
  await quiet(api);
  return { api, known, document: withKnownIds(app.documents().document, known) as OpenApiDocument };
};
