/** Tests the form that is built from a params_schema, and the conversion of its values to parameters. */
import {
  emptyValues,
  fieldsOf,
  hintOf,
  isComplete,
  labelOf,
  paramsOf,
  sampleValues,
  type ScalarField,
} from '../src/web/pages/new-transaction/schema-form';

const order = {
  order: { type: 'string', max_length: 40 },
  paid: { type: 'decimal', min: '0.01' },
  express: { type: 'boolean', default: false },
  day: { type: 'date', required: false },
  sellers: {
    type: 'list',
    items: {
      account: { type: 'account_code' },
      commission: { type: 'decimal', min: '0', max: '0.5', default: '0.1' },
    },
  },
};

test('a field with a default or with required: false is optional', () => {
  const fields = fieldsOf(order);
  expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['order', true],
    ['paid', true],
    ['express', false],
    ['day', false],
    ['sellers', true],
  ]);
  expect(emptyValues(fields)).toEqual({ order: '', paid: '', express: '', day: '', sellers: [{}] });
});

test('a JSON Schema makes the same kind of form', () => {
  const fields = fieldsOf({
    type: 'object',
    properties: {
      net: { type: 'number', minimum: 0.01 },
      on: { type: 'string', format: 'date' },
      n: { type: 'integer' },
    },
    required: ['net'],
  });
  expect(fields).toMatchObject([
    { name: 'net', type: 'decimal', isRequired: true, min: '0.01' },
    { name: 'on', type: 'date', isRequired: false },
    { name: 'n', type: 'integer', isRequired: false },
  ]);
});

test('a parameter may be called properties', () => {
  expect(fieldsOf({ properties: { type: 'string' } })).toMatchObject([{ name: 'properties', type: 'string' }]);
});

test('numbers are sent as exact texts, booleans as booleans, and empty values not at all', () => {
  const fields = fieldsOf(order);
  const values = {
    order: ' A-17 ',
    paid: '1,190.10',
    express: 'true',
    day: '',
    sellers: [
      { account: 'S-1', commission: '' },
      { account: 'S-2', commission: '0.125' },
    ],
  };
  expect(paramsOf(fields, values)).toEqual({
    order: 'A-17',
    paid: '1190.10',
    express: true,
    sellers: [{ account: 'S-1' }, { account: 'S-2', commission: '0.125' }],
  });
  expect(isComplete(fields, values)).toBe(true);
  expect(isComplete(fields, { ...values, sellers: [{ commission: '0.1' }] })).toBe(false);
  expect(isComplete(fields, { ...values, paid: ' ' })).toBe(false);
});

test('an empty list is sent if the schema allows it, and left out if it has a default', () => {
  const items = { a: { type: 'string' } };
  const fields = fieldsOf({
    may: { type: 'list', items, min_items: 0 },
    has: { type: 'list', items, default: [{ a: 'x' }] },
  });
  expect(emptyValues(fields)).toEqual({ may: [], has: [] });
  expect(paramsOf(fields, { may: [], has: [] })).toEqual({ may: [] });
});

test('hints and labels are short', () => {
  const [paid, rate] = fieldsOf({
    paid_in: { type: 'decimal', min: '0.01', description: 'With tax.' },
    rate: { type: 'decimal', min: '0', max: '0.5', default: '0.1' },
  }) as readonly ScalarField[];
  expect(paid && hintOf(paid)).toBe('With tax · at least 0.01');
  expect(rate && hintOf(rate)).toBe('0 to 0.5 · default: 0.1');
  expect(labelOf('paid_in')).toBe('Paid in');
});

test('sample values obey the declared limits, and fields with a default or a pattern stay empty', () => {
  const fields = fieldsOf({
    paid: { type: 'decimal', min: '0.01' },
    rate: { type: 'decimal', max: '0.5' },
    tiny: { type: 'decimal', max: '0.001', min: '0.0005' },
    many: { type: 'integer', min: 500 },
    to: { type: 'string', enum: ['A', 'B'] },
    iban: { type: 'string', pattern: '^DE' },
    word: { type: 'string', max_length: 2 },
    on: { type: 'date', default: '2026-01-01' },
    since: { type: 'date' },
    each: { type: 'list', items: { of: { type: 'account_code' }, is: { type: 'boolean' } } },
  });
  expect(sampleValues(fields, '2026-05-04')).toEqual({
    paid: '100',
    rate: '0.1',
    tiny: '0.0005',
    many: '500',
    to: 'A',
    iban: '',
    word: 'A-',
    on: '',
    since: '2026-05-04',
    each: [{ of: 'ACCOUNT', is: 'true' }],
  });
});
