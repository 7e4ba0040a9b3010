/** Amounts of a template (a literal, arithmetic in braces, or the remainder) and their value in minor units. */
import { isTooLarge, maxAmountDigits, parseAmount, type Denomination, type Minor } from '../../../kernel/money';
import { ok, refuse, refused, unreachable, type Outcome } from '../../../kernel/refusal';
import { evaluate, isFailure, namesParameter, type Arithmetic } from './arithmetic';
import { arithmeticOf, type Scope } from './arithmetic-typing';
import { shown, withLocation } from './complaints';
import { exactOf, isNegative, isZero, textOf, tooManyDigits, unitsOf, type Exact } from './exact';
import type { NamedValues } from './parameter';
import { parse } from './syntax';

/** The amount that makes debits equal credits in its layer. It is computed after all other amounts. */
export const remainder = 'remainder';

export interface CompiledAmount {
  readonly expression: Arithmetic;
  /** The value of an amount that depends on no parameter; else undefined. */
  readonly constant: Minor | undefined;
  /** The text of the amount as the client wrote it. */
  readonly source: string;
}

/** Compiles an amount. A refusal is a text that completes the sentence "the amount …". */
export const compileAmount = (
  source: string,
  scope: Scope,
  denomination: Denomination,
): Outcome<string, CompiledAmount | typeof remainder> => {
  if (remainderPattern.test(source)) return ok(remainder);
  if (!source.startsWith('{') || !source.endsWith('}')) return compileLiteral(source, denomination);
  const brace = source.slice(1, -1).search(/[{}]/);
  if (brace >= 0)
    return refuse(
      withLocation({ text: 'must have one pair of braces around the whole, and none inside', at: brace + 2 }, source),
    );
  const syntax = parse(source.slice(1, -1), 'amount', 1);
  if (refused(syntax)) return refuse(withLocation(syntax.left, source));
  const expression = arithmeticOf(syntax.right, scope);
  if (refused(expression)) return refuse(withLocation(expression.left, source));
  const compiled = { expression: expression.right, constant: undefined, source };
  if (namesParameter(expression.right)) return ok(compiled);
  const constant = amountFor(compiled, new Map(), denomination);
  return refused(constant) ? constant : ok({ ...compiled, constant: constant.right });
};

const remainderPattern = /^\{ *remainder *\}$/;

const compileLiteral = (source: string, denomination: Denomination): Outcome<string, CompiledAmount> => {
  const parsed = parseAmount(source, denomination);
  if (!refused(parsed)) {
    const value = exactOf(source);
    const units = inUnits(value, source, denomination);
    return refused(units) ? units : ok({ expression: { kind: 'number', value }, constant: units.right, source });
  }
  switch (parsed.left.kind) {
    case 'AmountMalformed':
      return refuse(
        `must be a decimal string such as "10.50", or arithmetic in one pair of braces such as "{params.amount * 0.029}", got ${shown(source)}`,
      );
    case 'AmountPrecisionExceeded':
      return refuse(tooFine(source, denomination));
    case 'AmountTooLarge':
      return refuse(tooLarge);
    default:
      return unreachable(parsed.left);
  }
};

/** Computes the amount for these parameters. It must be exact and in the supported range, and positive, or zero if `mayBeZero`. */
export const amountFor = (
  { expression, constant, source }: CompiledAmount,
  values: NamedValues,
  denomination: Denomination,
  mayBeZero = false,
): Outcome<string, Minor> => {
  if (constant !== undefined) return ok(constant);
  const value = evaluate(expression, values);
  if (isFailure(value)) return refuse(withLocation({ text: value.trouble, at: value.at }, source));
  if (mayBeZero && isZero(value)) return ok(0n as Minor);
  return inUnits(value, source, denomination, mayBeZero);
};

const tooLarge = `needs more than ${maxAmountDigits} digits in the ledger's smallest unit`;

const tooFine = (text: string, { currency, storageDecimals }: Denomination): string =>
  `comes to ${text}, which is finer than the ${storageDecimals} decimals of ${currency}`;

const inUnits = (
  value: Exact,
  source: string,
  denomination: Denomination,
  mayBeZero = false,
): Outcome<string, Minor> => {
  if (isZero(value) || isNegative(value))
    return refuse(
      `must ${mayBeZero ? 'not be less' : 'be greater'} than zero, but ${shown(source)} comes to ${textOf(value)}`,
    );
  const units = unitsOf(value, denomination.storageDecimals);
  if (units === undefined) return refuse(`${tooFine(textOf(value), denomination)}: wrap ${shown(source)} in round( )`);
  if (typeof units === 'string') return refuse(units === tooManyDigits ? tooLarge : units);
  return withinReach(units);
};

export const withinReach = (units: bigint): Outcome<string, Minor> =>
  isTooLarge(units) ? refuse(tooLarge) : ok(units as Minor);
