/** Encoding a list of rows for PostgreSQL: one array for each column. */
import { arrayOf } from '../../../src/kernel/postgres/sql-rows';

const texts = { type: 'text', valueOf: (value: string | null) => value };

test.each<[what: string, values: readonly (string | null)[], array: string]>([
  ['a value and null', ['a', null], '{"a",null}'],
  ['characters with a meaning in an array', ['a,b', '"', '\\', '{', 'null'], String.raw`{"a,b","\"","\\","{","null"}`],
  ['null first', [null, 'a'], '{null,"a"}'],
  ['only nulls, for which an empty array is enough', [null, null, null], '{}'],
  ['no rows', [], '{}'],
])('encodes %s', (_, values, array) => {
  expect(arrayOf(texts, values)).toBe(array);
});
