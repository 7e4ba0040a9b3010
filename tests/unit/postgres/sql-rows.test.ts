/** Encoding a list of rows for PostgreSQL: one array for each column. */
import { arrayOf } from '../../../src/kernel/postgres/sql-rows';

const texts = { type: 'text', valueOf: (value: string | null) => value };

test.each<[what: string, values: readonly (string | null)[], array: string]>([
  ['a value and none', ['a', null], '{"a",null}'],
  ['what means something in an array', ['a,b', '"', '\\', '{', 'null'], String.raw`{"a,b","\"","\\","{","null"}`],
  ['none first', [null, 'a'], '{null,"a"}'],
  ['none at all: what an array lacks is null where it is unnested', [null, null, null], '{}'],
  ['no rows', [], '{}'],
])('%s', (_, values, array) => {
  expect(arrayOf(texts, values)).toBe(array);
});
