/** The store of attribute definitions and settings. Adapters contain no rules; every write needs a `tx`. */
import type { TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import { token } from '../../../kernel/token';
import type { Tx, UnitOfWork } from '../../../kernel/unit-of-work';
import type { AdmissionRules } from '../domain/admission';
import type { AttributeDefinition } from '../domain/definition';

/** The rules of a tenant. Each change increments the version. */
export interface VersionedRules extends AdmissionRules {
  readonly version: string;
}

export interface RulesStore {
  /** Waits for the writes that were checked against the tenant's rules, locks the rules until `tx` ends, and returns the rules. */
  lock(tx: Tx, tenantId: TenantId): Promise<VersionedRules>;

  // The caller of the following methods must hold the lock that `lock` takes. Each write except `finishIndex` increments the version of the
  // rules.
  readDefinition(tx: Tx, tenantId: TenantId, key: string): Promise<AttributeDefinition | undefined>;
  insertDefinitions(tx: Tx, tenantId: TenantId, definitions: readonly AttributeDefinition[]): Promise<void>;
  updateDefinition(tx: Tx, tenantId: TenantId, definition: AttributeDefinition): Promise<void>;
  setStrict(tx: Tx, tenantId: TenantId, isStrict: boolean, now: Date): Promise<void>;

  /**
   * Changes the index from building to ready, unless it was turned off or on again meanwhile. The version of the rules stays the same,
   * because this changes no rule for writes.
   */
  finishIndex(tx: Tx, tenantId: TenantId, key: string, round: number): Promise<void>;
}

/** A key whose older transactions must be indexed. `round` counts how often its index was turned on. */
export interface KeyToIndex {
  readonly tenantId: TenantId;
  readonly key: string;
  readonly round: number;
}

export interface DefinitionReader {
  /** Returns the current rules of the tenant. */
  rules(tenantId: TenantId): Promise<VersionedRules>;
  isStrict(tenantId: TenantId): Promise<boolean>;
  /** Returns a page of definitions, ordered by key. */
  list(tenantId: TenantId, slice: Slice): Promise<Page<AttributeDefinition>>;
  /** Returns the definitions of those keys that are declared, in any order. */
  definitions(tenantId: TenantId, keys: readonly string[]): Promise<readonly AttributeDefinition[]>;
  /**
   * Returns, by key, the number of transactions that were posted with it in the tenant's ledgers. Keys without transactions are missing.
   */
  usage(tenantId: TenantId, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns the indexes that are being built, of all tenants, the oldest request first. */
  keysToIndex(): Promise<readonly KeyToIndex[]>;
}

export interface AttributeLimits {
  /** The number of distinct keys that a tenant may have. */
  readonly maxKeys: number;
  /** The milliseconds for which the response to a change waits for an index that was turned on; undefined: the default. */
  readonly maxIndexWaitMs?: number;
}

export const defaultMaxKeys = 200;

export const ATTRIBUTES_UNIT_OF_WORK = token<UnitOfWork>('AttributesUnitOfWork');
export const RULES_STORE = token<RulesStore>('AttributeRulesStore');
export const DEFINITION_READER = token<DefinitionReader>('AttributeDefinitionReader');
export const ATTRIBUTE_LIMITS = token<AttributeLimits>('AttributeLimits');
