/** A declared key, and whether transactions can be searched by it (specification, "Attribute definition"). */
import type { Id } from '../../../kernel/ids';

export type DefinitionId = Id<'attribute definition'>;

/**
 * Off; building, from the moment it is turned on until the transactions that were there before are gone through; ready.
 * While it is on, every transaction that is accepted goes into the index at once.
 */
export type IndexState = 'off' | 'building' | 'ready';

export interface AttributeDefinition {
  readonly id: DefinitionId;
  /** Never changes. */
  readonly key: string;
  readonly label: string | null;
  readonly indexState: IndexState;
  /** How many times it was turned on. */
  readonly indexRound: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface DescribedDefinition extends AttributeDefinition {
  /** Transactions posted with it, in all ledgers of the tenant, whatever became of them afterwards. */
  readonly usageCount: number;
}

export interface NewDefinition {
  readonly key: string;
  readonly label: string | null;
  readonly isIndexed: boolean;
}

/** Members that are left out stay as they are. */
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

/** The definition as it is after the change; the very same one where it changes nothing. */
export const changed = (
  definition: AttributeDefinition,
  { label = definition.label, isIndexed: wanted = isIndexed(definition) }: DefinitionChange,
  now: Date,
): AttributeDefinition =>
  label === definition.label && wanted === isIndexed(definition)
    ? definition
    : { ...definition, ...indexing(definition, wanted), label, updatedAt: now };

/** A key that was in use before may stand on any older transaction, so turning on always begins with building. */
const indexing = (
  before: Pick<AttributeDefinition, 'indexState' | 'indexRound'>,
  wanted: boolean,
): Pick<AttributeDefinition, 'indexState' | 'indexRound'> => {
  if (wanted === isIndexed(before)) return { indexState: before.indexState, indexRound: before.indexRound };
  return wanted
    ? { indexState: 'building', indexRound: before.indexRound + 1 }
    : { indexState: 'off', indexRound: before.indexRound };
};
