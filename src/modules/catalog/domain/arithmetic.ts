/** Arithmetic over parameters: a tree of the allowed operations, and its exact evaluation. */
import { unreachable } from '../../../kernel/refusal';
import {
  absolute,
  compare,
  dividedBy,
  isTrouble,
  minus,
  negated,
  plus,
  round,
  times,
  type Exact,
  type RoundingMode,
  type Trouble,
} from './exact';
import type { NamedValues } from './parameter';

export type Operator = '+' | '-' | '*' | '/';

/** A tree of operations. `at` is the position in the client's text, counted in characters from 1. */
export type Arithmetic =
  | { readonly kind: 'number'; readonly value: Exact }
  | { readonly kind: 'parameter'; readonly name: string; readonly at: number }
  | { readonly kind: 'negative'; readonly operand: Arithmetic }
  | {
      readonly kind: 'operation';
      readonly operator: Operator;
      readonly left: Arithmetic;
      readonly right: Arithmetic;
      readonly at: number;
    }
  | {
      readonly kind: 'round';
      readonly operand: Arithmetic;
      readonly decimals: number;
      readonly mode: RoundingMode;
      readonly at: number;
    }
  | { readonly kind: 'abs'; readonly operand: Arithmetic }
  | { readonly kind: 'min' | 'max'; readonly operands: readonly Arithmetic[]; readonly at: number };

/** The reason why an expression has no value for these parameters, and the position in the client's text. */
export interface Failure {
  readonly trouble: Trouble | 'reads a parameter that is not given';
  readonly at: number;
}

export const isFailure = (result: Exact | Failure): result is Failure => 'trouble' in result;

export const evaluate = (expression: Arithmetic, values: NamedValues): Exact | Failure => {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'parameter': {
      const value = values.get(expression.name);
      return value?.kind === 'number'
        ? value.value
        : { trouble: 'reads a parameter that is not given', at: expression.at };
    }
    case 'negative': {
      const operand = evaluate(expression.operand, values);
      return isFailure(operand) ? operand : negated(operand);
    }
    case 'operation': {
      const left = evaluate(expression.left, values);
      if (isFailure(left)) return left;
      const right = evaluate(expression.right, values);
      return isFailure(right) ? right : withPlace(operate(expression.operator, left, right), expression.at);
    }
    case 'round': {
      const operand = evaluate(expression.operand, values);
      if (isFailure(operand)) return operand;
      return withPlace(round(operand, expression.decimals, expression.mode), expression.at);
    }
    case 'abs': {
      const operand = evaluate(expression.operand, values);
      return isFailure(operand) ? operand : absolute(operand);
    }
    case 'min':
    case 'max':
      return leastOrGreatest(expression, values);
  }
};

export const operate = (operator: Operator, left: Exact, right: Exact): Exact | Trouble => {
  switch (operator) {
    case '+':
      return plus(left, right);
    case '-':
      return minus(left, right);
    case '*':
      return times(left, right);
    case '/':
      return dividedBy(left, right);
    default:
      return unreachable(operator);
  }
};

const leastOrGreatest = (
  { kind, operands, at }: Extract<Arithmetic, { kind: 'min' | 'max' }>,
  values: NamedValues,
): Exact | Failure => {
  let best: Exact | undefined;
  for (const operand of operands) {
    const value = evaluate(operand, values);
    if (isFailure(value)) return value;
    const order = best === undefined ? 0 : compare(value, best);
    if (typeof order === 'string') return { trouble: order, at };
    if (best === undefined || (kind === 'min' ? order < 0 : order > 0)) best = value;
  }
  return best ?? { trouble: 'reads a parameter that is not given', at };
};

const withPlace = (result: Exact | Trouble, at: number): Exact | Failure =>
  isTrouble(result) ? { trouble: result, at } : result;

export const namesParameter = (expression: Arithmetic): boolean => {
  switch (expression.kind) {
    case 'number':
      return false;
    case 'parameter':
      return true;
    case 'operation':
      return namesParameter(expression.left) || namesParameter(expression.right);
    case 'min':
    case 'max':
      return expression.operands.some(namesParameter);
    case 'negative':
    case 'round':
    case 'abs':
      return namesParameter(expression.operand);
  }
};
