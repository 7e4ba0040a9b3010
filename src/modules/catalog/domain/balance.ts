/**
 * Checks, when a code is created, whether its template can balance at all. It cannot if all entries of a layer are on one side, because
 * every amount is positive; if debits and credits differ by a number that no parameter changes; or if the remainder is never positive. Any
 * other imbalance depends on the parameters and is checked when the code is used. The sum of an entry that repeats is also checked only
 * then, because the number of items is not known before.
 */
import { layers, type EntryType } from '../../../kernel/accounting';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { remainder } from './amount';
import type { CompiledEntry } from './entry';
import { absolute, exactOf, isNegative, isZero, negated, textOf } from './exact';
import { addRepeated, addTo, numberIn, type Terms } from './linear';
import type { TrancodeNotBalanced } from './refusals';
import type { CompiledTemplate } from './template';

export const judgeBalance = ({ entries }: CompiledTemplate): Outcome<TrancodeNotBalanced, void> => {
  const withFixedSide = entries.filter(hasFixedSide);
  // If the side of an entry depends on a parameter, the entry may balance all others.
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

/**
 * Explains why a layer never balances. The request chooses the layer of the entries that name no layer, so every possible layer is checked.
 * Undefined: the entries may balance.
 */
const explainLayers = (entries: readonly FixedSideEntry[]): string | undefined => {
  if (entries.some(({ layer }) => typeof layer === 'object')) return undefined;
  const namesLayers = entries.some(({ layer }) => layer !== undefined);
  const explanations = layers.map((layerOfRequest) => {
    for (const layer of layers) {
      const entriesOfLayer = entries.filter((entry) => (entry.layer ?? layerOfRequest) === layer);
      const explanation = explainLayer(entriesOfLayer);
      if (explanation !== undefined) return namesLayers ? `in the layer ${layer} ${explanation}` : explanation;
    }
    return undefined;
  });
  return explanations.every((explanation) => explanation !== undefined) ? explanations[0] : undefined;
};

/** A layer may have no entries if each of its entries is optional, or repeats over a list that may be empty. */
const explainLayer = (entries: readonly FixedSideEntry[]): string | undefined => {
  const mayBeEmpty = entries.every(({ list, isOptional }) => isOptional || list?.minItems === 0);
  return (mayBeEmpty ? undefined : explainOneSide(entries)) ?? explainDifference(entries);
};

const explainDifference = (entries: readonly FixedSideEntry[]): string | undefined => {
  const terms: Terms = new Map();
  for (const entry of entries) if (!addEntry(terms, entry)) return undefined;
  const left = numberIn(terms);
  if (!left) return undefined;
  const filled = entries.find(({ amount }) => amount === remainder);
  if (filled) {
    const amount = filled.type === 'credit' ? left : negated(left);
    if (isZero(amount) ? filled.isOptional : !isNegative(amount)) return undefined;
    return `the remainder always comes to ${textOf(amount)}, and must ${filled.isOptional ? 'not be less' : 'be greater'} than zero`;
  }
  if (isZero(left)) return undefined;
  const [more, less] = isNegative(left) ? ['credits', 'debits'] : ['debits', 'credits'];
  return `the ${more} are ${textOf(absolute(left))} more than the ${less}, whatever the parameters are`;
};

/** Adds the entry's amount to the terms. Returns false if the amount cannot be expressed by terms, so that nothing can be concluded. */
const addEntry = (terms: Terms, { type, amount, list }: FixedSideEntry): boolean => {
  if (amount === remainder) return true;
  const factor = type === 'debit' ? one : negated(one);
  if (!list) return addTo(terms, amount.expression, factor);
  const ofItem: Terms = new Map();
  return addTo(ofItem, amount.expression, factor) && addRepeated(terms, ofItem, list);
};

const one = exactOf('1');
