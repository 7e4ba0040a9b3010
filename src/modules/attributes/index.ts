/** Attributes: what may be stamped on transactions, and who says so. This file is all that other contexts see. */
import type { TenantId } from '../../kernel/ids';
import type { Page, Slice } from '../../kernel/page';
import type { Principal } from '../../kernel/principal';
import type { Outcome } from '../../kernel/refusal';
import { token } from '../../kernel/token';
import type { KeyToIndex } from './application/ports';
import type { AttributeMap } from './domain/admission';
import type { DefinitionChange, DescribedDefinition, NewDefinition } from './domain/definition';
import type { AttributeNotIndexed, AttributeRefusal, DefineRefusal, DefinitionMissing } from './domain/refusals';

export type { KeyToIndex } from './application/ports';
export type { AttributeMap } from './domain/admission';
export type { DescribedDefinition } from './domain/definition';
export type { AttributeNotIndexed, AttributeRefusal } from './domain/refusals';

export interface Admitted<A> {
  readonly answer: A;
  /** For each map, whether it was really written: only then do its new keys count as used. */
  readonly written: readonly boolean[];
}

/** Writes what the verdicts allow, with the attributes of the indexed keys in the index, and commits it. */
export type Write<A> = (
  verdicts: readonly Outcome<AttributeRefusal, AttributeMap | null>[],
  indexedKeys: ReadonlySet<string>,
) => Promise<Admitted<A>>;

export interface Attributes {
  /**
   * Judges the attributes of several transactions, runs `write` with the verdicts, and declares the new keys of those
   * that were written. The rules do not change between the verdict and the end of `write`. Where none of the maps has
   * an attribute, it is `write` and nothing else.
   */
  admit<A>(caller: Principal, maps: readonly (Readonly<Record<string, unknown>> | null)[], write: Write<A>): Promise<A>;

  /** Whether all transactions, old ones included, can be searched by every one of the keys. */
  searchable(caller: Principal, keys: readonly string[]): Promise<Outcome<AttributeNotIndexed, void>>;
  /** Keys whose older transactions are not in the index yet, of all tenants. What was accepted before is committed. */
  keysToIndex(): Promise<readonly KeyToIndex[]>;
  /** Says that all older transactions of the tenant are in the index. */
  finishIndex(key: KeyToIndex): Promise<void>;
  /** Tells the listener when there is such a key. Only a hint: it knows nothing of other processes. */
  onKeyToIndex(listener: () => void): void;

  /** By key. */
  listDefinitions(caller: Principal, slice: Slice): Promise<Page<DescribedDefinition>>;
  define(caller: Principal, request: NewDefinition): Promise<Outcome<DefineRefusal, DescribedDefinition>>;
  changeDefinition(
    caller: Principal,
    key: string,
    change: DefinitionChange,
  ): Promise<Outcome<DefinitionMissing, DescribedDefinition>>;

  isStrict(tenantId: TenantId): Promise<boolean>;
  /** When it is answered, nothing undeclared is accepted any more, by no process. */
  setStrict(caller: Principal, isStrict: boolean): Promise<boolean>;
}

export const ATTRIBUTES = token<Attributes>('Attributes');
