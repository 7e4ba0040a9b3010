/**
 * Whether a template can balance, judged when it is created. Where the amounts are polynomials in the parameters, the
 * difference of debits and credits must be zero for all parameters, or follow from equalities among the validation rules:
 * that is a proof. Where `round` and its like are in the way of one, the template must balance for every set of generated
 * parameters that is valid. Where parameters choose the sides or the layers, only an expansion can tell.
 */
import { layers, type EntryType, type Layer } from '../../../kernel/accounting';
import type { Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { amountFor } from './amount';
import type { Condition } from './condition';
import type { CompiledEntry } from './entry';
import { eliminated, eliminationsOf } from './equations';
import { brokenRules, imbalanceOf } from './expansion';
import type { ParamValues } from './parameter';
import {
  added,
  asEquality,
  constantOf,
  isOpaque,
  polynomialOf,
  printed,
  subtracted,
  type Budget,
  type Polynomial,
} from './polynomial';
import type { TrancodeNotBalanced } from './refusals';
import { sampleParams } from './samples';
import type { CompiledTemplate } from './template';

const maxProofCharacters = 100_000;
const samples = 64;

export const judgeBalance = (template: CompiledTemplate): Outcome<TrancodeNotBalanced, void> => {
  const entries = template.entries.flatMap(sided);
  if (entries.length < template.entries.length) return ok(undefined);
  const verdict = proof(template, entries);
  if (verdict === 'balances') return ok(undefined);
  const explanation = verdict ?? counterexample(template, entries);
  return explanation === undefined ? ok(undefined) : refuse({ kind: 'TrancodeNotBalanced', explanation });
};

/** An entry whose side and layer do not depend on parameters. */
type Sided = CompiledEntry & { readonly type: EntryType; readonly layer: Layer | undefined };

const sided = (entry: CompiledEntry): readonly Sided[] => {
  const { type, layer } = entry;
  return typeof type === 'string' && (layer === undefined || typeof layer === 'string')
    ? [{ ...entry, type, layer }]
    : [];
};

/** Undefined where nothing can be proven either way; an explanation where it is proven that they do not balance. */
const proof = ({ rules }: CompiledTemplate, entries: readonly Sided[]): 'balances' | string | undefined => {
  const budget: Budget = { characters: maxProofCharacters };
  const equations = rules.flatMap(({ condition }) => equationsOf(condition, budget));
  const eliminations = eliminationsOf(equations, budget);
  const amounts = entries.map(({ amount }) => polynomialOf(amount.expression, budget));
  const remainderOf = (layer: Layer, layerOfRequest: Layer): Polynomial | undefined => {
    let sum: Polynomial | undefined = new Map();
    for (const [index, entry] of entries.entries()) {
      const amount = amounts[index];
      if ((entry.layer ?? layerOfRequest) !== layer) continue;
      sum = sum && amount && (entry.type === 'debit' ? added(sum, amount) : subtracted(sum, amount));
    }
    return sum && eliminated(sum, eliminations, budget);
  };
  // A template may leave its layer to the request: it is enough that one layer of the request makes it balance.
  const remainders = layers.map((layerOfRequest) => layers.map((layer) => remainderOf(layer, layerOfRequest)));
  if (remainders.some((ofRequest) => ofRequest.every((remainder) => remainder?.size === 0))) return 'balances';
  if (remainders.flat().some((remainder) => !remainder || isOpaque(remainder))) return undefined;
  const index = remainders[0]?.findIndex((remainder) => remainder?.size !== 0) ?? 0;
  const place = entries.some(({ layer }) => layer !== undefined) ? `in the layer ${layers[index]} ` : '';
  return `${place}${explanationOf(remainders[0]?.[index] ?? new Map())}`;
};

/** What the rules say is equal: `a == b`, alone or joined by `and`. */
const equationsOf = (condition: Condition, budget: Budget): readonly Polynomial[] => {
  if (condition.kind === 'and')
    return [...equationsOf(condition.left, budget), ...equationsOf(condition.right, budget)];
  if (condition.kind !== 'numbers' || condition.comparison !== '==') return [];
  const left = polynomialOf(condition.left, budget);
  const right = polynomialOf(condition.right, budget);
  const equation = left && right && subtracted(left, right);
  return equation ? [equation] : [];
};

const explanationOf = (remainder: Polynomial): string =>
  constantOf(remainder)
    ? `debits minus credits come to ${printed(remainder)}, whatever the parameters are`
    : `debits minus credits come to ${printed(remainder)}, which is not zero for all parameters; if callers must see to it, say so in a validation rule: ${asEquality(remainder)}`;

/** Generated parameters for which the entries do not balance, whatever the layer of the request; undefined if there are none. */
const counterexample = (template: CompiledTemplate, entries: readonly Sided[]): string | undefined => {
  const evaluated: { readonly values: ParamValues; readonly amounts: readonly Minor[] }[] = [];
  for (let seed = 1; seed <= samples; seed++) {
    const values = sampleParams(template.parameters, template.denomination, seed);
    if (brokenRules(template, values).length > 0) continue;
    const amounts = entries.flatMap(({ amount }) => {
      const units = amountFor(amount, values, template.denomination);
      return refused(units) ? [] : [units.right];
    });
    if (amounts.length === entries.length) evaluated.push({ values, amounts });
  }
  const failures = layers.map((layerOfRequest) => {
    for (const { values, amounts } of evaluated) {
      const placed = entries.map(({ type, layer }, index) => ({
        type,
        layer: layer ?? layerOfRequest,
        amount: amounts[index] ?? (0n as Minor),
      }));
      const imbalance = imbalanceOf(placed, template.denomination);
      if (imbalance !== undefined) return `with ${described(values)} the entries ${imbalance}`;
    }
    return undefined;
  });
  return failures.every((failure) => failure !== undefined) ? failures[0] : undefined;
};

const maxDescribed = 10;

/** Amounts depend on numbers only. */
const described = (values: ParamValues): string =>
  [...values]
    .flatMap(([name, { kind, text }]) => (kind === 'number' ? [`${name} = ${text}`] : []))
    .slice(0, maxDescribed)
    .join(', ');
