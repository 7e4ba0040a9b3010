/**
 * Conditions of validation rules: comparisons of numbers, days, texts and booleans, joined by `and`, `or` and `not`. A comparison with an
 * absent parameter is false; `params.x == null` checks whether it is absent.
 */
import { unreachable } from '../../../kernel/refusal';
import { evaluate, isFailure, type Arithmetic } from './arithmetic';
import { compare } from './exact';
import type { ParamValues } from './parameter';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Condition =
  | { readonly kind: 'constant'; readonly holds: boolean }
  | { readonly kind: 'flag'; readonly name: string }
  | { readonly kind: 'absent'; readonly name: string }
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'and' | 'or' | 'same'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'numbers'; readonly comparison: Comparison; readonly left: Arithmetic; readonly right: Arithmetic }
  | {
      readonly kind: 'texts';
      readonly comparison: Comparison;
      readonly left: TextOperand;
      readonly right: TextOperand;
    };

export type TextOperand = { readonly name: string } | { readonly text: string };

export const holds = (condition: Condition, values: ParamValues): boolean => {
  switch (condition.kind) {
    case 'constant':
      return condition.holds;
    case 'flag': {
      const value = values.get(condition.name);
      return value?.kind === 'boolean' && value.value;
    }
    case 'absent':
      return !values.has(condition.name);
    case 'not':
      return !holds(condition.operand, values);
    case 'and':
      return holds(condition.left, values) && holds(condition.right, values);
    case 'or':
      return holds(condition.left, values) || holds(condition.right, values);
    case 'same':
      return holds(condition.left, values) === holds(condition.right, values);
    case 'numbers': {
      const left = evaluate(condition.left, values);
      const right = evaluate(condition.right, values);
      if (isFailure(left) || isFailure(right)) return false;
      const order = compare(left, right);
      return typeof order === 'number' && isTrueOf(condition.comparison, order);
    }
    case 'texts': {
      const left = read(condition.left, values);
      const right = read(condition.right, values);
      if (left === undefined || right === undefined) return false;
      return isTrueOf(condition.comparison, left < right ? -1 : left > right ? 1 : 0);
    }
    default:
      return unreachable(condition);
  }
};

const read = (operand: TextOperand, values: ParamValues): string | undefined =>
  'text' in operand ? operand.text : values.get(operand.name)?.text;

const isTrueOf = (comparison: Comparison, order: number): boolean => {
  switch (comparison) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return unreachable(comparison);
  }
};
