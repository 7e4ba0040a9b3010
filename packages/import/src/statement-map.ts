/**
 * The part of a map for statements (CAMT.053, MT940, OFX, QIF): how their rows become transactions. The columns of a statement have fixed
 * names (docs/use/import.md).
 */
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
import type { CsvMap } from './csv-map';
import { encodings } from './lines';
import { accountSource, column, condition, contraRules, dateFormat, oneOrMore, sign } from './map-parts';

/** The columns of a statement's rows, the same for all formats. Some formats leave some of them empty. */
export const statementColumns = [
  ...(['account', 'date', 'value_date', 'amount', 'currency', 'text', 'payee', 'payee_account', 'kind'] as const),
  ...(['reference', 'category'] as const),
];
export type StatementColumn = (typeof statementColumns)[number];

const statementFields = object({
  encoding: optional(oneOf(encodings)),
  qif: optional(
    object({
      date_format: dateFormat,
      pivot: optional(integer(1900, 2100)),
      decimal: withDefault(oneOf(['.', ',']), '.'),
    }),
  ),
  description: withDefault(oneOrMore(column, 10), ['payee', 'text']),
  reference: optional(column),
  sign: optional(sign),
  where: withDefault(oneOrMore(condition, 10), []),
  journal: optional(text({ min: 1, max: 50 })),
  account: withDefault(accountSource, { column: 'account' }),
  contra: withDefault(contraRules, []),
  contra_account: accountSource,
  assert_balance: withDefault(boolean, false),
});
export type StatementMap = Decoded<typeof statementFields>;

export const statementMap = new Codec<StatementMap>(statementFields.schema, (input) => {
  const decoded = statementFields.decode(input);
  if (E.isLeft(decoded)) return decoded;
  const { description, reference, sign: direction, where, account, contra, contra_account: other } = decoded.right;
  const named = [
    ...[...description, reference, direction?.column, account.column, other.column],
    ...[...where, ...contra].map((each) => each.column),
  ].filter((each) => each !== undefined);
  const unknown = named.filter((each) => !statementColumns.some((known) => known === each));
  return unknown.length === 0
    ? decoded
    : failure(
        input,
        `names columns that a statement does not have: ${unknown.join(', ')}. A statement has: ${statementColumns.join(', ')}`,
      );
});

/** Returns the map for the statement's rows as a table. The file of rejected rows is such a table. */
export const tableOf = (map: StatementMap): CsvMap => ({
  ...{ delimiter: ',', encoding: 'utf-8', skip_lines: 0, skip_footer: 0, header: true, decimal: '.' },
  ...{ date: { column: 'date', format: 'YYYY-MM-DD', pivot: undefined }, amount: 'amount', currency: 'currency' },
  ...{ group: undefined, negate: false, debit: undefined, credit: undefined, signed: false, balance: undefined },
  ...{ description: map.description, reference: map.reference, sign: map.sign, where: map.where },
  ...{ journal: map.journal, account: map.account, contra: map.contra, contra_account: map.contra_account },
});
