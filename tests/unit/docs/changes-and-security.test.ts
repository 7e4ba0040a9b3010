/** CHANGELOG.md, SECURITY.md and the threat model name only migrations and tests that exist. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { repository } from '../../support/packed';

const textOf = (name: string): string => fs.readFileSync(path.join(repository, name), 'utf8');

test('the change log names every migration once, and no others', () => {
  const named = [...textOf('CHANGELOG.md').matchAll(/^\| `(\d{4}-[a-z-]+\.sql)`/gm)].map(([, name]) => name as string);
  expect([...named].sort()).toEqual(
    fs
      .readdirSync(path.join(repository, 'migrations'))
      .filter((name) => name.endsWith('.sql'))
      .sort(),
  );
});

test('the change log has the newest version first, each dated or unreleased, under the usual headings', () => {
  const headings = textOf('CHANGELOG.md').match(/^##+ .*$/gm) ?? [];
  const versions = headings.filter((line) => line.startsWith('## '));
  for (const line of versions) expect(line).toMatch(/^## \[\d+\.\d+\.\d+\] - (unreleased|20\d\d-\d\d-\d\d)$/);
  const kinds = headings.filter((line) => line.startsWith('### ')).map((line) => line.slice(4));
  const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security', 'Migrations'];
  expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
  const order = versions.map((line) => (/\[(.*)\]/.exec(line)?.[1] ?? '').split('.').map(Number));
  expect([...order].sort(([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => d - a || e - b || f - c)).toEqual(order);
});

test('every test that the threat model names exists', () => {
  const named = [
    ...(textOf('SECURITY.md') + textOf('docs/reference/threat-model.md')).matchAll(
      /`((?:api|contract|faults|neighbours|package|unit)\/[a-z/-]+)`/g,
    ),
  ];
  const names = [...new Set(named.map(([, name]) => name as string))];
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !fs.existsSync(path.join(repository, 'tests', `${name}.test.ts`)))).toEqual([]);
});
