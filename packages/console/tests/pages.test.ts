/**
 * Tests that each address and each title in the table of pages is unique, and that links to the transactions name filters of that page. The
 * files are read as text, because the modules of pages only load in a browser.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { viewNames } from '../src/web/pages/transactions/filters';

const web = join(__dirname, '../../../packages/console/src/web');
const table = readFileSync(join(web, 'pages.ts'), 'utf8');

const valuesOf = (name: string): readonly string[] =>
  [...table.matchAll(new RegExp(`^ {4}${name}: '(.*)',$`, 'gm'))].map(([, value]) => value ?? '');

const twice = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

test('no two pages share an address or a title', () => {
  const paths = valuesOf('path').map((path) => path.replaceAll(/:[^/]+/g, ':'));
  expect(paths).toEqual(expect.arrayContaining(['', 'transactions', 'transactions/:']));
  expect(twice(paths)).toEqual([]);
  expect(twice(valuesOf('title'))).toEqual([]);
});

test('a link to the transactions has only parameters that the page reads', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const linked = files.flatMap((name) =>
    [...readFileSync(join(web, name), 'utf8').matchAll(/\b(?:href\('transactions', |linkTo\()\{([^}]*)/g)]
      .flatMap(([, filters = '']) => filters.split(','))
      .map((filter) => filter.split(':')[0]?.trim() ?? '')
      .filter((filter) => /^\w+$/.test(filter)),
  );
  expect(linked).toEqual(expect.arrayContaining(['status', 'hold', 'to', 'journal', 'correlation']));
  expect(linked.filter((name) => !viewNames.some((known) => known === name))).toEqual([]);
});
