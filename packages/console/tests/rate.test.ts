/** Tests that exchange rates are exact, without floating-point numbers. */
import { atRate, clearingCodeOf, rateBetween } from '../src/web/pages/strings/rate';

test.each([
  ['50.00', '0.92', 2, '46.00'],
  ['0.05', '0.5', 2, '0.03'],
  ['1', '1.005', 2, '1.01'],
  ['9007199254740993.01', '1', 2, '9007199254740993.01'],
  ['10', '151.3', 0, '1513'],
  ['3', '2', 8, '6.00000000'],
])('%s at the rate %s with %s decimals is %s', (amount, rate, decimals, become) =>
  expect(atRate(amount, rate, decimals)).toBe(become),
);

test.each(['', '-1', 'one', '1.', '1e3'])('%j is not a rate', (rate) => expect(atRate('10', rate, 2)).toBeUndefined());

test.each([
  ['50.00', '46.00', '0.92'],
  ['3', '1', '0.33333333'],
  ['1', '2', '2'],
  ['0.10', '100', '1000'],
])('converting %s to %s is a rate of %s', (source, target, rate) => expect(rateBetween(source, target)).toBe(rate));

test('an amount that is zero or missing has no rate', () => {
  expect(rateBetween('0.00', '5')).toBeUndefined();
  expect(rateBetween('5', '0')).toBeUndefined();
  expect(rateBetween('', '5')).toBeUndefined();
});

test('the id of a string determines the code of its clearing account', () =>
  expect(clearingCodeOf('01a209e0-6b98-78f9-bd1c-1443b610adee')).toBe('STR-01a209e06b9878f9bd1c1443b610adee'));
