/**
 * Amounts as polynomials in the parameters, with exact coefficients, so that two of them can be compared for all values
 * at once. What is no polynomial (`round`, `min`, `max`, `abs`, a division by a parameter) counts as an unknown of its own,
 * equal only to the very same thing: `x - round(x / 3)` and `round(x / 3)` still add up to `x`.
 */
import { evaluate, isFailure, type Arithmetic } from './arithmetic';
import {
  dividedBy,
  exactOf,
  isNegative,
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

/** Its factors in order, one a line, because the name of a factor may hold anything else; the constant has none. */
export type Monomial = string;
const betweenFactors = '\n';

/** Coefficients by monomial; none is zero. */
export type Polynomial = ReadonlyMap<Monomial, Exact>;

/** What a whole proof may still cost, in characters that are handled; beyond it nothing is proven. */
export interface Budget {
  characters: number;
}

export const charactersPerProduct = 20;

export const spend = (budget: Budget, characters: number): boolean => (budget.characters -= characters) >= 0;

export const constant: Monomial = '';

/** Undefined where the budget or the digits do not suffice. */
export const polynomialOf = (expression: Arithmetic, budget: Budget): Polynomial | undefined => {
  switch (expression.kind) {
    case 'number':
      return scaled(unknown(constant), expression.value);
    case 'parameter':
      return unknown(`params.${expression.name}`);
    case 'negative': {
      const operand = polynomialOf(expression.operand, budget);
      return operand && scaled(operand, minusOne);
    }
    case 'operation':
      return operationOf(expression, budget);
    case 'round':
    case 'abs':
      return functionOf(expression, [expression.operand], budget);
    case 'min':
    case 'max':
      return functionOf(expression, expression.operands, budget);
  }
};

const minusOne = exactOf('-1');
const one = exactOf('1');

const unknown = (monomial: Monomial): Polynomial => new Map([[monomial, one]]);

const operationOf = (
  { operator, left, right }: Extract<Arithmetic, { kind: 'operation' }>,
  budget: Budget,
): Polynomial | undefined => {
  const first = polynomialOf(left, budget);
  const second = first && polynomialOf(right, budget);
  if (!first || !second) return undefined;
  if (operator === '+') return added(first, second);
  if (operator === '-') return subtracted(first, second);
  if (operator === '*') return multiplied(first, second, budget);
  const divisor = constantOf(second);
  if (divisor === undefined) {
    const inverse = named(`1 / (${printed(second)})`, budget);
    return inverse && multiplied(first, inverse, budget);
  }
  const inverse = dividedBy(one, divisor);
  return isTrouble(inverse) ? undefined : scaled(first, inverse);
};

type Call = Extract<Arithmetic, { readonly kind: 'round' | 'abs' | 'min' | 'max' }>;

/** The value, where no parameter is left in the operands; else one unknown, named by what is called with what. */
const functionOf = (call: Call, operands: readonly Arithmetic[], budget: Budget): Polynomial | undefined => {
  const polynomials: Polynomial[] = [];
  for (const operand of operands) {
    const polynomial = polynomialOf(operand, budget);
    if (!polynomial) return undefined;
    polynomials.push(polynomial);
  }
  const [first, ...others] = polynomials.flatMap((polynomial): readonly Arithmetic[] => {
    const value = constantOf(polynomial);
    return value ? [{ kind: 'number', value }] : [];
  });
  if (!first || others.length + 1 < polynomials.length) {
    const decimals = call.kind === 'round' ? `, ${call.decimals}` : '';
    return named(`${call.kind}(${polynomials.map(printed).sort().join(', ')}${decimals})`, budget);
  }
  const constantCall =
    call.kind === 'round' || call.kind === 'abs'
      ? { ...call, operand: first }
      : { ...call, operands: [first, ...others] };
  const value = evaluate(constantCall, new Map());
  return isFailure(value) ? undefined : scaled(unknown(constant), value);
};

const named = (name: string, budget: Budget): Polynomial | undefined =>
  spend(budget, name.length) ? unknown(name) : undefined;

/** The number, when there is nothing but one. */
export const constantOf = (polynomial: Polynomial): Exact | undefined =>
  polynomial.size === 0 ? zero : polynomial.size === 1 ? polynomial.get(constant) : undefined;

/** Whether an unknown is something other than a parameter, so that being different proves nothing. */
export const isOpaque = (polynomial: Polynomial): boolean =>
  [...polynomial.keys()].some((monomial) => factorsOf(monomial).some((factor) => !/^params\.\w+$/.test(factor)));

export const added = (x: Polynomial, y: Polynomial): Polynomial | undefined => {
  const terms = new Map(x);
  for (const [monomial, coefficient] of y)
    if (!put(terms, monomial, plus(terms.get(monomial) ?? zero, coefficient))) return undefined;
  return terms;
};

export const subtracted = (x: Polynomial, y: Polynomial): Polynomial | undefined => {
  const opposite = scaled(y, minusOne);
  return opposite && added(x, opposite);
};

export const scaled = (x: Polynomial, factor: Exact): Polynomial | undefined => {
  const terms = new Map<Monomial, Exact>();
  for (const [monomial, coefficient] of x) if (!put(terms, monomial, times(coefficient, factor))) return undefined;
  return terms;
};

const multiplied = (x: Polynomial, y: Polynomial, budget: Budget): Polynomial | undefined => {
  if (!spend(budget, x.size * y.size * charactersPerProduct)) return undefined;
  const terms = new Map<Monomial, Exact>();
  for (const [left, leftCoefficient] of x)
    for (const [right, rightCoefficient] of y) {
      const monomial = [...factorsOf(left), ...factorsOf(right)].sort().join(betweenFactors);
      const product = times(leftCoefficient, rightCoefficient);
      if (isTrouble(product) || !put(terms, monomial, plus(terms.get(monomial) ?? zero, product))) return undefined;
    }
  return terms;
};

const factorsOf = (monomial: Monomial): readonly string[] =>
  monomial === constant ? [] : monomial.split(betweenFactors);

const put = (terms: Map<Monomial, Exact>, monomial: Monomial, coefficient: Exact | Trouble): boolean => {
  if (isTrouble(coefficient)) return false;
  if (isZero(coefficient)) terms.delete(monomial);
  else terms.set(monomial, coefficient);
  return true;
};

/** `params.total - 0.5 * params.net + 3`: the same polynomial always prints the same, and no other prints like it. */
export const printed = (polynomial: Polynomial): string =>
  [...polynomial]
    .sort(([x], [y]) => (y === constant || (x !== constant && x < y) ? -1 : 1))
    .map(([monomial, coefficient], index) => {
      const negative = isNegative(coefficient);
      const sign = index === 0 ? (negative ? '-' : '') : negative ? ' - ' : ' + ';
      const size = ratioOf(negative ? negated(coefficient) : coefficient);
      const factors = factorsOf(monomial);
      return sign + (size === '1' && factors.length > 0 ? factors : [size, ...factors]).join(' * ');
    })
    .join('') || '0';

/** `params.total == params.net + params.tax`: that the polynomial is zero, as a rule would state it. */
export const asEquality = (polynomial: Polynomial): string => {
  const terms = [...polynomial];
  const left = terms.filter(([, coefficient]) => !isNegative(coefficient));
  const right = terms.filter(([, coefficient]) => isNegative(coefficient));
  return `${printed(new Map(left))} == ${printed(new Map(right.map(([monomial, coefficient]) => [monomial, negated(coefficient)])))}`;
};
