/** Tests the draft of a transaction: sides, sums, missing fields, and the field to which an error of the API belongs. */
import fc from 'fast-check';
import {
  complaintsOf,
  emptyLine,
  entriesOf,
  missingFor,
  refusalsOf,
  totalsOf,
  withAmount,
  type Line,
} from '../src/web/pages/new-transaction/draft';

const line = (key: number, account: string, debit: string, credit: string): Line => ({
  ...emptyLine(key),
  ...{ account, debit, credit },
});

test('totals are exact and show their difference', () => {
  const lines = [line(1, 'A', '0.1', ''), line(2, 'B', '0.2', ''), line(3, 'C', '', '0.3')];
  expect(totalsOf(lines)).toEqual({ debits: '0.3', credits: '0.3', difference: '0.0', isBalanced: true });
  expect(totalsOf(lines.slice(1))).toMatchObject({ difference: '-0.1', isBalanced: false });
  expect(totalsOf([emptyLine(1)]).isBalanced).toBe(false);
});

test('the proposed missing amount balances any lines', () => {
  const amount = fc
    .bigInt({ min: 1n, max: 10n ** 30n })
    .map((cents) => `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`);
  const lines = fc
    .array(fc.tuple(amount, fc.boolean()), { minLength: 1, maxLength: 8 })
    .map((all) => all.map(([of, isDebit], key) => line(key, 'A', isDebit ? of : '', isDebit ? '' : of)));
  fc.assert(
    fc.property(lines, (given) => {
      const missing = missingFor([...given, emptyLine(99)], 99);
      if (missing === undefined) return expect(totalsOf(given).isBalanced).toBe(true);
      const filled = withAmount(emptyLine(99), missing.side, missing.amount);
      return expect(totalsOf([...given, filled]).isBalanced).toBe(true);
    }),
  );
});

test('an amount on one side clears the other side', () => {
  const both = withAmount(withAmount(emptyLine(1), 'debit', '5'), 'credit', '7');
  expect(both).toMatchObject({ debit: '', credit: '7' });
  expect(withAmount(both, 'debit', '')).toMatchObject({ debit: '', credit: '7' });
});

test('each wrong line has a complaint about its field, and an empty line has none', () => {
  const lines = [
    line(1, 'A', 'ten', ''),
    line(2, '', '', '1,000.00'),
    line(3, 'C', '1.005', ''),
    line(4, 'D', '-1', ''),
    line(5, 'E', '', ''),
    emptyLine(6),
    line(7, 'G', '1.1000', ''),
  ];
  expect([...complaintsOf(lines, 2)]).toEqual([
    [1, { amount: 'Enter an amount with a point before its decimals, such as 125.00.' }],
    [2, { account: 'Enter an account.' }],
    [3, { amount: 'Enter at most 2 decimals: this ledger stores no more.' }],
    [4, { amount: 'Enter a positive amount: its column, debit or credit, gives the direction.' }],
    [5, { amount: 'Enter an amount.' }],
  ]);
});

test('empty lines are not sent, and a refusal is shown at the line that it concerns', () => {
  const lines = [line(10, 'A', "1'000", ''), emptyLine(11), { ...line(12, ' B ', '', '1000'), description: ' fee ' }];
  expect(entriesOf(lines)).toEqual([
    { account_code: 'A', type: 'debit', amount: '1000' },
    { account_code: 'B', type: 'credit', amount: '1000', description: 'fee' },
  ]);
  const errors = { 'entries.1.account_code': ['is unknown'], 'entries.0.amount': ['a', 'b'], entries: ['c'] };
  expect([...refusalsOf(lines, errors)]).toEqual([
    [12, { account: 'is unknown' }],
    [10, { amount: 'a; b' }],
  ]);
});
