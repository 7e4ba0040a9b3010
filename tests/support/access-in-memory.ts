/** The public functions of the access module, over stores in memory. The test controls the clock and the key store. */
import { Container, ContainerModule } from 'inversify';
import { newId, type KeyId } from '../../src/kernel/ids';
import { refused, Unavailable, type Outcome } from '../../src/kernel/refusal';
import { OBSERVATIONS, unobserved } from '../../src/kernel/observations';
import { provide } from '../../src/kernel/token';
import { CLOCK, LOG, PUBLIC_URL, SECRETS } from '../../src/kernel/tokens';
import { ACCESS, type Access, type Authentication, type IssuedKey, type NewKey } from '../../src/modules/access';
import {
  ADMIN_KEY_STORE,
  FAILURE_COUNTS,
  KEY_STORE,
  OPERATOR_STORE,
  SESSION_STORE,
  TENANT_STORE,
  type StoredKey,
} from '../../src/modules/access/application/ports';
import { TENANT_LOG_READER } from '../../src/modules/access/application/tenant-log-reader';
import { accessModule } from '../../src/modules/access/wiring';
import {
  MemoryAdminKeyStore,
  MemoryKeyStore,
  MemoryTenantLog,
  MemoryTenantStore,
} from '../../src/modules/access/memory/access-stores';
import { MemoryFailureCounts, MemoryPeople } from '../../src/modules/access/memory/people-stores';
import { HandClock } from './hand-clock';
import { utc } from '../../src/kernel/time-zone';

export interface AccessInMemory {
  readonly access: Access;
  readonly clock: HandClock;
  readonly keys: FlakyKeyStore;
  /** The warnings that were logged for operators. */
  readonly warnings: readonly string[];
  /** Starts a second process on the same stores. */
  startAnother(pepper?: string, formerPepper?: string): Access;
  issue(fields?: Omit<NewKey, 'ledger'>): Promise<IssuedKey>;
  present(key: string, address?: string, to?: Access): Promise<Authentication>;
}

/** A store that a test can empty, cut off or make read-only. */
export class FlakyKeyStore extends MemoryKeyStore {
  state: 'there' | 'empty' | 'away' | 'read-only' = 'there';

  override async keysOfPrefixes(prefixes: readonly string[]): Promise<readonly StoredKey[]> {
    if (this.state === 'away') throw new Unavailable('The store is away.');
    return this.state === 'empty' ? [] : super.keysOfPrefixes(prefixes);
  }

  override async markUsed(ids: readonly KeyId[], at: Date): Promise<void> {
    if (this.state === 'read-only') throw new Unavailable('The store is read-only.');
    return super.markUsed(ids, at);
  }
}

export const ledger = {
  id: newId<'ledger'>(),
  tenantId: newId<'tenant'>(),
  denomination: { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 },
  timeZone: utc,
};
export const home = '192.0.2.1';
export const elsewhere = '192.0.2.2';

export const accessInMemory = (): AccessInMemory => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  const keys = new FlakyKeyStore();
  const tenants = new MemoryTenantStore();
  const adminKeys = new MemoryAdminKeyStore();
  const people = new MemoryPeople();
  const failures = new MemoryFailureCounts();
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_: object, message: string) => void warnings.push(message),
    error: () => undefined,
  };
  const startAnother = (pepper = 'pepper', formerPepper?: string): Access => {
    const container = new Container();
    const surroundings = new ContainerModule(({ bind }) => {
      provide({ bind }, CLOCK, [], () => clock);
      provide({ bind }, LOG, [], () => log);
      provide({ bind }, OBSERVATIONS, [], () => unobserved);
      provide({ bind }, SECRETS, [], () => ({ installationSecret: Buffer.alloc(32, 7), pepper, formerPepper }));
      provide({ bind }, TENANT_STORE, [], () => tenants);
      provide({ bind }, KEY_STORE, [], () => keys);
      provide({ bind }, ADMIN_KEY_STORE, [], () => adminKeys);
      provide({ bind }, TENANT_LOG_READER, [], () => new MemoryTenantLog());
      provide({ bind }, OPERATOR_STORE, [], () => people);
      provide({ bind }, SESSION_STORE, [], () => people);
      provide({ bind }, FAILURE_COUNTS, [], () => failures);
      provide({ bind }, PUBLIC_URL, [], () => 'https://ledger.example');
    });
    container.loadSync(surroundings, accessModule);
    return container.get<Access>(ACCESS);
  };
  const access = startAnother();
  return {
    access,
    clock,
    keys,
    warnings,
    startAnother,
    issue: async (fields = {}) => expected(await access.issueKey({ ledger, ...fields })),
    present: (key, address = home, to = access) => to.authenticate(`Bearer ${key}`, address),
  };
};

/** Returns the value of an outcome, and throws if it is a refusal. */
export const expected = <A>(outcome: Outcome<unknown, A>): A => {
  if (refused(outcome)) throw new Error(`refused: ${JSON.stringify(outcome.left)}`);
  return outcome.right;
};
