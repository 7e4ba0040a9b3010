/** Tests amounts in the console, which are exact strings from the API to the page. */
import fc from 'fast-check';
import {
  amountFrom,
  compareAmounts,
  difference,
  formatAmount,
  isAmount,
  negated,
  shareOf,
  sumOf,
} from '../src/web/parts/amount';

const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const decimals = fc.integer({ min: 0, max: 18 });

/** Returns an amount in the API's form, with all decimals of the ledger. */
const written = (value: bigint, places: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const fraction = places === 0 ? '' : `.${digits.slice(digits.length - places)}`;
  return `${value < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${fraction}`;
};

test.each([
  ['0.00', 2, '0.00'],
  ['-0.00', 2, '0.00'],
  ['5', 2, '5.00'],
  ['1234567.5', 2, '1,234,567.50'],
  ['-999.99', 2, '−999.99'],
  ['-1000', 0, '−1,000'],
  ['0.100000000000000001', 8, '0.100000000000000001'],
  ['12.340000', 2, '12.34'],
  ['90071992547409931234.01', 2, '90,071,992,547,409,931,234.01'],
  ['n/a', 2, 'n/a'],
])('%s with %i decimals is shown as %s', (amount, places, shown) => {
  expect(formatAmount(amount, places)).toBe(shown);
});

test('formatting an amount and reading it back loses no digit', () => {
  fc.assert(
    fc.property(units, decimals, fc.integer({ min: 0, max: 8 }), (value, places, shown) => {
      const amount = written(value, places);
      const typed = amountFrom(formatAmount(amount, shown));
      expect(isAmount(typed)).toBe(true);
      expect(compareAmounts(typed, amount)).toBe(0);
    }),
  );
});

test.each([
  ['1,250.00', '1250.00'],
  [' 1 250 000 ', '1250000'],
  ['1’250.5', '1250.5'],
  ['12,34,567.00', '1234567.00'],
  ['−1,000', '-1000'],
  ['1250.00', '1250.00'],
])('%j is read as %s', (typed, amount) => {
  expect(amountFrom(typed)).toBe(amount);
});

test.each(['10,50', '1.250,00', '1,25', '1,2500', '1,250 000', ',125', '1 25', '10.50,5', '+12.50', '+1,250.00'])(
  '%j is no amount',
  (typed) => {
    expect(isAmount(amountFrom(typed))).toBe(false);
  },
);

test('sums are exact, however many decimals each amount has', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(units, decimals), { maxLength: 12 }), (amounts) => {
      const sum = sumOf(amounts.map(([value, places]) => written(value, places)));
      const exact = amounts.reduce((total, [value, places]) => total + value * 10n ** BigInt(18 - places), 0n);
      expect(compareAmounts(sum, written(exact, 18))).toBe(0);
    }),
  );
});

test('subtracting and adding back, or negating twice, keeps the amount', () => {
  fc.assert(
    fc.property(units, units, decimals, (one, other, places) => {
      const [amount, less] = [written(one, places), written(other, places)];
      expect(compareAmounts(sumOf([difference(amount, less), less]), amount)).toBe(0);
      expect(compareAmounts(negated(negated(amount)), amount)).toBe(0);
    }),
  );
});

test.each([
  ['25', '100.00', 0.25],
  ['-5', '100', 0],
  ['200', '100', 1],
  ['1', '0', 0],
  ['33333333333333333333', '99999999999999999999', 0.3333],
])('%s of %s is a bar of %d', (part, whole, share) => {
  expect(shareOf(part, whole)).toBe(share);
});

test.each([
  ['1,234.50', '1234.50'],
  [' 1 000 ', '1000'],
  ['−12', '-12'],
  ["1'000.5", '1000.5'],
])('the typed text %j is the amount %s', (typed, amount) => {
  expect(amountFrom(typed)).toBe(amount);
});
