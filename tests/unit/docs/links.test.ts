/** Every link of every page leads to a file and a section that exist, and so does every name of a page in code, comments and messages. */
import {
  anchorsIn,
  leadsSomewhere,
  linksIn,
  pagesNamedIn,
  targetOf,
  textFiles,
  textOf,
} from '../../support/page-links';

const files = textFiles();
const pages = files.filter((file) => file.endsWith('.md'));

test('every page is found, and every link on it has a target', () => {
  expect(pages.length).toBeGreaterThan(90);
  const links = pages.flatMap((page) => linksIn(textOf(page)).map((link) => [page, link] as const));
  expect(links.length).toBeGreaterThan(300);
  expect(links.filter(([page, link]) => !leadsSomewhere(targetOf(page, link)))).toEqual([]);
});

/** Tests of the tools that read pages. They name invented pages, so their links are not checked. */
const madeUp = ['tests/architecture/sentences.test.ts', 'tests/unit/docs/links.test.ts'];

test('every page that a file names by its path exists', () => {
  const others = files.filter((file) => !madeUp.includes(file));
  const named = others.flatMap((file) => pagesNamedIn(textOf(file)).map((name) => [file, name] as const));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(([, name]) => !leadsSomewhere(name))).toEqual([]);
});

/** The folders of docs, each for one kind of reader or page. The other pages stay in docs itself, because many files name their paths. */
const folders = ['make', 'measurements', 'operate', 'pictures', 'recorded', 'reference', 'use'];
const inRoot = ['architecture.md', 'flaky-tests.md', 'performance.md', 'reliability.md'];

test('each page of docs is in the folder of its readers', () => {
  const own = files.filter((file) => file.startsWith('docs/')).map((file) => file.split('/'));
  expect([...new Set(own.filter(({ length }) => length > 2).map(([, folder]) => folder))].sort()).toEqual(
    folders.filter((folder) => folder !== 'pictures'),
  );
  const names = own.filter(({ length }) => length === 2).map(([, name = '']) => name);
  expect(names.filter((name) => name.endsWith('.md'))).toEqual(inRoot);
});

test.each<[string, readonly string[], readonly string[]]>([
  ['[a](b.md) and [c](../d.md#e "title"), not [f](https://g.example)', ['b.md', '../d.md#e'], []],
  ['```sh\necho "[a](b.md)"\n```\n[c](d.md)', ['d.md'], []],
  ['`[a](b.md)` ![c](d.png)', ['d.png'], []],
  ['See docs/use/a.md#the-b, or ../../docs/make/c.md; not mydocs/d.md.', [], ['docs/use/a.md#the-b', 'docs/make/c.md']],
])('the links and names in %j are found', (text, links, names) => {
  expect([linksIn(text), pagesNamedIn(text)]).toEqual([links, names]);
});

test('sections are found by their headings, and headings in code are ignored', () => {
  const page = '# A b\n\n## `c`, d: e\n\n```sh\n# no\n```\n\n## A b\n';
  expect(anchorsIn(page)).toEqual(['a-b', 'c-d-e', 'a-b-1']);
  expect(leadsSomewhere('docs/architecture.md#the-tree')).toBe(true);
  expect(leadsSomewhere('docs/architecture.md#the-forest')).toBe(false);
  expect(leadsSomewhere('docs/no-page.md')).toBe(false);
});

test.each([
  ['docs/use/a.md', '../make/b.md#c', 'docs/make/b.md#c'],
  ['docs/use/a.md', '#c', 'docs/use/a.md#c'],
  ['README.md', 'docs/pictures/a.png', 'docs/pictures/a.png'],
])('in %s, the link %s leads to %s', (page, link, target) => {
  expect(targetOf(page, link)).toBe(target);
});
