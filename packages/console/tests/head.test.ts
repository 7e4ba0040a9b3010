/** Tests the conversion of a transaction's fields, other than its entries, to a request. */
import { emptyHead, headBody, headErrors } from '../src/web/pages/new-transaction/head';

const head = { ...emptyHead('2026-02-03'), description: ' Rent ' };

test('empty fields are not sent', () => {
  expect(headBody(head)).toEqual({ effective_date: '2026-02-03', description: 'Rent' });
});

test('filled fields are sent, and the expiry only with a hold', () => {
  const full = {
    ...head,
    reference: 'A-17',
    journalId: 'j',
    correlationId: 'c',
    expires: '2026-05-01T10:00',
    attributes: [
      { name: ' region ', value: ' north ' },
      { name: '', value: ' ' },
    ],
    metadata: '{"invoice": "A-17"}',
  };
  const body = {
    reference: 'A-17',
    journal_id: 'j',
    correlation_id: 'c',
    attributes: { region: 'north' },
    metadata: { invoice: 'A-17' },
  };
  expect(headBody(full)).toMatchObject(body);
  expect(headBody(full)).not.toHaveProperty('expires_at');
  expect(headBody({ ...full, layer: 'pending' })).toMatchObject({
    layer: 'pending',
    expires_at: new Date('2026-05-01T10:00').toISOString(),
  });
});

test.each([
  ['', []],
  ['{"a": 1}', []],
  ['[1]', ['metadata']],
  ['{', ['metadata']],
  ['null', ['metadata']],
])('metadata %j has the faults %j', (metadata, fields) => {
  expect(Object.keys(headErrors({ ...head, metadata }))).toEqual(fields);
});

test('a description and an effective date are required', () => {
  expect(Object.keys(headErrors(emptyHead('')))).toEqual(['description', 'effective_date']);
});

test.each<[string, readonly (readonly [string, string])[], Readonly<Record<string, string>>]>([
  [
    'pairs with different keys',
    [
      ['invoice', 'A1'],
      ['order', 'A1'],
      ['', ''],
    ],
    {},
  ],
  ['a value without a key', [['', 'Grocer']], { 'attribute_pairs.0': 'Enter a key' }],
  [
    'a key that is given twice',
    [
      ['invoice', 'A1'],
      ['', ''],
      [' invoice ', 'A2'],
    ],
    { 'attribute_pairs.2': 'Key 1 is invoice too' },
  ],
])('%s', (_, pairs, faults) => {
  const attributes = pairs.map(([name, value]) => ({ name, value }));
  const errors = headErrors({ ...head, attributes });
  expect(Object.keys(errors)).toEqual(Object.keys(faults));
  for (const [field, start] of Object.entries(faults)) expect(errors[field]?.join()).toContain(start);
});
