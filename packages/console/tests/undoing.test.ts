/** Tests the forms that reverse, settle and release: the typed amounts, and the request that is sent. */
import { bodyOf } from '../src/web/pages/transaction/act-body';
import { momentField } from '../src/web/parts/day';
import { extentsOf, partsOf, totalsOf } from '../src/web/pages/transaction/undo-parts';

type Entry = Parameters<typeof totalsOf>[0][number];

const entry = (id: string, type: 'debit' | 'credit', amount: string): Entry =>
  ({ id, type, amount, account_code: id.toUpperCase() }) as Entry;

const split = [entry('orders', 'debit', '71.27'), entry('seller', 'credit', '61.37'), entry('fees', 'credit', '9.90')];

test('a debit and credit pair is undone by an amount, other entries also entry by entry', () => {
  expect(extentsOf([entry('a', 'debit', '1'), entry('b', 'credit', '1')])).toEqual(['all', 'amount']);
  expect(extentsOf([entry('a', 'debit', '1'), entry('b', 'debit', '1')])).toEqual(['all', 'amount', 'entries']);
  expect(extentsOf(split)).toEqual(['all', 'amount', 'entries']);
});

test.each([
  [{}, 'Enter an amount for at least one entry.'],
  [{ orders: '10', seller: '9.90' }, 'Debits and credits must be equal.'],
  [{ orders: 'ten' }, 'ten is not an amount above zero.'],
  [{ orders: '-5', seller: '-5' }, '-5 is not an amount above zero.'],
  [{ orders: '9.91', fees: '9.91' }, 'The amount for FEES can be at most 9.90.'],
  [{ orders: ' 10.00 ', fees: '9.90', seller: '0.1' }, undefined],
])('the parts %j have the complaint: %s', (typed, complaint) => {
  expect(totalsOf(split, typed).complaint).toBe(complaint);
});

test('empty parts are not sent, and amounts are sent as exact texts', () => {
  const typed = { orders: '1,000.10', seller: '', fees: '1000.10' };
  expect(totalsOf(split, typed)).toMatchObject({ debits: '1000.10', credits: '1000.10' });
  expect(partsOf(split, typed)).toEqual([
    { entry_id: 'orders', amount: '1000.10' },
    { entry_id: 'fees', amount: '1000.10' },
  ]);
});

test('a settlement may exceed the hold, if it says so', () => {
  const typed = { orders: '80.00', seller: '70.00', fees: '10.00' };
  expect(totalsOf(split, typed).complaint).toBe('The amount for ORDERS can be at most 71.27.');
  expect(totalsOf(split, typed, true).complaint).toBeUndefined();
});

test('each act sends only the fields that it takes', () => {
  const transaction = { entries: split } as Parameters<typeof bodyOf>[0];
  const fields = {
    ...{ reason: 'Refund', date: '2026-01-31', reference: ' ', expires: '', isFinal: false, allowsExcess: false },
    ...{ amount: '5', parts: { orders: '1', fees: '1' } },
    extent: 'entries',
  } as const;
  const entries = [
    { entry_id: 'orders', amount: '1' },
    { entry_id: 'fees', amount: '1' },
  ];
  expect(bodyOf(transaction, 'void', fields)).toEqual({ reason: 'Refund' });
  expect(bodyOf(transaction, 'reverse', fields)).toEqual({ reason: 'Refund', date: '2026-01-31', entries });
  expect(bodyOf(transaction, 'settle', { ...fields, extent: 'all' })).toEqual({ date: '2026-01-31', final: false });
  expect(bodyOf(transaction, 'settle', { ...fields, extent: 'all', allowsExcess: true })).toEqual({
    ...{ date: '2026-01-31', final: false, allow_excess: true },
  });
  expect(bodyOf(transaction, 'release', { ...fields, extent: 'amount', amount: '1,000' })).toEqual({
    ...{ reason: 'Refund', date: '2026-01-31', amount: '1000' },
  });
});

test('an extension sends only its changes: an amount with its day, an end, or no end', () => {
  const end = '2031-02-01T12:00:30.000Z';
  const transaction = { entries: split, hold: { expires_at: end } } as unknown as Parameters<typeof bodyOf>[0];
  const asked = (amount: string, expires: string) =>
    bodyOf(transaction, 'extend', {
      ...{ reason: '', reference: '', extent: 'all', parts: {}, isFinal: true, allowsExcess: false },
      ...{ date: '2026-01-31', amount, expires },
    });
  const unmoved = momentField(end);
  expect(new Date(unmoved).toISOString()).toBe('2031-02-01T12:00:00.000Z');
  expect(asked('', unmoved)).toEqual({});
  expect(asked('1,000', unmoved)).toEqual({ amount: '1000', date: '2026-01-31' });
  expect(asked('', '')).toEqual({ expires_at: null });
  const moved = '2031-03-01T00:00';
  expect(asked(' 80 ', moved)).toEqual({
    ...{ amount: '80', date: '2026-01-31', expires_at: new Date(moved).toISOString() },
  });
  expect(momentField(null)).toBe('');
});
