/** A query parameter that is given many times is refused with the right cause, and at a bounded cost. */
import { success } from 'io-ts';
import { Codec, failure, object } from '../../../src/kernel/http/codecs';
import { readQuery } from '../../../src/kernel/http/query';
import { refused } from '../../../src/kernel/refusal';

let decoded = 0;
const word = new Codec<string>(
  { type: 'string' },
  (input) => {
    decoded += 1;
    return typeof input === 'string' ? success(input) : failure(input, 'must be a word');
  },
  true,
);
const errorsOf = (asked: Readonly<Record<string, unknown>>): unknown => {
  const outcome = readQuery({ query: object({ first: word, second: word }) }, asked);
  return refused(outcome) ? outcome.left : undefined;
};

test('the cause of a repeated parameter is the repetition', () => {
  expect(errorsOf({ first: ['a', 'b'], second: 'c' })).toEqual({ first: ['must be given only once'] });
});

test('thousands of values of one parameter are not all decoded', () => {
  const values = Array.from({ length: 4_000 }, (_, index) => `value ${index}`);
  decoded = 0;
  expect(errorsOf({ first: values, second: values })).toEqual({
    first: ['must be given only once'],
    second: ['must be given only once'],
  });
  expect(decoded).toBeLessThan(20);
});

test('a repeated parameter that the route does not know is still refused as unknown', () => {
  const asked = { first: 'a', second: 'b', third: ['a', 'a'] };
  expect(errorsOf(asked)).toEqual({ third: ['is not known; known are first, second'] });
});
