/** The part of a map that explains the CSV of somebody else: which column is what, and how its cells are written (docs/import.md). */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import {
  array,
  boolean,
  Codec,
  failure,
  integer,
  object,
  oneOf,
  optional,
  text,
  withDefault,
  type Decoded,
} from '../kernel/http/codecs';
import { dateFormatComplaint } from './date-formats';
import { encodings } from './lines';

/** By its name, or by its number: the first one is 1. */
export type Column = string | number;

const columnName = text({ min: 1, max: 255 });
const columnNumber = integer(1, 1_000);
const column = new Codec<Column>({ anyOf: [columnName.schema, columnNumber.schema] }, (input) =>
  typeof input === 'number' ? columnNumber.decode(input) : columnName.decode(input),
);

/** The name of an account, or the column in which it stands, and the name where nothing stands there. */
const accountSource = new Codec<{ readonly column?: Column; readonly name?: string }>({}, (input) => {
  if (typeof input === 'string') {
    const name = columnName.decode(input);
    return E.isLeft(name) ? name : t.success({ name: name.right });
  }
  const decoded = object({ column, otherwise: optional(columnName) }).decode(input);
  if (E.isLeft(decoded)) return failure(input, 'must be the name of an account, or {"column": …, "otherwise": …}');
  const { column: from, otherwise } = decoded.right;
  return t.success(otherwise === undefined ? { column: from } : { column: from, name: otherwise });
});

const oneOrMore = <A>(of: Codec<A>, max: number): Codec<readonly A[]> =>
  new Codec<readonly A[]>({}, (input) => array(of, 1, max).decode(Array.isArray(input) ? input : [input]));

const dateFormat = new Codec<string>({ type: 'string' }, (input) => {
  const decoded = text({ min: 1, max: 60 }).decode(input);
  if (E.isLeft(decoded)) return decoded;
  const complaint = dateFormatComplaint(decoded.right);
  return complaint === undefined ? decoded : failure(input, complaint);
});

const words = array(text({ min: 0, max: 255 }), 1, 100);

const conditionFields = object({ column, is: optional(words), is_not: optional(words) });
const condition = new Codec<Decoded<typeof conditionFields>>(conditionFields.schema, (input) => {
  const decoded = conditionFields.decode(input);
  if (E.isLeft(decoded)) return decoded;
  const { is, is_not: isNot } = decoded.right;
  return (is === undefined) === (isNot === undefined)
    ? failure(input, 'must have is or is_not, and not both')
    : decoded;
});
export type Condition = Decoded<typeof condition>;

const balanceFields = object({
  column,
  negate: withDefault(boolean, false),
  order: optional(oneOf(['oldest_first', 'newest_first'])),
});
const balance = new Codec<Decoded<typeof balanceFields>>(balanceFields.schema, (input) =>
  balanceFields.decode(typeof input === 'object' ? input : { column: input }),
);

const csvFields = object({
  delimiter: withDefault(oneOf([',', ';', '\t', '|']), ','),
  encoding: withDefault(oneOf(encodings), 'utf-8'),
  skip_lines: withDefault(integer(0, 1_000), 0),
  skip_footer: withDefault(integer(0, 100), 0),
  header: withDefault(boolean, true),
  date: object({ column, format: withDefault(dateFormat, 'YYYY-MM-DD'), pivot: optional(integer(1900, 2100)) }),
  description: oneOrMore(column, 10),
  amount: optional(column),
  negate: withDefault(boolean, false),
  debit: optional(column),
  credit: optional(column),
  signed: withDefault(boolean, false),
  sign: optional(object({ column, negative: words, positive: optional(words) })),
  decimal: withDefault(oneOf(['.', ',']), '.'),
  currency: optional(column),
  reference: optional(column),
  balance: optional(balance),
  where: withDefault(oneOrMore(condition, 10), []),
  journal: optional(text({ min: 1, max: 50 })),
  account: accountSource,
  contra_account: accountSource,
});
export type CsvMap = Decoded<typeof csvFields>;

/** Either one signed amount, or a column for each side. */
export const csvMap = new Codec<CsvMap>(csvFields.schema, (input) => {
  const decoded = csvFields.decode(input);
  if (E.isLeft(decoded)) return decoded;
  const { amount, debit, credit, negate, signed, sign } = decoded.right;
  if (amount === undefined ? debit === undefined && credit === undefined : debit !== undefined || credit !== undefined)
    return failure(input, 'must have amount, or debit and credit, and not both');
  if (negate && amount === undefined) return failure(input, 'may negate only amount');
  if (signed && amount !== undefined) return failure(input, 'may have signed only with debit and credit');
  return sign !== undefined && amount === undefined ? failure(input, 'may have sign only with amount') : decoded;
});
