/**
 * Amounts as sums of unknowns with exact factors, plus a constant, to detect that two sides always differ by the same number. A part that
 * is not linear (a product of parameters, `round`, `min`) is treated as an unknown that is named by its text: equal texts have equal
 * values, and nothing is concluded about different texts.
 */
import { evaluate, isFailure, namesParameter, type Arithmetic } from './arithmetic';
import {
  dividedBy,
  exactOf,
  isTrouble,
  isZero,
  negated,
  plus,
  ratioOf,
  times,
  zero,
  type Exact,
  type Trouble,
} from './exact';
import type { ListRules } from './parameter';

/** The factor of each unknown. The constant has the empty text as its key. */
export type Terms = Map<string, Exact>;

const number = '';

/** Adds a multiple of the expression. Returns false if that needs too many digits, or if the expression has no value. */
export const addTo = (terms: Terms, expression: Arithmetic, factor: Exact): boolean => {
  switch (expression.kind) {
    case 'number':
      return put(terms, number, times(factor, expression.value));
    case 'parameter':
      return put(terms, expression.name, factor);
    case 'negative':
      return addTo(terms, expression.operand, negated(factor));
    case 'operation':
      return addOperationTo(terms, expression, factor);
    case 'round':
    case 'abs':
    case 'min':
    case 'max': {
      if (namesParameter(expression)) return put(terms, nameOf(expression), factor);
      const value = evaluate(expression, new Map());
      return !isFailure(value) && put(terms, number, times(factor, value));
    }
  }
};

/**
 * Adds the terms of an entry that repeats. The number of items is unknown, so each term becomes an unknown of its own: its sum over the
 * items of the list. Two entries that repeat over the same list share these unknowns. Only the sum of a constant can be computed, and only
 * if the list always has the same number of items.
 */
export const addRepeated = (
  terms: Terms,
  ofItem: Terms,
  { name, minItems, maxItems }: Pick<ListRules, 'name' | 'minItems' | 'maxItems'>,
): boolean =>
  [...ofItem].every(([unknown, factor]) =>
    unknown === number && minItems === maxItems
      ? put(terms, number, times(factor, exactOf(String(minItems))))
      : put(terms, `sum(${name}, ${unknown})`, factor),
  );

/** Returns the constant if all unknowns cancel out; else undefined. */
export const numberIn = (terms: Terms): Exact | undefined =>
  [...terms].every(([unknown, factor]) => unknown === number || isZero(factor))
    ? (terms.get(number) ?? zero)
    : undefined;

const addOperationTo = (
  terms: Terms,
  operation: Extract<Arithmetic, { kind: 'operation' }>,
  factor: Exact,
): boolean => {
  const { operator, left, right } = operation;
  if (operator === '+' || operator === '-')
    return addTo(terms, left, factor) && addTo(terms, right, operator === '+' ? factor : negated(factor));
  const [scaled, scale] = namesParameter(right) && operator === '*' ? [right, left] : [left, right];
  if (namesParameter(scale)) return put(terms, nameOf(operation), factor);
  const value = evaluate(scale, new Map());
  if (isFailure(value)) return false;
  const product = operator === '*' ? times(factor, value) : dividedBy(factor, value);
  return !isTrouble(product) && addTo(terms, scaled, product);
};

const put = (terms: Terms, unknown: string, factor: Exact | Trouble): boolean => {
  const sum = isTrouble(factor) ? factor : plus(terms.get(unknown) ?? zero, factor);
  if (isTrouble(sum)) return false;
  terms.set(unknown, sum);
  return true;
};

/** Returns the expression as text, without the positions of its parts. */
const nameOf = (expression: Arithmetic): string => {
  switch (expression.kind) {
    case 'number':
      return ratioOf(expression.value);
    case 'parameter':
      return expression.name;
    case 'negative':
    case 'abs':
      return `${expression.kind}(${nameOf(expression.operand)})`;
    case 'round':
      return `round(${nameOf(expression.operand)}, ${expression.decimals}, ${expression.mode})`;
    case 'operation':
      return `(${nameOf(expression.left)} ${expression.operator} ${nameOf(expression.right)})`;
    case 'min':
    case 'max':
      return `${expression.kind}(${expression.operands.map(nameOf).join(', ')})`;
  }
};
