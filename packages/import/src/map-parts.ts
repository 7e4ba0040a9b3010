/** The codecs that the maps of tables and of statements share: columns, conditions, and rules for the contra account. */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import {
  array,
  Codec,
  failure,
  integer,
  object,
  oneOf,
  optional,
  text,
  withDefault,
  type Decoded,
} from '../../../src/kernel/http/codecs';
import { dateFormatComplaint } from './date-formats';

/** A column, given by its name or by its number, counted from 1. */
export type Column = string | number;

export const columnName = text({ min: 1, max: 255 });
const columnNumber = integer(1, 1_000);
export const column = new Codec<Column>({ anyOf: [columnName.schema, columnNumber.schema] }, (input) =>
  typeof input === 'number' ? columnNumber.decode(input) : columnName.decode(input),
);

/** The source of an account name: a fixed name, or a column with an optional name for empty cells. */
export const accountSource = new Codec<{ readonly column?: Column; readonly name?: string }>({}, (input) => {
  if (typeof input === 'string') {
    const name = columnName.decode(input);
    return E.isLeft(name) ? name : t.success({ name: name.right });
  }
  const decoded = object({ column, otherwise: optional(columnName) }).decode(input);
  if (E.isLeft(decoded)) return failure(input, 'must be the name of an account, or {"column": …, "otherwise": …}');
  const { column: from, otherwise } = decoded.right;
  return t.success(otherwise === undefined ? { column: from } : { column: from, name: otherwise });
});

export const oneOrMore = <A>(of: Codec<A>, max: number): Codec<readonly A[]> =>
  new Codec<readonly A[]>({}, (input) => array(of, 1, max).decode(Array.isArray(input) ? input : [input]));

export const dateFormat = new Codec<string>({ type: 'string' }, (input) => {
  const decoded = text({ min: 1, max: 60 }).decode(input);
  if (E.isLeft(decoded)) return decoded;
  const complaint = dateFormatComplaint(decoded.right);
  return complaint === undefined ? decoded : failure(input, complaint);
});

export const words = array(text({ min: 0, max: 255 }), 1, 100);

const conditionFields = object({ column, is: optional(words), is_not: optional(words) });
export const condition = new Codec<Decoded<typeof conditionFields>>(conditionFields.schema, (input) => {
  const decoded = conditionFields.decode(input);
  if (E.isLeft(decoded)) return decoded;
  const { is, is_not: isNot } = decoded.right;
  return (is === undefined) === (isNot === undefined) ? failure(input, 'must have either is or is_not') : decoded;
});
export type Condition = Decoded<typeof condition>;

/** A rule for the contra account: it applies to rows whose cell equals one of the words (`is`), or contains one of them (`contains`). */
const contraFields = object({ column, is: optional(words), contains: optional(words), account: columnName });
const contraRule = new Codec<Decoded<typeof contraFields>>(contraFields.schema, (input) => {
  const decoded = contraFields.decode(input);
  if (E.isLeft(decoded)) return decoded;
  const { is, contains } = decoded.right;
  return (is === undefined) === (contains === undefined) ? failure(input, 'must have either is or contains') : decoded;
});
export type ContraRule = Decoded<typeof contraRule>;
export const contraRules = array(contraRule, 1, 1_000);

/** The words in a column that show the direction of an amount. */
export const sign = object({ column, negative: words, positive: optional(words) });

/** The notation of days and amounts in journals of QuickBooks, Xero and GnuCash. */
export const notation = object({
  date_format: optional(dateFormat),
  pivot: optional(integer(1900, 2100)),
  decimal: withDefault(oneOf(['.', ',']), '.'),
});
export type Notation = Decoded<typeof notation>;
