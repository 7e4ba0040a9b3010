/** Tests the request that the form of an account sends. */
import { emptyForm, newAccountOf } from '../src/web/parts/account-form';

const filled = {
  ...{ ...emptyForm, code: ' TILLS ', name: 'Tills', category: 'customer' },
  ...{ enforce_balance_limits: true, min_balance: '0', max_balance: '5' },
};

test('an account has the category and the limits that were typed', () => {
  expect(newAccountOf(filled)).toMatchObject({
    ...{ code: 'TILLS', category: 'customer', is_group: false, enforce_balance_limits: true },
    ...{ min_balance: '0', max_balance: '5' },
  });
});

test('a group account has the system category and no limits, whatever was typed before', () => {
  expect(newAccountOf({ ...filled, is_group: true })).toMatchObject({
    ...{ code: 'TILLS', category: 'system', is_group: true, enforce_balance_limits: false },
    ...{ min_balance: null, max_balance: null },
  });
});

test('an account has the chosen section of the cash flow statement, or none', () => {
  expect(newAccountOf({ ...filled, cash_flow: 'cash' })).toMatchObject({ cash_flow: 'cash' });
  expect(newAccountOf(filled)).toMatchObject({ cash_flow: null });
});
