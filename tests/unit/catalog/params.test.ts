/** Parameters: their declaration in both notations, and the reading and judging of given values. */
import { refused } from '../../../src/kernel/refusal';
import type { JsonObject } from '../../../src/modules/catalog';
import { decodeParams } from '../../../src/modules/catalog/domain/params';
import { readParamsSchema } from '../../../src/modules/catalog/domain/params-schema';
import type { ParamsSchema } from '../../../src/modules/catalog/domain/parameter';

const schemaOf = (schema: JsonObject | null): ParamsSchema => {
  const read = readParamsSchema(schema);
  if (refused(read)) throw new Error(JSON.stringify(read.left));
  return read.right;
};

/** The texts of the values that were read, or the errors. */
const read = (schema: JsonObject | null, given: JsonObject): unknown => {
  const params = decodeParams(schemaOf(schema), given);
  if (refused(params)) return params.left;
  return Object.fromEntries([...params.right.values].map(([name, { text }]) => [name, text]));
};

describe('a given parameter', () => {
  test.each<[string, JsonObject, unknown, string]>([
    ['string', {}, '', ''],
    ['string', { pattern: '^[A-Z]{2}$' }, 'AB', 'AB'],
    ['string', { max_length: 2 }, '👍👍', '👍👍'],
    ['string', { enum: ['north', 'south'] }, 'south', 'south'],
    ['integer', {}, 42, '42'],
    ['integer', {}, -7, '-7'],
    ['integer', {}, '123456789012345678901234567890', '123456789012345678901234567890'],
    ['integer', {}, '007', '7'],
    ['integer', { min: 1, max: 10 }, 10, '10'],
    ['decimal', {}, '10.50', '10.50'],
    ['decimal', {}, '-0.000000000000000001', '-0.000000000000000001'],
    ['decimal', { min: '0.01', max: 1000.5 }, '1000.50', '1000.50'],
    ['decimal', { enum: ['1.5', 2] }, '2.00', '2.00'],
    ['number', {}, '3.14', '3.14'],
    ['boolean', {}, false, 'false'],
    ['date', { min: '2026-01-01' }, '2026-01-01', '2026-01-01'],
    ['uuid', {}, '018F0000-0000-7000-8000-00000000000A', '018f0000-0000-7000-8000-00000000000a'],
    ['account_code', {}, 'CASH:1.a_b-c', 'CASH:1.a_b-c'],
  ])('with the type %s and %j may be %j', (type, rules, value, text) => {
    expect(read({ x: { type, ...rules } }, { x: value })).toEqual({ x: text });
  });

  const decimals = 'must be a decimal string such as "10.50" with at most 38 digits';
  const integers = 'must be a whole number, as a JSON number in the safe range or as a string of at most 38 digits';
  test.each<[string, JsonObject, unknown, string]>([
    ['decimal', {}, 10.5, `${decimals}, got the number 10.5`],
    ['decimal', {}, '1e5', `${decimals}, got "1e5"`],
    ['decimal', {}, '+1', `${decimals}, got "+1"`],
    ['decimal', {}, '1'.repeat(39), `${decimals}, got "${'1'.repeat(39)}"`],
    ['decimal', { min: 0.01 }, '0.009', 'must be at least 0.01, got "0.009"'],
    ['decimal', { max: '5' }, '5.01', 'must be at most 5, got "5.01"'],
    ['decimal', { enum: ['1.5', '2'] }, '3', 'must be one of 1.5, 2, got "3"'],
    ['integer', {}, 1.5, `${integers}, got the number 1.5`],
    ['integer', {}, 9007199254740992, `${integers}, got the number 9007199254740992`],
    ['integer', {}, '1.0', `${integers}, got "1.0"`],
    ['integer', {}, '', `${integers}, got ""`],
    ['boolean', {}, 'true', 'must be true or false, got "true"'],
    ['date', {}, '2026-02-29', 'must be a day that exists, as "YYYY-MM-DD", got "2026-02-29"'],
    ['date', { max: '2026-12-31' }, '2027-01-01', 'must be at most 2026-12-31, got "2027-01-01"'],
    ['uuid', {}, 'me', 'must be a UUID, got "me"'],
    ['account_code', {}, 'a b', 'must be an account code: 1 to 36 letters, digits and . _ : -, got "a b"'],
    ['account_code', { pattern: '^TILL-' }, 'CASH', 'must match the pattern ^TILL-, got "CASH"'],
    ['string', {}, 5, 'must be a string of at most 1000 characters, without NUL and lone surrogates, got the number 5'],
    ['string', {}, ['a'], 'must be a string of at most 1000 characters, without NUL and lone surrogates, got an array'],
    [
      'string',
      {},
      'a\0b',
      'must be a string of at most 1000 characters, without NUL and lone surrogates, got "a\\u0000b"',
    ],
    [
      'string',
      {},
      '\ud800',
      'must be a string of at most 1000 characters, without NUL and lone surrogates, got "\\ud800"',
    ],
    ['string', { max_length: 2 }, 'abc', 'must have at most 2 characters, got "abc"'],
    ['string', { enum: ['a'] }, 'b', 'must be one of a, got "b"'],
  ])('with the type %s and %j may not be %j', (type, rules, value, error) => {
    expect(read({ x: { type, ...rules } }, { x: value })).toEqual({ x: [error] });
  });

  test('is required unless it has a default or says otherwise, and null counts as absent', () => {
    const schema = {
      a: { type: 'boolean' },
      b: { type: 'integer', default: 7 },
      c: { type: 'string', required: false },
    };
    expect(read(schema, { a: true, b: null, c: null })).toEqual({ a: 'true', b: '7' });
    expect(read(schema, { c: 'x' })).toEqual({ a: ['is required: true or false'] });
  });

  test('that is not declared is refused, together with all other errors', () => {
    const schema = { amount: { type: 'decimal' }, count: { type: 'integer', default: 1 } };
    expect(read(schema, { amount: 5, cuont: 2 })).toEqual({
      amount: [`${decimals}, got the number 5`],
      cuont: ['is not a parameter of this transaction code, which has amount, count'],
    });
    expect(read(null, { a: 1 })).toEqual({ a: ['is not a parameter of this transaction code, which has none'] });
    expect(read(null, {})).toEqual({});
  });

  test('may have a name that objects inherit, and counts only as an own member of the object', () => {
    const schema = JSON.parse(
      '{"__proto__": {"type": "integer"}, "constructor": {"type": "integer", "required": false}}',
    ) as JsonObject;
    expect(read(schema, JSON.parse('{"__proto__": 5}') as JsonObject)).toEqual(JSON.parse('{"__proto__": "5"}'));
    expect(read(schema, {})).toEqual(JSON.parse(`{"__proto__": ["is required: ${integers.replace('must be ', '')}"]}`));
  });
});

describe('a params_schema', () => {
  test('has the same meaning in the notation of JSON Schema', () => {
    const schema = {
      type: 'object',
      properties: {
        amount: { type: 'number', minimum: 0.01, maximum: 10 },
        when: { type: 'string', format: 'date' },
        name: { type: 'string', maxLength: 3, pattern: '^a' },
        type: { type: 'integer' },
      },
      required: ['amount', 'type'],
    };
    expect(read(schema, { amount: '10', type: 1 })).toEqual({ amount: '10', type: '1' });
    expect(read(schema, { amount: '11', when: 'now', name: 'abcd' })).toEqual({
      amount: ['must be at most 10, got "11"'],
      when: ['must be a day that exists, as "YYYY-MM-DD", got "now"'],
      name: ['must have at most 3 characters, got "abcd"'],
      type: ['is required: a whole number, as a JSON number in the safe range or as a string of at most 38 digits'],
    });
  });

  test('in the short notation may have a parameter with the name properties', () => {
    expect(read({ properties: { type: 'integer' } }, { properties: 1 })).toEqual({ properties: '1' });
  });

  const known = 'the known members are type, required, default, enum, min, max, pattern, max_length, description';
  test.each<[JsonObject, string, string]>([
    [{ a: 'decimal' }, 'a', 'must be an object such as {"type": "decimal"}, got "decimal"'],
    [
      { a: {} },
      'a.type',
      'must be one of string, integer, decimal, boolean, date, uuid, account_code, list, got nothing',
    ],
    [
      { a: { type: 'money' } },
      'a.type',
      'must be one of string, integer, decimal, boolean, date, uuid, account_code, list, got "money"',
    ],
    [
      { '1a': { type: 'string' } },
      '1a',
      'must be named with a letter or _, then letters, digits and _, at most 64 in all',
    ],
    [{ a: { type: 'string', requird: true } }, 'a.requird', `is not a known member; ${known}`],
    [{ a: { type: 'string', required: 'yes' } }, 'a.required', 'must be true or false, got "yes"'],
    [
      { a: { type: 'decimal', default: 'x' } },
      'a.default',
      'must be a decimal string such as "10.50" with at most 38 digits, got "x"',
    ],
    [{ a: { type: 'decimal', min: 1, default: 0.5 } }, 'a.default', 'must be at least 1, got "0.5"'],
    [{ a: { type: 'decimal', min: 5, max: 1 } }, 'a.max', 'must not be below min: 1 is below 5'],
    [
      { a: { type: 'string', min: 5 } },
      'a.min',
      'is allowed only for integer, decimal and date, and the type is string',
    ],
    [{ a: { type: 'date', max: 'now' } }, 'a.max', 'must be a day that exists, as "YYYY-MM-DD", got "now"'],
    [{ a: { type: 'string', enum: [] } }, 'a.enum', 'must be an array of 1 to 100 values'],
    [{ a: { type: 'boolean', enum: ['yes'] } }, 'a.enum', 'must be true or false, got "yes"'],
    [
      { a: { type: 'string', pattern: '(?=a)' } },
      'a.pattern',
      'has a group other than ( ) and (?: ), which is not supported (at character 1 of "(?=a)")',
    ],
    [
      { a: { type: 'decimal', pattern: 'a' } },
      'a.pattern',
      'must be a string, and is allowed only for string and account_code, got "a" for decimal',
    ],
    [
      { a: { type: 'string', max_length: 0 } },
      'a.max_length',
      'must be a whole number from 1 to 1000, and is allowed only for string, got 0 for string',
    ],
    [
      { properties: { a: { type: 'string', format: 'email' } } },
      'properties.a.format',
      'must be one of date, uuid, decimal, account_code, got "email"',
    ],
    [
      { properties: { a: { type: 'string' } }, required: ['b'] },
      'required',
      'names "b", which properties does not declare',
    ],
    [
      { properties: { a: { type: 'string' } }, required: 'a' },
      'required',
      'must be an array of names of properties, got "a"',
    ],
    [
      { properties: {}, allOf: [] },
      'allOf',
      'is not a known member; the known members are type, properties, required, title, description, additionalProperties, $schema',
    ],
    [
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, { type: 'string' }])),
      '',
      'must declare at most 100 parameters, those of items included',
    ],
  ])('%j is refused with the reason', (schema, member, error) => {
    const parsed = readParamsSchema(schema);
    expect(refused(parsed) ? parsed.left : {}).toEqual({ [`params_schema${member && `.${member}`}`]: [error] });
  });
});
