/** The store of the attribute catalog. Adapters hold no rules; without a `tx` nothing is written. */
import type { TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import { token } from '../../../kernel/token';
import type { Tx, UnitOfWork } from '../../../kernel/unit-of-work';
import type { AdmissionRules } from '../domain/admission';
import type { AttributeDefinition } from '../domain/definition';

/** The rules of a tenant. Every change of them gives them another version. */
export interface VersionedRules extends AdmissionRules {
  readonly version: string;
}

export interface RulesStore {
  /**
   * Locks the tenant's rules until `tx` ends, after waiting for the writes that were judged by them, and returns them.
   */
  lock(tx: Tx, tenantId: TenantId): Promise<VersionedRules>;

  // The methods below need that lock, and give the rules a new version.
  readDefinition(tx: Tx, tenantId: TenantId, key: string): Promise<AttributeDefinition | undefined>;
  insertDefinitions(tx: Tx, tenantId: TenantId, definitions: readonly AttributeDefinition[]): Promise<void>;
  updateDefinition(tx: Tx, tenantId: TenantId, definition: AttributeDefinition): Promise<void>;
  setStrict(tx: Tx, tenantId: TenantId, isStrict: boolean, now: Date): Promise<void>;

  /**
   * Changes the index from building to ready, unless it was turned off meanwhile, or turned on again. This does not
   * change a rule of admission.
   */
  finishIndex(tx: Tx, tenantId: TenantId, key: string, round: number): Promise<void>;
}

/** A key whose older transactions must be indexed, and how often its index has been turned on. */
export interface KeyToIndex {
  readonly tenantId: TenantId;
  readonly key: string;
  readonly round: number;
}

export interface DefinitionReader {
  /** Returns the present rules. */
  rules(tenantId: TenantId): Promise<VersionedRules>;
  isStrict(tenantId: TenantId): Promise<boolean>;
  /** Returns a page, ordered by key. */
  list(tenantId: TenantId, slice: Slice): Promise<Page<AttributeDefinition>>;
  /** Returns the existing definitions, in any order. */
  definitions(tenantId: TenantId, keys: readonly string[]): Promise<readonly AttributeDefinition[]>;
  /** How many transactions of the tenant's ledgers were posted with each of the keys; those with none are missing. */
  usage(tenantId: TenantId, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The indexes wanted by all tenants, the oldest request first. */
  keysToIndex(): Promise<readonly KeyToIndex[]>;
}

export interface AttributeLimits {
  /** Distinct keys a tenant may have. */
  readonly maxKeys: number;
  /** How long the answer to a change waits for an index that was turned on, if not the usual time. */
  readonly maxIndexWaitMs?: number;
}

export const defaultMaxKeys = 200;

export const ATTRIBUTES_UNIT_OF_WORK = token<UnitOfWork>('AttributesUnitOfWork');
export const RULES_STORE = token<RulesStore>('AttributeRulesStore');
export const DEFINITION_READER = token<DefinitionReader>('AttributeDefinitionReader');
export const ATTRIBUTE_LIMITS = token<AttributeLimits>('AttributeLimits');
