/** Tests that exchange rates are exact, without floating-point numbers. */
import { atRate, clearingCodeOf, exchangeWith, rateBetween } from '../src/web/pages/strings/rate';

const storing = (decimals: number, shown = decimals) => ({ storage_decimals: decimals, display_decimals: shown });

test.each([
  ['50.00', '0.92', 2, '46.00'],
  ['0.05', '0.5', 2, '0.03'],
  ['1', '1.005', 2, '1.01'],
  ['9007199254740993.01', '1', 2, '9007199254740993.01'],
  ['10', '151.3', 0, '1513'],
  ['10.5', '152.09', 0, '1597'],
  ['3', '2', 8, '6.00000000'],
])('%s at the rate %s with %s decimals is %s', (amount, rate, decimals, become) =>
  expect(atRate(amount, rate, storing(decimals))).toBe(become),
);

test.each([
  ['500', '0.0000105', '0.00525'],
  ['500', '0.001', '0.50'],
  ['1', '0.000000004', '0.00'],
])('%s at the rate %s has the stored decimals that are not zero: %s', (amount, rate, become) =>
  expect(atRate(amount, rate, storing(8, 2))).toBe(become),
);

test.each(['', '-1', 'one', '1.', '1e3', '0,92'])('%j is not a rate', (rate) =>
  expect(atRate('10', rate, storing(2))).toBeUndefined(),
);

const exchange = { amount: '50.00', rate: '0.92', targetAmount: '46.00' };

test.each([
  ['another rate', exchange, { rate: '0.9' }, { targetAmount: '45.00' }],
  ['a rate with a comma', exchange, { rate: '0,92' }, { targetAmount: '' }],
  ['no rate', exchange, { rate: '' }, { targetAmount: '' }],
  ['another amount', exchange, { amount: '1,000.00' }, { targetAmount: '920.00' }],
  ['an amount with a decimal comma', exchange, { amount: '10,50' }, { targetAmount: '' }],
  ['another target amount', exchange, { targetAmount: '45.00' }, { rate: '0.9' }],
  ['a target amount with a decimal comma', exchange, { targetAmount: '45,00' }, { rate: '' }],
  ['an amount after the target amount', { ...exchange, amount: '', rate: '' }, { amount: '100' }, { rate: '0.46' }],
])('%s leaves no old value in the computed field', (_, before, change, computed) =>
  expect(exchangeWith(before, change, storing(2))).toEqual({ ...before, ...change, ...computed }),
);

test.each([
  ['50.00', '46.00', '0.92'],
  ['3', '1', '0.33333333'],
  ['1', '2', '2'],
  ['0.10', '100', '1000'],
  ['500', '0.00525', '0.0000105'],
  ['1500000', '0.00000123', '0.00000000000082'],
  ['3000000', '1', '0.00000033333333'],
])('converting %s to %s is a rate of %s', (source, target, rate) => expect(rateBetween(source, target)).toBe(rate));

test('an amount that is zero or missing has no rate', () => {
  expect(rateBetween('0.00', '5')).toBeUndefined();
  expect(rateBetween('5', '0')).toBeUndefined();
  expect(rateBetween('', '5')).toBeUndefined();
});

test('a rate that is too small for 18 decimals is left out, so that the service does not refuse a zero', () =>
  expect(rateBetween('9000000000', '0.0000000000000001')).toBeUndefined());

test('the id of a string determines the code of its clearing account', () =>
  expect(clearingCodeOf('01a209e0-6b98-78f9-bd1c-1443b610adee')).toBe('STR-01a209e06b9878f9bd1c1443b610adee'));
