/** The tables of contexts and rooms in docs/architecture.md agree with the boundary rules. `make docs` writes the tables. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRooms, type Rule } from '../support/rooms-page';

const root = join(__dirname, '../..');
const file = join(root, 'docs/architecture.md');
const { forbidden: rules } = jest.requireActual<{ forbidden: readonly Rule[] }>(join(root, '.dependency-cruiser.cjs'));

const maxLines = 150;

test('docs/architecture.md shows the contexts and rooms of the boundary rules', () => {
  const written = withRooms(readFileSync(file, 'utf8'), rules);
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, written);
  // Compares only whether the texts are equal, because the printed difference of two long tables would be unreadable.
  if (readFileSync(file, 'utf8') !== written)
    throw new Error('docs/architecture.md shows other rooms than .dependency-cruiser.cjs. Write it anew: make docs');
});

test(`the page has at most ${maxLines} lines`, () => {
  expect(readFileSync(file, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(maxLines);
});

describe('a table from the rules', () => {
  const page = '# A\n\n| context | x |\n| --- | --- |\n| old | row |\n\n| room |\n| --- |\n\nEnd.\n';
  const rule = (name: string, comment: string, from: string, pathNot: Rule['to']['pathNot'], path?: string): Rule => ({
    ...{ name, comment, from: { path: from } },
    to: { ...(path === undefined ? {} : { path }), ...(pathNot === undefined ? {} : { pathNot }) },
  });
  const rowsOf = (...some: readonly Rule[]): readonly string[] =>
    withRooms(page, some)
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.replace(/ +/g, ' '));

  test.each<[string, readonly string[], string]>([
    [
      '^src/modules/([^/]+)/domain/',
      ['^src/modules/$1/domain/', '^src/kernel/[^/]+\\.ts$'],
      'its `domain/`, `src/kernel/*.ts`',
    ],
    ['^src/modules/([^/]+)/a/', ['^src/modules/$1/(domain|a)/', '^src/modules/$1/'], 'its `{domain,a}/`, its context'],
    [
      '^packages/mcp/src/',
      ['^packages/mcp/src/', '^(node:)?(crypto|pg)$', 'node_modules/(pg|decimal\\.js)/'],
      'itself, `node:crypto`, pg, decimal.js',
    ],
    ['^src/app/', ['^(node:)?([a-z0-9_/]+)$', 'node_modules/', '^src/kernel/nowhere/'], 'all of Node, every package'],
  ])('shows that %s may import %j as "%s"', (room, allowed, words) => {
    expect(rowsOf(rule('any', 'a room', room, allowed))[4]).toContain(`| a room | ${words} |`);
  });

  test('names a part that has its own rule', () => {
    expect(rowsOf(rule('any', 'a room', '^src/a/(?!b\\.ts$)[^/]+\\.ts$', []))[4]).toMatch(
      /^\| `src\/a\/\*\.ts` except `b\.ts` \|/,
    );
  });

  test('has a row for each context, and none for rules that only forbid', () => {
    const rows = rowsOf(
      rule('b-ladder', 'all of b', '^src/modules/b/', '^src/modules/(b|a)/', '^src/modules/'),
      rule('through-faces', 'faces', '^src/modules/([^/]+)/', ['^src/modules/$1/'], '^src/modules/'),
    );
    expect([rows[2], rows.length]).toEqual(['| b | all of b | a |', 5]);
  });

  test('needs a page that already has such a table', () => {
    expect(() => withRooms('# A\n', [])).toThrow('the page has no table that begins with context');
  });
});
