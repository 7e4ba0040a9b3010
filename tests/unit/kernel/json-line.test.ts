/** A text with any characters becomes one line for every reader, and parses to the same text. */
import { jsonLine } from '../../../src/kernel/json-line';

test('a line has no character at which any reader ends a line, and keeps the text', () => {
  const text = 'a\nb\rc\u000bd\u000ce\u001cf\u001dg\u001eh\u0085i\u2028j\u2029k';
  const line = jsonLine({ text, [text]: [text] });
  expect(line).not.toMatch(/[\n\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/);
  expect(JSON.parse(line)).toEqual({ text, [text]: [text] });
});

test('a line equals the output of JSON.stringify for everything else', () => {
  const value = { a: [1, 'ünï', null, true], b: { c: 'x"\\' } };
  expect(jsonLine(value)).toBe(JSON.stringify(value));
});
