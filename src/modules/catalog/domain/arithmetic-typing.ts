/** Types a syntax tree as arithmetic: only declared numeric parameters, known operators and known functions are allowed. */
import { maxStorageDecimals } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Arithmetic, Operator } from './arithmetic';
import { listed, shown, type Complaint } from './complaints';
import { exactOf, roundingModes, type RoundingMode } from './exact';
import {
  isAlwaysPresent,
  isList,
  isNumeric,
  itemPrefix,
  type ListParameter,
  type Parameter,
  type ParamsSchema,
} from './parameter';
import type { Syntax } from './syntax';

export interface Scope {
  readonly parameters: ParamsSchema;
  /** The list that the entry repeats over. Undefined: the entry does not repeat, so the expression may not name `item.x`. */
  readonly list: ListParameter | undefined;
  /** The number of decimals that `round(x)` rounds to. */
  readonly storageDecimals: number;
  /**
   * Whether an expression may name an optional parameter. A rule may: with an absent parameter it is false. An amount may not: it could not
   * be computed.
   */
  readonly allowsAbsent: boolean;
}

export const arithmeticOf = (syntax: Syntax, scope: Scope): Outcome<Complaint, Arithmetic> => {
  switch (syntax.kind) {
    case 'number':
      return ok({ kind: 'number', value: exactOf(syntax.text) });
    case 'parameter':
      return parameterOf(syntax, scope);
    case 'unary': {
      if (syntax.operator !== '-')
        return refuse({ text: `cannot use ${syntax.operator} before a number`, at: syntax.at });
      const operand = arithmeticOf(syntax.operand, scope);
      return refused(operand) ? operand : ok({ kind: 'negative', operand: operand.right });
    }
    case 'binary': {
      const { operator, at } = syntax;
      if (!isOperator(operator)) return refuse({ text: `cannot compute with ${operator}: use + - * /`, at });
      const left = arithmeticOf(syntax.left, scope);
      if (refused(left)) return left;
      const right = arithmeticOf(syntax.right, scope);
      if (refused(right)) return right;
      // A division can fail only because of its divisor, so the error names the position of the divisor.
      const place = operator === '/' ? syntax.right.at : at;
      return ok({ kind: 'operation', operator, left: left.right, right: right.right, at: place });
    }
    case 'call':
      return callOf(syntax, scope);
    case 'text':
    case 'word':
    case 'mode':
      return refuse({ text: 'has something other than a number where a number is expected', at: syntax.at });
  }
};

const isOperator = (operator: string): operator is Operator => ['+', '-', '*', '/'].includes(operator);

/** Returns the declaration of a parameter that a template names as `params.<name>` or `item.<name>`. `name` includes the prefix `item.`. */
export const declarationOf = (name: string, { parameters, list }: Scope): Parameter | undefined =>
  name.startsWith(itemPrefix) ? list?.items.get(name.slice(itemPrefix.length)) : parameters.get(name);

/** Returns why an expression may not name the parameter here; undefined if it may. */
export const complaintAboutParameter = (name: string, at: number, scope: Scope): Complaint | undefined => {
  const parameter = declarationOf(name, scope);
  if (!parameter) return { text: `names ${asWritten(name)}, ${whyUndeclared(name, scope)}`, at };
  if (isList(parameter))
    return {
      text: `names params.${name}, which is a list: an entry with "repeat" names its items, as item.<name>`,
      at,
    };
  if (!scope.allowsAbsent && !isAlwaysPresent(parameter))
    return { text: `names ${asWritten(name)}, ${mayBeLeftOut}`, at };
  return undefined;
};

export const mayBeLeftOut = 'which may be left out: declare it required, or give it a default';

export const asWritten = (name: string): string => (name.startsWith(itemPrefix) ? name : `params.${name}`);

export const whyUndeclared = (name: string, { parameters, list }: Scope): string => {
  if (!name.startsWith(itemPrefix))
    return `which params_schema does not declare; it declares ${listed(parameters.keys())}`;
  return list
    ? `which the items of params.${list.name} do not have; they have ${listed(list.items.keys())}`
    : 'but only an entry with "repeat" has items';
};

const parameterOf = (
  { name, at }: Extract<Syntax, { kind: 'parameter' }>,
  scope: Scope,
): Outcome<Complaint, Arithmetic> => {
  const complaint = complaintAboutParameter(name, at, scope);
  if (complaint) return refuse(complaint);
  const parameter = declarationOf(name, scope);
  return parameter && isNumeric(parameter)
    ? ok({ kind: 'parameter', name, at })
    : refuse({ text: `computes with ${asWritten(name)}, which is ${parameter?.type}, not integer or decimal`, at });
};

const callOf = (
  { name, operands, at }: Extract<Syntax, { kind: 'call' }>,
  scope: Scope,
): Outcome<Complaint, Arithmetic> => {
  if (name === 'round') return roundOf(operands, at, scope);
  if (name !== 'min' && name !== 'max' && name !== 'abs')
    return refuse({ text: `calls ${name}, which is not a function: use round, min, max or abs`, at });
  const typed: Arithmetic[] = [];
  for (const operand of operands) {
    const arithmetic = arithmeticOf(operand, scope);
    if (refused(arithmetic)) return arithmetic;
    typed.push(arithmetic.right);
  }
  const [first] = typed;
  if (name !== 'abs')
    return typed.length >= 2
      ? ok({ kind: name, operands: typed, at })
      : refuse({ text: `gives ${name} ${typed.length} operands: it takes 2 or more`, at });
  return first && typed.length === 1
    ? ok({ kind: 'abs', operand: first })
    : refuse({ text: `gives abs ${typed.length} operands: it takes 1`, at });
};

const roundOf = (operands: readonly Syntax[], at: number, scope: Scope): Outcome<Complaint, Arithmetic> => {
  const [subject, decimals, mode] = operands;
  if (!subject || operands.length > 3)
    return refuse({
      text: `gives round ${operands.length} operands: it takes a number and, optionally, the decimals and the mode`,
      at,
    });
  const operand = arithmeticOf(subject, scope);
  if (refused(operand)) return operand;
  const count = decimals ? decimalsOf(decimals) : ok(scope.storageDecimals);
  if (refused(count)) return count;
  const named = mode ? modeOf(mode) : ok(roundingModes[0]);
  if (refused(named)) return named;
  return ok({ kind: 'round', operand: operand.right, decimals: count.right, mode: named.right, at });
};

const decimalsOf = (syntax: Syntax): Outcome<Complaint, number> => {
  const count = syntax.kind === 'number' && /^\d{1,2}$/.test(syntax.text) ? Number(syntax.text) : Infinity;
  return count <= maxStorageDecimals
    ? ok(count)
    : refuse({ text: `must round to a written number of decimals from 0 to ${maxStorageDecimals}`, at: syntax.at });
};

const modeOf = (syntax: Syntax): Outcome<Complaint, RoundingMode> => {
  const mode = syntax.kind === 'mode' ? roundingModes.find((one) => one === syntax.word) : undefined;
  if (mode) return ok(mode);
  const got = syntax.kind === 'mode' ? `, not ${shown(syntax.word)}` : '';
  return refuse({ text: `must round by one of the modes ${listed(roundingModes)}${got}`, at: syntax.at });
};
