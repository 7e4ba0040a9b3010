/** Attributes: the key-value pairs that transactions may carry, and their rules. Other modules see only this file. */
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

/** A key that is declared with the first transaction that is written with it. */
export interface NewKey {
  readonly id: DefinitionId;
  readonly key: string;
}

/** The rules that a write must still find, and hold until it commits: `alone` if the write declares new keys. */
export interface JudgedBy {
  readonly tenantId: TenantId;
  readonly version: string;
  readonly hold: 'shared' | 'alone';
}

/** The judgement of a set of attributes. A write by it holds the rules, and declares the new keys of what it writes. */
export interface Judgement {
  /** One for each map. */
  readonly verdicts: readonly Outcome<AttributeRefusal, AttributeMap | null>[];
  /** The keys by which transactions are to be found. */
  readonly indexedKeys: ReadonlySet<string>;
  /**
   * Null where any rules would have judged the same: there are no attributes, or only keys that were seen declared
   * and indexed once. Such a key is never undeclared, so no mode and no cap concerns it, and a row in the index of a key
   * that was turned off meanwhile is one that turning it on again would have to write.
   */
  readonly rules: JudgedBy | null;
  /** For each map, the keys that writing it declares; empty where `rules` is null. */
  readonly newKeys: readonly (readonly NewKey[])[];
}

export interface Attributes {
  /**
   * Judges the attributes of several transactions, each as if those before it were written. `stale` is a judgement by which
   * a write was refused, because the rules have changed since: then they are read anew.
   */
  judge(
    caller: Principal,
    maps: readonly (Readonly<Record<string, unknown>> | null)[],
    stale?: Judgement,
  ): Promise<Judgement>;

  /** Whether all transactions, old ones included, can be searched by every one of the keys. */
  searchable(caller: Principal, keys: readonly string[]): Promise<Outcome<AttributeNotIndexed, void>>;
  /** Keys whose older transactions are not in the index yet, of all tenants. Transactions that were accepted before are committed. */
  keysToIndex(): Promise<readonly KeyToIndex[]>;
  /** Says that all older transactions of the tenant are in the index. */
  finishIndex(key: KeyToIndex): Promise<void>;
  /** Calls the listener when there is such a key. This is only a hint: keys of other processes are not noticed. */
  onKeyToIndex(listener: () => void): void;

  /** The definitions, ordered by key. */
  listDefinitions(caller: Principal, slice: Slice): Promise<Page<DescribedDefinition>>;
  define(caller: Principal, request: NewDefinition): Promise<Outcome<DefineRefusal, DescribedDefinition>>;
  changeDefinition(
    caller: Principal,
    key: string,
    change: DefinitionChange,
  ): Promise<Outcome<DefinitionMissing, DescribedDefinition>>;

  isStrict(tenantId: TenantId): Promise<boolean>;
  /** Once this is answered, no process accepts an undeclared key any more. */
  setStrict(caller: Principal, isStrict: boolean): Promise<boolean>;
}

export const ATTRIBUTES = token<Attributes>('Attributes');
