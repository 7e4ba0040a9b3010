/** CHANGELOG.md, SECURITY.md, the threat model and deploy/README.md refer only to existing migrations, tests, pages and sections. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { repository } from '../../support/packed';

const textOf = (name: string): string => fs.readFileSync(path.join(repository, name), 'utf8');

test('every migration is named by one version of the list of changes, and none that is not there', () => {
  const named = [...textOf('CHANGELOG.md').matchAll(/^\| `(\d{4}-[a-z-]+\.sql)`/gm)].map(([, name]) => name as string);
  expect([...named].sort()).toEqual(
    fs
      .readdirSync(path.join(repository, 'migrations'))
      .filter((name) => name.endsWith('.sql'))
      .sort(),
  );
});

test('versions stand newest first, each with its day or as unreleased, under headings that everybody knows', () => {
  const headings = textOf('CHANGELOG.md').match(/^##+ .*$/gm) ?? [];
  const versions = headings.filter((line) => line.startsWith('## '));
  for (const line of versions) expect(line).toMatch(/^## \[\d+\.\d+\.\d+\] - (unreleased|20\d\d-\d\d-\d\d)$/);
  const kinds = headings.filter((line) => line.startsWith('### ')).map((line) => line.slice(4));
  const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security', 'Migrations'];
  expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
  const order = versions.map((line) => (/\[(.*)\]/.exec(line)?.[1] ?? '').split('.').map(Number));
  expect([...order].sort(([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => d - a || e - b || f - c)).toEqual(order);
});

test('every test that the threat model names is there', () => {
  const named = [
    ...(textOf('SECURITY.md') + textOf('docs/threat-model.md')).matchAll(
      /`((?:api|contract|faults|neighbours|package|unit)\/[a-z/-]+)`/g,
    ),
  ];
  const names = [...new Set(named.map(([, name]) => name as string))];
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !fs.existsSync(path.join(repository, 'tests', `${name}.test.ts`)))).toEqual([]);
});

/** The anchors of a page's headings, as web pages form them. */
const anchorsIn = (name: string): readonly string[] =>
  (textOf(name).match(/^#+ .*$/gm) ?? []).map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-'),
  );

test.each(['CHANGELOG.md', 'SECURITY.md', 'docs/threat-model.md', 'deploy/README.md'])(
  'every link of %s leads somewhere',
  (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link as string);
    const within = links.filter((link) => !link.startsWith('https:'));
    expect(within.length).toBeGreaterThan(1);
    const broken = within.filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = path.join(path.dirname(page), file);
      if (!fs.existsSync(path.join(repository, target))) return true;
      return anchor !== undefined && !anchorsIn(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  },
);
