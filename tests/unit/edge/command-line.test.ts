import { commands, leavesOf } from '../../support/command-line';

const leaves = leavesOf(commands());

test('the command line includes the commands that list and import', () => {
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

test.each(leaves)('%s has a description, and so has each of its options', (_, leaf) => {
  expect(leaf.description()).toMatch(/^\S.{5,}/);
  for (const option of leaf.options) expect(option.description).not.toBe('');
});

test.each(leaves.filter(([typed]) => typed !== 'serve'))('%s accepts --json', (_, leaf) => {
  expect(leaf.options.map(({ long }) => long)).toContain('--json');
});

test.each(leaves)('the help of %s has each default once, in words', (_, leaf) => {
  const help = leaf.helpInformation();
  expect(help).not.toMatch(/default: (\[\]|\{\})/);
  expect(help.replaceAll(/\s+/g, ' ')).not.toMatch(/\(default: [^)]*\) \(default: /);
});
