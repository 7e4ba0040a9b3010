/**
 * All entries of a transaction are in one layer (decision 31). So a hold is always a whole transaction, and no pending money is outside of
 * a hold.
 */
import type { Layer } from '../../../kernel/accounting';
import type { FieldErrors } from '../../../kernel/refusal';
import type { CompiledEntry } from './entry';
import type { CompiledTemplate } from './template';

/**
 * Explains, by field, why the entries of a new transaction code have different layers; undefined if they can all be in one. Codes that were
 * stored before this rule still compile.
 */
export const mixedLayersOf = ({ entries }: Pick<CompiledTemplate, 'entries'>): FieldErrors | undefined => {
  const fixed = entries.map(({ layer }) => (isFixed(layer) ? layer : undefined));
  const first = fixed.findIndex((layer) => layer !== undefined);
  const other = fixed.findIndex((layer) => layer !== undefined && layer !== fixed[first]);
  if (other < 0) return undefined;
  return {
    [`entries_template.entries.${other}.layer`]: [
      `is ${fixed[other]}, but the layer of entry ${first + 1} is ${fixed[first]}: ${rule}. Use a transaction code for each layer`,
    ],
  };
};

/** Explains why the entries of an expansion are refused; undefined if all of them are in one layer. */
export const whyMixed = (entries: readonly { readonly layer: Layer }[]): string | undefined => {
  const layers = [...new Set(entries.map(({ layer }) => layer))];
  if (layers.length <= 1) return undefined;
  return `are on the layers ${layers.join(' and ')}, but ${rule}: an entry whose template names no layer is on the layer of the request`;
};

const rule = 'a transaction has one layer';

const isFixed = (layer: CompiledEntry['layer']): layer is Layer => typeof layer === 'string';
