/** Tests the request bodies from the forms of a transaction and of an account: an amendment, a copy, a closing. */
import { closingOf, remedyOf, isClosable } from '../src/web/pages/account/closing';
import { copyOf } from '../src/web/pages/new-transaction/copy';
import { entriesOf } from '../src/web/pages/new-transaction/draft';
import { headBody } from '../src/web/pages/new-transaction/head';
import { amendmentOf, changesOf, formOf, isAmendment, metadataFrom } from '../src/web/pages/transaction/words';

const words = { description: 'Rnet', reference: 'A-1', metadata: { invoice: 17 } };
const before = formOf(words);
const why = { reason: ' Misspelt ' };

test('an amendment sends only the changed words', () => {
  expect(amendmentOf(before, { ...before, ...why, description: 'Rent ' })).toEqual({
    ...{ reason: 'Misspelt', description: 'Rent' },
  });
  expect(amendmentOf(before, { ...before, ...why, reference: '', metadata: '' })).toEqual({
    ...{ reason: 'Misspelt', reference: null, metadata: null },
  });
  expect(amendmentOf(before, { ...before, ...why, metadata: '{"invoice": 18}' })).toEqual({
    ...{ reason: 'Misspelt', metadata: { invoice: 18 } },
  });
});

test.each([
  ['nothing is changed', {}, false],
  ['no reason is given', { description: 'Rent', reason: ' ' }, false],
  ['the description is taken away', { description: ' ' }, false],
  ['the metadata is not an object', { metadata: '[1]' }, false],
  ['the metadata is not JSON', { metadata: '{' }, false],
  ['the reference is taken away', { reference: '' }, true],
  ['a word is changed', { description: 'Rent' }, true],
])('if %s, the form allows or blocks sending: case %#', (_, changed, isReady) => {
  expect(isAmendment(before, { ...before, ...why, ...changed })).toBe(isReady);
});

test('empty metadata is null', () => {
  expect(metadataFrom(' ')).toBeNull();
});

test('the changes of an amendment are the words that differ', () => {
  expect(changesOf(words, { ...words, description: 'Rent', reference: null })).toEqual([
    { name: 'description', before: 'Rnet', after: 'Rent' },
    { name: 'reference', before: 'A-1', after: '' },
  ]);
  expect(changesOf(words, { ...words, metadata: { invoice: 17 } })).toEqual([]);
});

test('a copy has entries, layer, description and attributes, and neither the day nor the reference', () => {
  const entry = (code: string, type: 'debit' | 'credit', description: string | null) => ({
    ...{ id: code, account_id: code, account_code: code, account_name: code, amount: '10.50', type },
    ...{ layer: 'pending' as const, description, metadata: null },
  });
  const found = {
    ...{ description: 'Rent', reference: 'A-1', effective_date: '2020-01-01', layer: 'pending' as const },
    attributes: { region: 'north', floor: '3' },
    entries: [entry('RENT', 'debit', 'January'), entry('BANK', 'credit', null)],
  };
  const { head, lines } = copyOf(found, '2026-02-03');
  expect(headBody(head)).toEqual({
    ...{ description: 'Rent', effective_date: '2026-02-03', layer: 'pending' },
    attributes: { region: 'north', floor: '3' },
  });
  expect(entriesOf(lines)).toEqual([
    { account_code: 'RENT', type: 'debit', amount: '10.50', description: 'January' },
    { account_code: 'BANK', type: 'credit', amount: '10.50' },
  ]);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(2);
});

test('a closing sends the filled fields, and a curable refusal shows its remedy', () => {
  expect(closingOf({ sweep_to_account_code: ' BANK ', reason: '' })).toEqual({ sweep_to_account_code: 'BANK' });
  expect(closingOf({ sweep_to_account_code: ' ', reason: 'Lost' })).toEqual({ reason: 'Lost' });
  expect(remedyOf('ACCOUNT_HAS_HOLDS')).toBe('The account has open holds. Settle or release them first.');
  expect(remedyOf('FORBIDDEN')).toBeUndefined();
  const account = { is_active: true, is_system: false } as Parameters<typeof isClosable>[0];
  expect([account, { ...account, is_active: false }, { ...account, is_system: true }].map(isClosable)).toEqual([
    ...[true, false, false],
  ]);
});
