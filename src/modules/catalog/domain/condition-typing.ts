/** Types a syntax tree as a condition. Both sides of a comparison must be of the same kind. */
import { parseId } from '../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { parseDay } from '../../../kernel/time';
import { arithmeticOf, complaintAboutParameter, type Scope } from './arithmetic-typing';
import { shown, type Complaint } from './complaints';
import type { Comparison, Condition, TextOperand } from './condition';
import type { Syntax } from './syntax';

type Typed = Outcome<Complaint, Condition>;

export const conditionOf = (syntax: Syntax, scope: Scope): Typed => {
  const { at } = syntax;
  switch (syntax.kind) {
    case 'word':
      return syntax.word === 'null'
        ? refuse({ text: 'has null where a condition is expected', at })
        : ok({ kind: 'constant', holds: syntax.word === 'true' });
    case 'parameter': {
      const complaint = complaintAboutParameter(syntax.name, at, scope);
      if (complaint) return refuse(complaint);
      if (scope.parameters.get(syntax.name)?.type === 'boolean') return ok({ kind: 'flag', name: syntax.name });
      return refuse({
        text: `uses params.${syntax.name} as a condition, but it is ${scope.parameters.get(syntax.name)?.type}: compare it with something`,
        at,
      });
    }
    case 'unary': {
      if (syntax.operator !== 'not' && syntax.operator !== '!')
        return refuse({ text: 'has a number where a condition is expected', at });
      const operand = conditionOf(syntax.operand, scope);
      if (!refused(operand)) return ok({ kind: 'not', operand: operand.right });
      return refuse({ ...operand.left, text: `${operand.left.text}; ${nearest(syntax.operator)}` });
    }
    case 'binary': {
      const joint = joints.get(syntax.operator);
      if (joint) return bothConditions(joint, syntax.left, syntax.right, scope);
      if (isComparison(syntax.operator)) return comparisonOf(syntax.operator, syntax.left, syntax.right, scope, at);
      return refuse({
        text: `has ${syntax.operator} where a condition is expected: use == != < <= > >= and or not`,
        at,
      });
    }
    case 'number':
    case 'text':
    case 'call':
    case 'mode':
      return refuse({ text: 'has a value where a condition is expected', at });
  }
};

const nearest = (operator: string): string =>
  `${operator} takes the nearest operand, so put a comparison in parentheses`;

const joints: ReadonlyMap<string, 'and' | 'or'> = new Map([
  ['and', 'and'],
  ['&&', 'and'],
  ['or', 'or'],
  ['||', 'or'],
]);

const isComparison = (operator: string): operator is Comparison =>
  ['==', '!=', '<', '<=', '>', '>='].includes(operator);

const bothConditions = (kind: 'and' | 'or' | 'same', left: Syntax, right: Syntax, scope: Scope): Typed => {
  const first = conditionOf(left, scope);
  if (refused(first)) return first;
  const second = conditionOf(right, scope);
  return refused(second) ? second : ok({ kind, left: first.right, right: second.right });
};

type Kind = 'number' | 'text' | 'day' | 'truth' | 'null';

const comparisonOf = (comparison: Comparison, left: Syntax, right: Syntax, scope: Scope, at: number): Typed => {
  const complaint = complaintAbout(left, scope) ?? complaintAbout(right, scope);
  if (complaint) return refuse(complaint);
  const kinds = [kindOf(left, scope), kindOf(right, scope)] as const;
  const both = (kind: Kind): boolean => kinds[0] === kind && kinds[1] === kind;
  const isOrder = comparison !== '==' && comparison !== '!=';
  const areDays = kinds.includes('day');
  if (both('number')) return numbersOf(comparison, left, right, scope);
  if (both('text') || (areDays && kinds.every((kind) => kind === 'text' || kind === 'day')))
    return isOrder && !areDays ? refuseOrdering(comparison, at) : textsOf(comparison, left, right, areDays, scope);
  if (isOrder && (both('truth') || kinds.includes('null'))) return refuseOrdering(comparison, at);
  const same = both('truth')
    ? bothConditions('same', left, right, scope)
    : kinds.includes('null')
      ? absenceOf(kinds[0] === 'null' ? right : left)
      : mismatch(left, kinds, at);
  return refused(same) || comparison === '==' ? same : ok({ kind: 'not', operand: same.right });
};

/** Returns why a comparison may not name this side here; undefined if it may. */
const complaintAbout = (side: Syntax, scope: Scope): Complaint | undefined =>
  side.kind === 'parameter' ? complaintAboutParameter(side.name, side.at, scope) : undefined;

const refuseOrdering = (comparison: Comparison, at: number): Typed =>
  refuse({ text: `cannot order with ${comparison} here: use == or !=`, at });

const mismatch = (left: Syntax, [leftKind, rightKind]: readonly [Kind, Kind], at: number): Typed => {
  const hint = left.kind === 'unary' && leftKind === 'truth' ? `; ${nearest(left.operator)}` : '';
  return refuse({ text: `compares ${kindNames[leftKind]} with ${kindNames[rightKind]}${hint}`, at });
};

const absenceOf = (tested: Syntax): Typed => {
  if (tested.kind !== 'parameter')
    return refuse({ text: 'compares null with something that is not a parameter', at: tested.at });
  return ok({ kind: 'absent', name: tested.name });
};

const numbersOf = (comparison: Comparison, left: Syntax, right: Syntax, scope: Scope): Typed => {
  const first = arithmeticOf(left, scope);
  if (refused(first)) return first;
  const second = arithmeticOf(right, scope);
  return refused(second) ? second : ok({ kind: 'numbers', comparison, left: first.right, right: second.right });
};

const textsOf = (comparison: Comparison, left: Syntax, right: Syntax, areDays: boolean, scope: Scope): Typed => {
  const first = textOperandOf(left, areDays, right, scope);
  if (refused(first)) return first;
  const second = textOperandOf(right, areDays, left, scope);
  return refused(second) ? second : ok({ kind: 'texts', comparison, left: first.right, right: second.right });
};

const kindNames: Readonly<Record<Kind, string>> = {
  number: 'a number',
  text: 'a text',
  day: 'a day',
  truth: 'a truth value',
  null: 'null',
};

const kindOf = (syntax: Syntax, { parameters }: Scope): Kind => {
  switch (syntax.kind) {
    case 'text':
      return 'text';
    case 'word':
      return syntax.word === 'null' ? 'null' : 'truth';
    case 'unary':
      return syntax.operator === '-' ? 'number' : 'truth';
    case 'binary':
      return joints.has(syntax.operator) || isComparison(syntax.operator) ? 'truth' : 'number';
    case 'parameter': {
      const type = parameters.get(syntax.name)?.type;
      if (type === 'boolean') return 'truth';
      if (type === 'date') return 'day';
      return type === 'integer' || type === 'decimal' || type === undefined ? 'number' : 'text';
    }
    case 'number':
    case 'call':
    case 'mode':
      return 'number';
  }
};

/** Types one side of a comparison of texts. A literal that is compared with a day or a UUID must be a valid one. */
const textOperandOf = (
  syntax: Syntax,
  isDay: boolean,
  other: Syntax,
  scope: Scope,
): Outcome<Complaint, TextOperand> => {
  if (syntax.kind === 'parameter') {
    if (isDay && scope.parameters.get(syntax.name)?.type !== 'date')
      return refuse({ text: `compares a day with params.${syntax.name}, which is not of type date`, at: syntax.at });
    return ok({ name: syntax.name });
  }
  if (syntax.kind !== 'text')
    return refuse({ text: 'has something other than a text where a text is expected', at: syntax.at });
  if (isDay && parseDay(syntax.value) === undefined)
    return refuse({
      text: `compares a day with ${shown(syntax.value)}: write a day that exists, as "YYYY-MM-DD"`,
      at: syntax.at,
    });
  const isUuid = other.kind === 'parameter' && scope.parameters.get(other.name)?.type === 'uuid';
  const uuid = isUuid ? parseId(syntax.value) : syntax.value;
  return uuid === undefined
    ? refuse({ text: `compares a UUID with ${shown(syntax.value)}, which is not a UUID`, at: syntax.at })
    : ok({ text: uuid });
};
