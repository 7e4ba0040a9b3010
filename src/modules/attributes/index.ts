/** Attributes: the keys and values of transactions, and their rules. Other contexts import only this file. */
import type { TenantId } from '../../kernel/ids';
import type { Page, Slice } from '../../kernel/page';
import type { Principal } from '../../kernel/principal';
import type { Outcome } from '../../kernel/refusal';
import { token } from '../../kernel/token';
import type { KeyToIndex } from './application/ports';
import type { AttributeMap } from './domain/admission';
import type { DefinitionChange, DefinitionId, DescribedDefinition, NewDefinition } from './domain/definition';
import type { AttributeNotIndexed, AttributeRefusal, DefineRefusal, DefinitionMissing } from './domain/refusals';

export type { KeyToIndex } from './application/ports';
export { indexedOf, type AttributeMap } from './domain/admission';
export type { DescribedDefinition } from './domain/definition';
export type { AttributeNotIndexed, AttributeRefusal } from './domain/refusals';

/** A key that does not exist yet: the first transaction that is written with it declares it. */
export interface NewKey {
  readonly id: DefinitionId;
  readonly key: string;
}

/** The rules that must still be current when the write commits. The write locks them: `alone` if it declares new keys, else `shared`. */
export interface JudgedBy {
  readonly tenantId: TenantId;
  readonly version: string;
  readonly hold: 'shared' | 'alone';
}

/**
 * The result of checking several maps of attributes. A write that uses it must lock the rules, and declare the new keys of the transactions
 * that it writes.
 */
export interface Judgement {
  /** One verdict for each map, in order. */
  readonly verdicts: readonly Outcome<AttributeRefusal, AttributeMap | null>[];
  /** The keys that transactions can be searched by. */
  readonly indexedKeys: ReadonlySet<string>;
  /**
   * The rules that the write must lock. Null if no change to the rules could alter the result: there are no attributes, or only keys that
   * were already declared and indexed when the rules were read. Such a key stays declared, so neither strict mode nor the maximum number of
   * keys affects it. If its index was turned off meanwhile, the write still adds a row to the index. The row does no harm: turning the
   * index on again would add it too.
   */
  readonly rules: JudgedBy | null;
  /** The keys that writing each map declares, in the order of the maps; an empty list if `rules` is null. */
  readonly newKeys: readonly (readonly NewKey[])[];
}

export interface Attributes {
  /**
   * Checks the attributes of several transactions, each as if those before it were written. `stale` is an earlier judgement whose write was
   * refused because the rules had changed: then the rules are read again.
   */
  judge(
    caller: Pick<Principal, 'tenantId'>,
    maps: readonly (Readonly<Record<string, unknown>> | null)[],
    stale?: Judgement,
  ): Promise<Judgement>;

  /** Checks that all transactions, including old ones, can be searched by every one of the keys. */
  searchable(caller: Principal, keys: readonly string[]): Promise<Outcome<AttributeNotIndexed, void>>;
  /**
   * Returns the keys, of all tenants, whose older transactions are not indexed yet. All transactions that were accepted before the index of
   * such a key was turned on have been committed.
   */
  keysToIndex(): Promise<readonly KeyToIndex[]>;
  /** Records that all older transactions of the tenant are in the index. */
  finishIndex(key: KeyToIndex): Promise<void>;
  /** Calls the listener when a key must be indexed. This is only a hint: changes by other processes are not noticed. */
  onKeyToIndex(listener: () => void): void;

  /** Returns a page of definitions, ordered by key. */
  listDefinitions(caller: Principal, slice: Slice): Promise<Page<DescribedDefinition>>;
  define(caller: Principal, request: NewDefinition): Promise<Outcome<DefineRefusal, DescribedDefinition>>;
  changeDefinition(
    caller: Principal,
    key: string,
    change: DefinitionChange,
  ): Promise<Outcome<DefinitionMissing, DescribedDefinition>>;

  isStrict(tenantId: TenantId): Promise<boolean>;
  /** Turns strict mode on or off. Once a call that turns it on has returned, no process accepts an undeclared key. */
  setStrict(caller: Principal, isStrict: boolean): Promise<boolean>;
}

export const ATTRIBUTES = token<Attributes>('Attributes');
