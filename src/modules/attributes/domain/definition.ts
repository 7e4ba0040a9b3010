/** A declared key, and whether transactions can be searched by it (specification, "Attribute definition"). */
import type { Id } from '../../../kernel/ids';

export type DefinitionId = Id<'attribute definition'>;

/**
 * The state of an index: off; building, from when it is turned on until all older transactions are indexed; ready. While it is building or
 * ready, every accepted transaction is indexed at once.
 */
export type IndexState = 'off' | 'building' | 'ready';

export interface AttributeDefinition {
  readonly id: DefinitionId;
  /** The key, which never changes. */
  readonly key: string;
  readonly label: string | null;
  readonly indexState: IndexState;
  /** Counts how often the index was turned on. */
  readonly indexRound: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface DescribedDefinition extends AttributeDefinition {
  /** The number of transactions posted with the key in all ledgers of the tenant, including those that were reversed or voided. */
  readonly usageCount: number;
}

export interface NewDefinition {
  readonly key: string;
  readonly label: string | null;
  readonly isIndexed: boolean;
}

/** A change to a definition; an undefined member is not changed. */
export interface DefinitionChange {
  readonly label?: string | null | undefined;
  readonly isIndexed?: boolean | undefined;
}

export const maxLabelLength = 255;

export const isIndexed = ({ indexState }: Pick<AttributeDefinition, 'indexState'>): boolean => indexState !== 'off';

export const define = (
  { key, label, isIndexed: wanted }: NewDefinition,
  id: DefinitionId,
  now: Date,
): AttributeDefinition => ({
  id,
  key,
  label,
  ...indexing({ indexState: 'off', indexRound: 0 }, wanted),
  createdAt: now,
  updatedAt: now,
});

/** Returns the definition after the change; the same object if nothing changes. */
export const changed = (
  definition: AttributeDefinition,
  { label = definition.label, isIndexed: wanted = isIndexed(definition) }: DefinitionChange,
  now: Date,
): AttributeDefinition =>
  label === definition.label && wanted === isIndexed(definition)
    ? definition
    : { ...definition, ...indexing(definition, wanted), label, updatedAt: now };

/** Turning the index on always begins with building, because any older transaction may have the key. */
const indexing = (
  before: Pick<AttributeDefinition, 'indexState' | 'indexRound'>,
  wanted: boolean,
): Pick<AttributeDefinition, 'indexState' | 'indexRound'> => {
  if (wanted === isIndexed(before)) return { indexState: before.indexState, indexRound: before.indexRound };
  return wanted
    ? { indexState: 'building', indexRound: before.indexRound + 1 }
    : { indexState: 'off', indexRound: before.indexRound };
};
