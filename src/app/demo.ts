/**
 * The demo: a tenant to try the ledger with. It has ledgers with books, a string over them, and two keys. On the embedded database, it is
 * created at the first start, and its keys are kept beside the books so that they can be printed again. In memory, it is created at each
 * start, together with an administrator's key. On any other database, only `ledger demo` creates it; that command shows each key once and
 * keeps none.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownIds } from '../kernel/http/examples';
import type { LedgerId } from '../kernel/ids';
import type { Principal } from '../kernel/principal';
import { refused, type Outcome } from '../kernel/refusal';
import type { NewKey } from '../modules/access';
import type { Ledger } from '../modules/ledgering';
import type { App } from './compose';
import type { Config } from './config';
import type { Installation } from './installation';
import { hasDemoBooks, openDemoBooks } from './demo-books';
import { callerWith } from './in-process';

export interface Demo {
  /** True if the demo was created at this start. */
  readonly isNew: boolean;
  /** The API keys, by the code of their ledger. */
  readonly keys: Readonly<Record<string, string>>;
  /** The ids of the records that the document's examples name; absent if an older version created the demo. */
  readonly known?: KnownIds | undefined;
  /** An administrator's key for /admin/v1 and all tenants; present only in memory. */
  readonly adminKey?: string;
}

/** The members of the demo that its file beside the embedded database keeps. */
type KeptDemo = Omit<Demo, 'isNew'>;

/** The demo's tenant, ledgers and keys, whether they were created at this start or existed before. */
export interface MadeDemo extends KeptDemo {
  readonly tenantId: string;
  /** The ids of the ledgers, by their codes. */
  readonly ledgers: Readonly<Record<string, LedgerId>>;
}

const demoName = 'demo';
const string = { code: 'GLOBAL', name: 'Every ledger of the demo', description: null, isActive: true };
const demoLedgers = [
  { code: 'USD-MAIN', name: 'Main books in US dollars', currency: 'USD' },
  { code: 'EUR-MAIN', name: 'Main books in euros', currency: 'EUR' },
];
/** The capabilities of the demo's keys. */
export const demoCapabilities = [
  'attributes:admin',
  'periods:admin',
  'events:admin',
  `strings:participate:${string.code}`,
];

/** Creates the demo on an empty embedded database; at later starts, only reads what was stored in the data directory. */
export const firstDemo = async (app: App, { dataDirectory }: Config): Promise<Demo | undefined> => {
  const kept = keptIn(dataDirectory);
  if (await app.access.hasTenants()) {
    const found = kept.read();
    return found && { ...found, isNew: false };
  }
  const made = await makeDemo(app);
  // The keys are written to the file before anything else is created: no other copy of their text exists.
  kept.write(made);
  return { ...kept.write({ ...made, known: await openBooksOf(app, made) }), isNew: true };
};

/**
 * Creates the ledgers and keys of the demo that are missing, so it may be called any number of times. The `keys` are those that were issued
 * now; on the embedded database, they also include the stored ones. They are passed to `show` before the books are opened, because no
 * other copy of their text exists. If an earlier call was interrupted, this one completes the books; complete books are not changed.
 */
export const demoOnRequest = async (
  app: App & Pick<Installation, 'store'>,
  { dataDirectory }: Config,
  show: (demo: MadeDemo) => void,
): Promise<void> => {
  const made = await makeDemo(app);
  const kept = keptIn(dataDirectory);
  const isEmbedded = app.store === 'embedded';
  const before = isEmbedded ? kept.read() : undefined;
  const all = { ...made, known: before?.known, keys: { ...before?.keys, ...made.keys } };
  const isNew = Object.keys(made.keys).length > 0;
  if (isNew && isEmbedded) kept.write(all);
  show(all);
  const caller = await callerOf(app, made);
  if (caller === undefined || (await hasDemoBooks(app, caller))) return;
  const known = await openDemoBooks(app, caller, string.code);
  if (isEmbedded) kept.write({ ...all, known });
};

type Budget = Pick<NewKey, 'rateLimitPerSecond'>;

/** The rate limit of the demo's keys in memory: so high that no test suite reaches it. */
const plenty: Budget = { rateLimitPerSecond: 1_000 };

/** Creates the demo at every start in memory. The service prints the keys and writes none to a file. */
export const demoInMemory = async (app: App): Promise<Demo> => {
  const made = await makeDemo(app, plenty);
  const known = await openBooksOf(app, made);
  const { key: adminKey } = expected(await app.access.adminKeys.issue({ name: demoName, tenantId: null }, starter));
  return { keys: made.keys, known, adminKey, isNew: true };
};

export const demoOperator = { email: 'demo@ledger.example', name: 'Demo', role: 'admin', tenantId: null };

/**
 * Returns a new link for the demo's operator, who administers everything on the embedded database. The link replaces the one from the
 * previous start. Returns undefined if the operator has a password or has been deactivated, because somebody then uses the installation.
 */
export const inviteDemoOperator = async ({ operators }: App['access']): Promise<string | undefined> => {
  const found = (await operators.operatorsOfEmail(demoOperator.email)).find(({ tenantId }) => tenantId === null);
  if (found && (!found.isActive || (await operators.hasPassword(found.id)))) return undefined;
  const invited = await (found ? operators.inviteAgain(found.id, starter) : operators.invite(demoOperator, starter));
  return expected(invited).url;
};

/** The actor in the log for changes that are made at a start. */
const starter = 'start';

/** Creates the books that the document's examples refer to. */
const openBooksOf = async (app: App, made: MadeDemo): Promise<KnownIds | undefined> => {
  const caller = await callerOf(app, made);
  return caller && openDemoBooks(app, caller, string.code);
};

/** Returns the caller who has the demo's key of the main ledger; undefined if the ledger or the key was removed meanwhile. */
const callerOf = async ({ access, ledgering }: App, { ledgers }: MadeDemo): Promise<Principal | undefined> => {
  const id = ledgers['USD-MAIN'];
  const ledger = id && (await ledgering.ledger(id));
  if (!ledger) return undefined;
  const key = (await access.listKeys(ledger.id)).find(({ name }) => name === keyNameOf(ledger));
  return key && callerWith(ledger, key, demoCapabilities);
};

const makeDemo = async ({ access, ledgering, strings }: App, budget: Budget = {}): Promise<MadeDemo> => {
  const [found] = await access.tenants({ name: demoName, limit: 1 });
  const { id: tenantId } = found ?? expected(await access.createTenant(demoName));
  // This call is refused if the string already exists, which is no error here.
  await strings.administration.found(tenantId, string);
  const ledgers: Record<string, LedgerId> = {};
  const keys: Record<string, string> = {};
  for (const { code, name, currency } of demoLedgers) {
    const ledger =
      (await ledgering.ledgerOfTenant(tenantId, code)) ??
      expected(await ledgering.openLedger({ tenantId, code, name, currency }));
    expected(await strings.administration.addMember(tenantId, string.code, ledger.id));
    ledgers[code] = ledger.id;
    const key = await firstKeyOf(access, ledger, budget);
    if (key !== undefined) keys[code] = key;
  }
  return { tenantId, ledgers, keys };
};

const keyNameOf = ({ code }: Ledger): string => `demo ${code}`;

/** Returns the key's text; undefined if it was issued before, because only its hash is kept. */
const firstKeyOf = async (access: App['access'], ledger: Ledger, budget: Budget): Promise<string | undefined> => {
  const name = keyNameOf(ledger);
  const isIssued = (await access.listKeys(ledger.id)).some((key) => key.name === name);
  return isIssued
    ? undefined
    : expected(await access.issueKey({ ledger, name, capabilities: demoCapabilities, ...budget })).key;
};

/** Returns the file that holds the demo's keys, which only its owner may read. */
export const demoKeysIn = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string =>
  join(dataDirectory, 'demo-keys.json');

const keptIn = (dataDirectory: string): { read(): KeptDemo | undefined; write(demo: KeptDemo): KeptDemo } => {
  const file = demoKeysIn({ dataDirectory });
  return {
    read: () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptDemo) : undefined),
    write: ({ keys, known }) => {
      mkdirSync(dataDirectory, { recursive: true });
      writeFileSync(file, JSON.stringify({ keys, known }, null, 2), { mode: 0o600 });
      chmodSync(file, 0o600);
      return { keys, known };
    },
  };
};

const expected = <A>(outcome: Outcome<object, A>): A => {
  if (refused(outcome)) throw new Error(`the demo could not be created: ${JSON.stringify(outcome.left)}`);
  return outcome.right;
};
