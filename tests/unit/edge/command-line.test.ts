import type { Command } from 'commander';
import { commands } from '../../support/command-line';

/** Every command that does something, with all that one types to get there. */
const leavesOf = (command: Command, typed = ''): readonly (readonly [typed: string, leaf: Command])[] =>
  command.commands.length === 0
    ? [[typed, command]]
    : command.commands.flatMap((child) => leavesOf(child, `${typed} ${child.name()}`.trim()));

const leaves = leavesOf(commands());

test('the command line has its lists', () => {
  const typed = leaves.map(([words]) => words);
  expect(typed).toEqual(expect.arrayContaining(['demo', 'tenants list', 'ledgers list', 'strings list', 'rates list']));
});

test.each(leaves)('%s says what it is for, and so does each of its options', (_, leaf) => {
  expect(leaf.description()).toMatch(/^\S.{5,}/);
  for (const option of leaf.options) expect(option.description).not.toBe('');
});

test.each(leaves.filter(([typed]) => typed !== 'serve'))('%s answers in JSON where a program asks', (_, leaf) => {
  expect(leaf.options.map(({ long }) => long)).toContain('--json');
});
