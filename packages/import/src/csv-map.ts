/** The part of a map for CSV files of other programs: the meaning of each column, and the format of its cells (docs/use/import.md). */
import * as E from 'fp-ts/Either';
import {
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
} from '../../../src/kernel/http/codecs';
import { encodings } from './lines';
import { accountSource, column, condition, contraRules, dateFormat, oneOrMore, sign } from './map-parts';

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
  group: optional(column),
  description: oneOrMore(column, 10),
  amount: optional(column),
  negate: withDefault(boolean, false),
  debit: optional(column),
  credit: optional(column),
  signed: withDefault(boolean, false),
  sign: optional(sign),
  decimal: withDefault(oneOf(['.', ',']), '.'),
  currency: optional(column),
  reference: optional(column),
  balance: optional(balance),
  where: withDefault(oneOrMore(condition, 10), []),
  journal: optional(text({ min: 1, max: 50 })),
  account: accountSource,
  contra: withDefault(contraRules, []),
  contra_account: optional(accountSource),
});
export type CsvMap = Decoded<typeof csvFields>;

/**
 * Checks which members occur together: either one signed amount or one column for each side, and either a contra account or grouped rows.
 */
export const csvMap = new Codec<CsvMap>(csvFields.schema, (input) => {
  const decoded = csvFields.decode(input);
  if (E.isLeft(decoded)) return decoded;
  const { amount, debit, credit, negate, signed, sign } = decoded.right;
  if (amount === undefined ? debit === undefined && credit === undefined : debit !== undefined || credit !== undefined)
    return failure(input, 'must have either amount, or one or both of debit and credit');
  if (negate && amount === undefined) return failure(input, 'may have negate only with amount');
  if (signed && amount !== undefined) return failure(input, 'may have signed only with debit or credit');
  if (sign !== undefined && amount === undefined) return failure(input, 'may have sign only with amount');
  const { group, contra, contra_account: contraAccount, balance } = decoded.right;
  if (group === undefined)
    return contraAccount === undefined ? failure(input, 'must have contra_account, or group') : decoded;
  if (contra.length > 0 || contraAccount !== undefined)
    return failure(
      input,
      'may not have contra or contra_account together with group: the rows of a group are its entries',
    );
  return balance === undefined ? decoded : failure(input, 'may not have balance together with group');
});
