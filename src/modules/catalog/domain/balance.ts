/**
 * Whether a template can ever balance, judged when it is created. It cannot where all entries of a layer are on one side,
 * because every amount is greater than zero; nor where debits and credits differ by a number that no parameter changes.
 * Any other imbalance depends on the parameters and is judged when the code is used.
 */
import { layers, type EntryType } from '../../../kernel/accounting';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { CompiledEntry } from './entry';
import { absolute, exactOf, isNegative, isZero, negated, textOf } from './exact';
import { addTo, numberIn, type Terms } from './linear';
import type { TrancodeNotBalanced } from './refusals';
import type { CompiledTemplate } from './template';

export const judgeBalance = ({ entries }: CompiledTemplate): Outcome<TrancodeNotBalanced, void> => {
  const withFixedSide = entries.filter(hasFixedSide);
  // An entry whose side depends on a parameter may make up for the others.
  if (withFixedSide.length < entries.length) return ok(undefined);
  const explanation = explainOneSide(withFixedSide) ?? explainLayers(withFixedSide);
  return explanation === undefined ? ok(undefined) : refuse({ kind: 'TrancodeNotBalanced', explanation });
};

type FixedSideEntry = CompiledEntry & { readonly type: EntryType };

const hasFixedSide = (entry: CompiledEntry): entry is FixedSideEntry => typeof entry.type === 'string';

const explainOneSide = (entries: readonly FixedSideEntry[]): string | undefined => {
  const [first] = entries;
  return first && entries.every(({ type }) => type === first.type) ? `all its entries are ${first.type}s` : undefined;
};

/** Why one of the layers never balances, whatever layer the request gives to entries that name none. */
const explainLayers = (entries: readonly FixedSideEntry[]): string | undefined => {
  if (entries.some(({ layer }) => typeof layer === 'object')) return undefined;
  const namesLayers = entries.some(({ layer }) => layer !== undefined);
  const explanations = layers.map((layerOfRequest) => {
    for (const layer of layers) {
      const entriesOfLayer = entries.filter((entry) => (entry.layer ?? layerOfRequest) === layer);
      const explanation = explainOneSide(entriesOfLayer) ?? explainDifference(entriesOfLayer);
      if (explanation !== undefined) return namesLayers ? `in the layer ${layer} ${explanation}` : explanation;
    }
    return undefined;
  });
  return explanations.every((explanation) => explanation !== undefined) ? explanations[0] : undefined;
};

const explainDifference = (entries: readonly FixedSideEntry[]): string | undefined => {
  const terms: Terms = new Map();
  for (const { type, amount } of entries)
    if (!addTo(terms, amount.expression, type === 'debit' ? one : negated(one))) return undefined;
  const left = numberIn(terms);
  if (!left || isZero(left)) return undefined;
  const [more, less] = isNegative(left) ? ['credits', 'debits'] : ['debits', 'credits'];
  return `the ${more} are ${textOf(absolute(left))} more than the ${less}, whatever the parameters are`;
};

const one = exactOf('1');
