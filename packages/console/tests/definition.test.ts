/** Tests the definition of a transaction code as readable JSON, and the proposed code for a changed copy. */
import fc from 'fast-check';
import { firstDefinition, printJson, successorOf } from '../src/web/pages/transaction-code/definition';

test('short values are printed on one line', () => {
  expect(printJson({ a: { b: [1, 'x'] }, c: [], d: {}, e: null })).toBe(
    '{\n  "a": { "b": [1, "x"] },\n  "c": [],\n  "d": {},\n  "e": null\n}',
  );
  expect(firstDefinition.split('\n').every((line) => line.length <= 100)).toBe(true);
});

test('printed JSON parses to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(printJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  ['CARD_SALE', 'CARD_SALE_2'],
  ['CARD_SALE_2', 'CARD_SALE_3'],
  ['A'.repeat(50), `${'A'.repeat(48)}_2`],
  ['_9', '_10'],
])('the proposed code after %s is %s', (code, next) => {
  expect(successorOf(code)).toBe(next);
});
