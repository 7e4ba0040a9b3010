/** List parameters: their declaration in both notations, and the reading and judging of given values. */
import { refused } from '../../../src/kernel/refusal';
import type { JsonObject } from '../../../src/modules/catalog';
import { decodeParams } from '../../../src/modules/catalog/domain/params';
import { readParamsSchema } from '../../../src/modules/catalog/domain/params-schema';

const decimal = { type: 'decimal' };
const parts = { type: 'list', items: { account: { type: 'account_code' }, amount: { type: 'decimal', min: '0.01' } } };

/** The texts of the items of every list, or the errors. */
const read = (schema: JsonObject, given: JsonObject): unknown => {
  const declared = readParamsSchema(schema);
  if (refused(declared)) throw new Error(JSON.stringify(declared.left));
  const params = decodeParams(declared.right, given);
  if (refused(params)) return params.left;
  const textsOf = (item: ReadonlyMap<string, { readonly text: string }>): object =>
    Object.fromEntries([...item].map(([name, { text }]) => [name, text]));
  return Object.fromEntries([...params.right.lists].map(([name, items]) => [name, items.map(textsOf)]));
};

const errorsOf = (schema: JsonObject): unknown => {
  const declared = readParamsSchema(schema);
  return refused(declared) ? declared.left : {};
};

describe('a given list', () => {
  const item = (account: unknown, amount: unknown): JsonObject => ({ account, amount });

  test('is read item by item, in order, under the names that templates use', () => {
    expect(read({ parts }, { parts: [item('A', '1.50'), item('B', '2')] })).toEqual({
      parts: [
        { 'item.account': 'A', 'item.amount': '1.50' },
        { 'item.account': 'B', 'item.amount': '2' },
      ],
    });
  });

  test('gives each item the defaults of its own parameters', () => {
    const items = {
      amount: decimal,
      rate: { type: 'decimal', default: '0.1' },
      note: { type: 'string', required: false },
    };
    expect(
      read({ parts: { type: 'list', items } }, { parts: [{ amount: '1' }, { amount: '2', rate: '0.2' }] }),
    ).toEqual({
      parts: [
        { 'item.amount': '1', 'item.rate': '0.1' },
        { 'item.amount': '2', 'item.rate': '0.2' },
      ],
    });
  });

  test('is read separately from other lists', () => {
    const fees = { type: 'list', items: { amount: decimal } };
    expect(read({ parts, fees }, { fees: [{ amount: '3' }], parts: [item('A', '1')] })).toEqual({
      parts: [{ 'item.account': 'A', 'item.amount': '1' }],
      fees: [{ 'item.amount': '3' }],
    });
  });

  test.each<[string, JsonObject, JsonObject, unknown]>([
    ['empty if min_items is 0', { min_items: 0 }, { parts: [] }, { parts: [] }],
    ['left out if it has a default', { min_items: 0, default: [] }, {}, { parts: [] }],
    ['null if it is not required', { required: false }, { parts: null }, {}],
  ])('may be %s', (_, more, given, expected) => {
    expect(read({ parts: { ...parts, ...more } }, given)).toEqual(expected);
  });

  const list = (count: string): string => `a list of ${count} items, each an object with account, amount`;
  const amounts = 'must be a decimal string such as "10.50" with at most 38 digits';

  test.each<[string, JsonObject, unknown, JsonObject]>([
    ['left out', {}, undefined, { parts: [`is required: ${list('1 to 100')}`] }],
    ['null', {}, null, { parts: [`is required: ${list('1 to 100')}`] }],
    ['a text', {}, 'A', { parts: [`must be ${list('1 to 100')}, got "A"`] }],
    ['an object', {}, { 0: item('A', '1') }, { parts: [`must be ${list('1 to 100')}, got an object`] }],
    ['empty', {}, [], { parts: [`must be ${list('1 to 100')}, got 0 items`] }],
    [
      'too short',
      { min_items: 2, max_items: 4 },
      [item('A', '1')],
      { parts: [`must be ${list('2 to 4')}, got 1 items`] },
    ],
    [
      'too long',
      { min_items: 2, max_items: 2 },
      [item('A', '1'), item('A', '1'), item('A', '1')],
      { parts: [`must be ${list('2')}, got 3 items`] },
    ],
    ['of texts', {}, [item('A', '1'), 'B'], { 'parts.1': ['must be an object with account, amount, got "B"'] }],
    ['of lists', {}, [[]], { 'parts.0': ['must be an object with account, amount, got an array'] }],
    ['of nulls', {}, [null], { 'parts.0': ['must be an object with account, amount, got null'] }],
    [
      'wrong in several places',
      {},
      [item('A', '1'), item('B', 2), { amount: '0' }, { ...item('C', '1'), acount: 'C' }],
      {
        'parts.1.amount': [`${amounts}, got the number 2`],
        'parts.2.account': ['is required: an account code: 1 to 36 letters, digits and . _ : -'],
        'parts.2.amount': ['must be at least 0.01, got "0"'],
        'parts.3.acount': ['is not a parameter of the items of parts, which have account, amount'],
      },
    ],
  ])('may not be %s', (_, more, given, errors) => {
    expect(read({ parts: { ...parts, ...more } }, { parts: given })).toEqual(errors);
  });

  test('is reported together with all other errors', () => {
    expect(read({ total: decimal, parts }, { total: 'x', parts: [item('A', 'y')], more: 1 })).toEqual({
      total: [`${amounts}, got "x"`],
      'parts.0.amount': [`${amounts}, got "y"`],
      more: ['is not a parameter of this transaction code, which has total, parts'],
    });
  });

  test('may have items with names that objects inherit', () => {
    const items = JSON.parse(
      '{"__proto__": {"type": "integer"}, "constructor": {"type": "integer", "default": 7}}',
    ) as JsonObject;
    const given = JSON.parse('[{"__proto__": 5}, {"constructor": 6}]') as unknown[];
    const twice = read({ parts: { type: 'list', items } }, { parts: given });
    expect(twice).toEqual({ 'parts.1.__proto__': [expect.stringMatching(/^is required/)] });
    expect(read({ parts: { type: 'list', items } }, { parts: given.slice(0, 1) })).toEqual({
      parts: [{ 'item.__proto__': '5', 'item.constructor': '7' }],
    });
  });
});

describe('the declaration of a list', () => {
  test('has the same meaning in the notation of JSON Schema', () => {
    const schema = {
      properties: {
        parts: {
          type: 'array',
          minItems: 0,
          maxItems: 3,
          items: { type: 'object', properties: { amount: { type: 'number', minimum: 1 } }, required: ['amount'] },
        },
      },
      required: ['parts'],
    };
    const expected = 'a list of 0 to 3 items, each an object with amount';
    expect(read(schema, { parts: [{ amount: '1' }] })).toEqual({ parts: [{ 'item.amount': '1' }] });
    expect(read(schema, { parts: [{ amount: '0' }] })).toEqual({ 'parts.0.amount': ['must be at least 1, got "0"'] });
    expect(read(schema, { parts: [{}, {}, {}, {}] })).toEqual({ parts: [`must be ${expected}, got 4 items`] });
    expect(read(schema, {})).toEqual({ parts: [`is required: ${expected}`] });
  });

  test('may have an item parameter with the name properties', () => {
    expect(
      read({ parts: { type: 'list', items: { properties: { type: 'integer' } } } }, { parts: [{ properties: 1 }] }),
    ).toEqual({ parts: [{ 'item.properties': '1' }] });
  });

  const known =
    'is not a known member; the known members are type, required, default, items, min_items, max_items, description';
  const items = 'must be an object such as {"amount": {"type": "decimal"}}';
  const many = (count: number): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]));

  test.each<[string, JsonObject, string, string]>([
    ['has no items', { type: 'list' }, 'items', `${items}, got nothing`],
    ['has a type in place of items', { type: 'list', items: 'decimal' }, 'items', `${items}, got "decimal"`],
    ['has items without parameters', { type: 'list', items: {} }, 'items', `${items}, got {}`],
    [
      'has a list of lists',
      { type: 'list', items: { more: parts } },
      'items.more.type',
      'must not be a list, because the items of a list hold no lists',
    ],
    [
      'has an item with a wrong rule',
      { type: 'list', items: { a: { type: 'date', min: 1 } } },
      'items.a.min',
      'must be a day that exists, as "YYYY-MM-DD", got the number 1',
    ],
    ['has a rule for single values', { ...parts, min: 1 }, 'min', known],
    [
      'has a fraction as min_items',
      { ...parts, min_items: 0.5 },
      'min_items',
      'must be a whole number from 0 to 100, got 0.5',
    ],
    [
      'has a negative min_items',
      { ...parts, min_items: -1 },
      'min_items',
      'must be a whole number from 0 to 100, got -1',
    ],
    [
      'is always empty',
      { ...parts, min_items: 0, max_items: 0 },
      'max_items',
      'must be a whole number from 1 to 100, got 0',
    ],
    ['is too long', { ...parts, max_items: 101 }, 'max_items', 'must be a whole number from 1 to 100, got 101'],
    [
      'has max_items below min_items',
      { ...parts, min_items: 3, max_items: 2 },
      'max_items',
      'must not be below min_items: 2 is below 3',
    ],
    ['has a text as required', { ...parts, required: 'no' }, 'required', 'must be true or false, got "no"'],
    [
      'has a default that it refuses',
      { ...parts, default: [] },
      'default',
      'must be a list of 1 to 100 items, each an object with account, amount, got 0 items',
    ],
    [
      'has a default with a wrong item',
      { ...parts, default: [{ account: 'A', amount: '0' }] },
      'default.0.amount',
      'must be at least 0.01, got "0"',
    ],
    [
      'has too many parameters in its items',
      { type: 'list', items: many(100) },
      'items',
      'must declare at most 100 parameters, those of items included',
    ],
  ])('that %s is refused with the reason', (_, declaration, member, error) => {
    expect(errorsOf({ parts: declaration })).toEqual({ [`params_schema.parts.${member}`]: [error] });
  });

  test('counts the parameters of all items together with all others', () => {
    expect(errorsOf({ parts: { type: 'list', items: many(59) }, fees: { type: 'list', items: many(39) } })).toEqual({});
    expect(errorsOf({ parts: { type: 'list', items: many(59) }, fees: { type: 'list', items: many(40) } })).toEqual({
      'params_schema.fees.items': ['must declare at most 100 parameters, those of items included'],
    });
  });

  test('has rules that a single value may not have', () => {
    expect(errorsOf({ a: { type: 'decimal', min_items: 1 } })).toEqual({
      'params_schema.a.min_items': [
        expect.stringMatching(/^is not a known member; the known members are type, required, default, enum/),
      ],
    });
  });
});

describe('a list of many wrong items', () => {
  const names = Array.from({ length: 90 }, (_, index) => `p${index}`);
  const items = Object.fromEntries(names.map((name) => [name, decimal]));

  test('is reported in order, with a limited number of errors', () => {
    const wrong = Object.fromEntries(names.map((name) => [name, 'x']));
    const errors = read(
      { parts: { type: 'list', items } },
      { parts: Array.from({ length: 100 }, () => wrong) },
    ) as object;
    expect(Object.keys(errors).slice(0, 2)).toEqual(['parts.0.p0', 'parts.0.p1']);
    expect(Object.keys(errors).length).toBeLessThan(100);
    expect(JSON.stringify(errors).length).toBeLessThan(10_000);
  });

  test('takes no more steps than its patterns may take together', () => {
    const pattern = '([^b]?){330}([^c]?){160}b';
    const schema = { parts: { type: 'list', items: { text: { type: 'string', pattern } } } };
    const given = { parts: Array.from({ length: 100 }, () => ({ text: 'a'.repeat(1_000) })) };
    expect(read(schema, given)).toEqual({
      'parts.0.text': [expect.stringMatching(/^needs more than the 60000 steps that the patterns .* have together/)],
    });
  });
});
