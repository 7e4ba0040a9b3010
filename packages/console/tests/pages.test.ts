/**
 * Tests that each address and each title in the table of pages is unique. The table is read as text, because the modules of pages only load
 * in a browser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const table = readFileSync(join(__dirname, '../../../packages/console/src/web/pages.ts'), 'utf8');

const valuesOf = (name: string): readonly string[] =>
  [...table.matchAll(new RegExp(`^ {4}${name}: '(.*)',$`, 'gm'))].map(([, value]) => value ?? '');

const twice = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

test('no address is two pages, and no title is given twice', () => {
  const paths = valuesOf('path').map((path) => path.replaceAll(/:[^/]+/g, ':'));
  expect(paths).toEqual(expect.arrayContaining(['', 'transactions', 'transactions/:']));
  expect(twice(paths)).toEqual([]);
  expect(twice(valuesOf('title'))).toEqual([]);
});
