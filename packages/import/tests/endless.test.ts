/** Tests lines of the maximum length, which no pattern may scan repeatedly, and deeply nested JSON. */
import { maxLineBytes } from '../src/lines';
import { rowsIn, told, type ReadFormat } from '../../../tests/support/reading';

const long = (text: string): string => text.repeat(Math.floor((maxLineBytes - 100) / text.length));
const lineSeparator = '\u2028';

const ends = (format: ReadFormat, text: string): readonly string[] =>
  told(rowsIn(format, text, undefined, maxLineBytes)).map((row) => row.slice(0, 60));

test.each([
  ['the first line of a transaction', `2026-01-01${long(' ')}${lineSeparator}x${lineSeparator}`],
  ['a posting', `2026-01-01 x\n    a${long(' ')}${lineSeparator}x${lineSeparator}`],
  ['an amount', `2026-01-01 x\n    a  1${long(' ')}<`],
  ['a number', `2026-01-01 x\n    a  1${long(',11')}`],
  ['tags', `2026-01-01 x\n    ; ${long('a:')}`],
  ['a directive', `${long('a')}${lineSeparator}x${lineSeparator}`],
  ['a long word', `A${long('a')}`],
  ['capitals', long('A')],
  ['quotes', `2026-01-01 * ${long('"')}"`],
  ['columns', long(',')],
])('a line of the maximum length is read in every format: %s', (_, text) => {
  for (const format of ['hledger', 'beancount', 'csv'] as const) expect(ends(format, text).length).toBeGreaterThan(0);
});

test('metadata that nests too deep, repeats a member or would lose digits is rejected', () => {
  for (const json of [
    `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    '{"a":12345678901234567890}',
    '{"a":1%2C"a":2}',
  ])
    expect(ends('hledger', `2026-01-05 x\n    ; metadata: ${json.replaceAll(',', '%2C')}\n    a  1\n    b\n`)).toEqual([
      'rejected 1 JSON_INVALID',
    ]);
});
