/** The first start of an empty database: a tenant to try things with, and keys that the start can print again. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownIds } from '../kernel/http/examples';
import { refused, type Outcome } from '../kernel/refusal';
import type { App } from './compose';
import type { Config } from './config';
import { openDemoBooks } from './demo-books';

export interface Demo {
  /** Ledger code → key. */
  readonly keys: Readonly<Record<string, string>>;
  /** What the examples of the document are called in the demo's books; a demo of an older version has none. */
  readonly known?: KnownIds;
}

const ledgers = [
  { code: 'USD-MAIN', name: 'Main books in US dollars', currency: 'USD' },
  { code: 'EUR-MAIN', name: 'Main books in euros', currency: 'EUR' },
];

/** Makes the demo on an empty database; afterwards only reads the keys it left in the data directory. */
export const prepareDemo = async (app: App, { dataDirectory }: Config): Promise<Demo | undefined> => {
  const { access, ledgering, strings } = app;
  const file = join(dataDirectory, 'demo-keys.json');
  if (await access.hasTenants()) return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
  const tenant = expected(await access.createTenant('demo'));
  const string = { code: 'GLOBAL', name: 'Every ledger of the demo', description: null, isActive: true };
  expected(await strings.administration.found(tenant.id, string));
  const keys: Record<string, string> = {};
  for (const { code, name, currency } of ledgers) {
    const ledger = expected(await ledgering.openLedger({ tenantId: tenant.id, code, name, currency }));
    expected(await strings.administration.addMember(tenant.id, string.code, ledger.id));
    const issued = expected(
      await access.issueKey({
        ledger,
        name: `demo ${code}`,
        capabilities: ['attributes:admin', 'periods:admin', 'strings:participate:GLOBAL'],
      }),
    );
    keys[code] = issued.key;
  }
  // The keys are kept before anything else is made: nobody else knows them.
  const keep = (demo: Demo): Demo => {
    mkdirSync(dataDirectory, { recursive: true });
    writeFileSync(file, JSON.stringify(demo, null, 2));
    chmodSync(file, 0o600);
    return demo;
  };
  keep({ keys });
  return keep({ keys, known: await openDemoBooks(app, keys['USD-MAIN'] as string, string.code) });
};

const expected = <A>(outcome: Outcome<object, A>): A => {
  if (refused(outcome)) throw new Error(`the demo could not be made: ${JSON.stringify(outcome.left)}`);
  return outcome.right;
};
