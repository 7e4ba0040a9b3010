import { commands, leavesOf } from '../../support/command-line';

const leaves = leavesOf(commands());

test('the command line has its lists', () => {
  const typed = leaves.map(([words]) => words);
  expect(typed).toEqual(
    expect.arrayContaining([
      'demo',
      'tenants list',
      'ledgers list',
      'strings list',
      'rates list',
      'import',
      'import explain',
    ]),
  );
});

test.each(leaves)('%s says what it is for, and so does each of its options', (_, leaf) => {
  expect(leaf.description()).toMatch(/^\S.{5,}/);
  for (const option of leaf.options) expect(option.description).not.toBe('');
});

test.each(leaves.filter(([typed]) => typed !== 'serve'))('%s answers in JSON where a program asks', (_, leaf) => {
  expect(leaf.options.map(({ long }) => long)).toContain('--json');
});
