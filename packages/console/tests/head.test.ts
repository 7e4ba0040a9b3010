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
      { name: '', value: 'nobody' },
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
