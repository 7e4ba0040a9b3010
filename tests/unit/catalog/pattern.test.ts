/** Patterns, compared with the regular expressions that they resemble, and tested against texts that make regular expressions very slow. */
import fc from 'fast-check';
import { refused } from '../../../src/kernel/refusal';
import { compilePattern, matches, stepsUpTo, type Pattern } from '../../../src/modules/catalog/domain/pattern';
import { rounds } from '../../support/random';

const compiled = (source: string): Pattern => {
  const pattern = compilePattern(source);
  if (refused(pattern)) throw new Error(pattern.left.text);
  return pattern.right;
};

const found = (source: string, text: string): boolean | undefined =>
  matches(compiled(source), text, stepsUpTo(Infinity));

const stepsTaken = (source: string, text: string): number => {
  const steps = stepsUpTo(1_000_000_000);
  matches(compiled(source), text, steps);
  return steps.limit - steps.left;
};

const character = fc.constantFrom('a', 'b', 'c', '1', '-', '.', ' ');
const simple = fc.constantFrom('a', 'b', '.', '\\d', '\\w', '\\s', '\\.', '[ab]', '[^a-c]', '[\\d-]', '\\-', '^', '$');
const { pattern: randomPattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    simple,
    fc.tuple(tie('pattern'), tie('pattern')).map((pair) => pair.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((pair) => `(${pair.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?'))
      .map(([inner, count]) => `(?:${inner})${count}`),
  ),
}));

describe('a pattern', () => {
  test('matches like the regular expression of the same text', () => {
    fc.assert(
      fc.property(randomPattern, fc.string({ unit: character, maxLength: 8 }), (pattern, text) => {
        expect(found(pattern, text)).toBe(new RegExp(pattern).test(text));
      }),
      { numRuns: rounds(20_000) },
    );
  });

  test.each([
    ['^[A-Z]{3}-\\d{4,6}$', 'ABC-12345', true],
    ['^[A-Z]{3}-\\d{4,6}$', 'ABC-123', false],
    ['^(?:north|south)$', 'south', true],
    ['^.$', '👍', true],
    ['^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$', 'who@example.com', true],
    ['', 'anything', true],
    ['a{0}b', 'b', true],
  ])('%s with %j gives %s', (pattern, text, expected) => {
    expect(found(pattern, text)).toBe(expected);
  });

  test.each([
    ['(a', 'opens a group that is never closed', 1],
    ['a)', 'closes a group that was never opened', 2],
    ['[a', 'opens a bracket that is never closed', 1],
    ['*a', 'has a * with nothing before it: write \\* for the character', 1],
    ['a**', 'has a * with nothing before it: write \\* for the character', 3],
    ['(?=a)', 'has a group other than ( ) and (?: ), which is not supported', 1],
    ['(?<!a)b', 'has a group other than ( ) and (?: ), which is not supported', 1],
    ['(a)\\1', 'has \\1, which is not supported: use \\d, \\w, \\s, their capitals, \\t, \\n or \\r', 4],
    ['a\\', 'has \\, which is not supported: use \\d, \\w, \\s, their capitals, \\t, \\n or \\r', 2],
    ['[z-a]', 'has an invalid range: write two single characters, the lower one first', 2],
    ['a{3,1}', 'has an invalid count: write counts of at most 1000, the smaller one first', 2],
    ['^*', 'repeats ^ or $, but only characters and groups can be repeated', 1],
    ['(a{500}){500}', 'repeats too much: lower the counts in braces', 1],
    ['a'.repeat(201), 'has more than 200 characters', 201],
    ['('.repeat(20), 'has groups nested more than 16 deep', 17],
  ])('%s is refused with the position', (pattern, text, at) => {
    expect(compilePattern(pattern)).toEqual({ _tag: 'Left', left: { text, at } });
  });

  test.each([
    ['(a+)+$'],
    ['(a|aa)+$'],
    ['(.*)*b$'],
    ['(a*)*(a*)*(a*)*c'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$'],
    ['(a?){150}a{150}$'],
    ['([^b]?){330}([^c]?){160}b'],
  ])('%s takes at most one step per place and character', (pattern) => {
    const text = `${'a'.repeat(1_000)}!`;
    const steps = stepsTaken(pattern, text);
    expect(steps).toBeGreaterThan(text.length);
    expect(steps).toBeLessThanOrEqual(compiled(pattern).program.length * (text.length + 1));
  });

  test.each([
    ['^[A-Z]{3}-\\d{4,6}$', 'ABC-12345', 50],
    ['^[A-Za-z0-9 .,-]{1,140}$', 'x'.repeat(140), 700],
    ['^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$', `${'x'.repeat(90)}@example.com`, 600],
    ['^(?:north|south)$', 'x'.repeat(1_000), 10],
  ])('in common use takes a few steps per character: %s', (pattern, text, most) => {
    expect(stepsTaken(pattern, text)).toBeLessThanOrEqual(most);
  });

  test('gives no answer if its steps run out, and leaves none for the next pattern', () => {
    const steps = stepsUpTo(1_000);
    expect(matches(compiled('a*'), 'aa', steps)).toBe(true);
    expect(steps.left).toBeGreaterThan(0);
    expect(matches(compiled('(a?){100}b'), 'a'.repeat(100), steps)).toBeUndefined();
    expect(matches(compiled('b'), 'a', steps)).toBeUndefined();
  });
});
