/** Malicious templates and parameters: they are refused, after a limited number of exact operations. */
import { Decimal } from 'decimal.js';
import { refused } from '../../../src/kernel/refusal';
import type { JsonObject, NewTransactionCode } from '../../../src/modules/catalog';
import { judgeBalance } from '../../../src/modules/catalog/domain/balance';
import { compileTemplate } from '../../../src/modules/catalog/domain/template';
import type { EntryTemplate } from '../../../src/modules/catalog/domain/transaction-code';
import { dollars, entry, newTransactionCode } from '../../support/transaction-codes';
import { expand } from '../../../src/modules/catalog/domain/expansion';
import { compiled, errorsOf, refusedParams, withAmount, withRule } from './compiling';

/** Exact arithmetic is the largest cost: the most expensive allowed template needs 230,000 operations for ten transactions. */
const maxOperations = 300_000;
const operations = ['plus', 'minus', 'times', 'div', 'mod', 'comparedTo', 'toDecimalPlaces'] as const;
const decimals = Decimal.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
const originals = operations.map((name) => [name, Decimal.prototype[name] as () => unknown] as const);
let performed = 0;

beforeAll(() => {
  for (const [name, original] of originals)
    decimals[name] = function (...given) {
      performed += 1;
      return original.apply(this, given as []);
    };
});
afterAll(() => {
  for (const [name, original] of originals) decimals[name] = original;
});

const bounded = <A>(work: () => A): A => {
  performed = 0;
  const answer = work();
  expect(performed).toBeLessThan(maxOperations);
  return answer;
};

const expressions: readonly string[] = [
  'constructor',
  'constructor.constructor(1)',
  'params.constructor',
  'params.constructor.constructor("return process")()',
  'params.__proto__',
  'params.__proto__.polluted',
  'params.toString()',
  'params.hasOwnProperty',
  'params["amount"]',
  'params[`amount`]',
  'this',
  'this.constructor',
  'globalThis',
  'process.exit(1)',
  'require("fs")',
  'round.constructor(1)',
  'round.call(1)',
  '(1).constructor',
  '[1][0]',
  '1; 2',
  'params.amount = 5',
  'params.amount ? 1 : 2',
  'params?.amount',
  '() => 1',
  'new Date()',
  'params.{params.amount}',
  'params.parts[0].amount',
  'params.parts.length',
  'item',
  'item.amount',
  'item.__proto__',
  'item.constructor.constructor("return process")()',
  'item.item.amount',
  'remainder.constructor',
  'remainder + remainder',
  '{params.amount}',
  '0x10',
  '1n',
  '1_000',
  'Infinity',
  'NaN',
  '１',
  'params.аmount',
  `${'('.repeat(200)}1${')'.repeat(200)}`,
  '('.repeat(499),
  `${'-'.repeat(499)}`,
  `${'round('.repeat(80)}1${')'.repeat(15)}`,
  `1${' + 1'.repeat(2_500)}`,
  '9'.repeat(10_000),
  'x'.repeat(10_000),
  `${'9'.repeat(38)} * ${'9'.repeat(38)} * ${'9'.repeat(38)}`,
  Array.from({ length: 12 }, () => `1${'0'.repeat(37)}`).join(' * '),
  `1 / ${Array.from({ length: 12 }, () => `1${'0'.repeat(37)}`).join(' / ')}`,
  `1${'0'.repeat(37)} * 1${'0'.repeat(37)} + 0.${'0'.repeat(36)}1`,
  '1e999999999',
  '1e-999999999',
  '\u0000',
  '\ud800',
];

describe('a hostile expression', () => {
  test.each(expressions.map((expression) => [expression.slice(0, 60), expression]))(
    '%j is refused as an amount',
    (_, expression) => {
      const errors = bounded(() => errorsOf(withAmount(`{${expression}}`)));
      expect(Object.keys(errors)[0]).toMatch(/^entries_template(\.entries\.0\.amount)?$/);
      for (const [text = ''] of Object.values(errors)) expect(text.length).toBeLessThan(500);
    },
  );

  test.each(expressions.map((expression) => [expression.slice(0, 60), expression]))(
    '%j is refused as a rule',
    (_, expression) => {
      const errors = bounded(() => errorsOf(withRule(expression)));
      expect(Object.keys(errors)).toHaveLength(1);
    },
  );

  test.each([
    ['{params.constructor}'],
    ['{params.__proto__}'],
    ['{constructor}'],
    ['{params.{params.side}}'],
    ['{{params.side}}'],
    ['{'.repeat(250)],
    ['{params.side'],
    ['params.side}'],
    ['{params.side.length}'],
    ['{params["side"]}'],
    ['{item.side}'],
    ['{item.constructor}'],
    ['{remainder}'],
  ])('%j is refused as a text', (text) => {
    expect(Object.keys(bounded(() => errorsOf(withAmount('1', { description: text }))))).toEqual([
      'entries_template.entries.0.description',
    ]);
  });
});

describe('hostile parameters', () => {
  test('are inserted into templates as plain text', () => {
    const template = compiled(
      withAmount('{params.amount}', { account: '{params.side}', description: '{params.note}' }),
    );
    expect(refusedParams(template, { amount: '1', rate: '1', side: '{params.rate}', note: '{params.amount}' })).toEqual(
      {
        'entries.0.account': [
          'must be the code of an account (1 to 36 letters, digits and . _ : -) or its id, got "{params.rate}"',
        ],
      },
    );
  });

  test.each<[string, JsonObject]>([
    ['a prototype', JSON.parse('{"amount": "1", "rate": "1", "__proto__": {"flag": true}}') as JsonObject],
    ['a constructor', { amount: '1', rate: '1', constructor: { prototype: {} } }],
    ['ten thousand names', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, index]))],
    ['a name of a megabyte', { ['x'.repeat(1_000_000)]: 1 }],
    ['a text of a megabyte', { amount: '1', rate: '1', note: 'x'.repeat(1_000_000) }],
    ['a number of a megabyte', { amount: '9'.repeat(1_000_000), rate: '1' }],
    ['a nested object', { amount: { toString: '1' }, rate: ['1'] }],
    ['a list instead of a number', { amount: Array.from({ length: 100_000 }, () => ({})), rate: '1' }],
  ])('such as %s are refused', (_, params) => {
    const errors = bounded(() => refusedParams(compiled(withAmount('{params.amount}')), params));
    expect(Object.keys(errors).length).toBeGreaterThan(0);
    expect(JSON.stringify(errors).length).toBeLessThan(20_000);
    expect(({} as JsonObject)['flag']).toBeUndefined();
  });

  test('cannot produce an amount that is too large to be computed', () => {
    const template = compiled(withAmount('{params.amount * params.amount * params.rate}'));
    expect(refusedParams(template, { amount: '9'.repeat(38), rate: '9'.repeat(38) })['entries.0.amount']).toEqual([
      'needs more than 80 digits (at character 2 of "{params.amount * params.amount * params.rate}")',
    ]);
  });
});

describe('a template of the maximum cost', () => {
  const names = Array.from({ length: 10 }, (_, index) => `params.p${index}`);
  const paramsSchema = Object.fromEntries(
    names.map((name) => [name.slice('params.'.length), { type: 'decimal', min: '0.000000000000000001' }]),
  );
  const given = Object.fromEntries(
    Object.keys(paramsSchema).map((name) => [name, '12345678901234567890.123456789012345678']),
  );
  const pair = (index: number): string => `(${names[index % 10]} + ${names[(index + 1) % 10]})`;
  const power = (factors: number): string => Array.from({ length: factors }, (_, index) => pair(index)).join(' * ');
  const both = (count: number, amount: string): Partial<NewTransactionCode> => ({
    entriesTemplate: {
      entries: Array.from({ length: count }, (_, index) =>
        entry(index % 2 === 0 ? 'debit' : 'credit', `{${amount} + ${index}}`),
      ),
    },
  });

  test.each<[string, Partial<NewTransactionCode>]>([
    ['powers of sums', both(10, power(19))],
    ['powers of sums inside each other', both(10, `abs(abs(abs(abs(${power(18)}))))`)],
    ['divisions', both(30, `round(${names.join(' / ')})`)],
    ['extremes', both(30, `min(${names.join(', ')})`)],
    [
      'equations',
      {
        validationRules: {
          rules: Array.from({ length: 50 }, (_, index) => ({
            expression: `${pair(index)} * ${pair(index * 3)} == ${index} * ${pair(index * 7)}`,
            message: 'no',
          })),
        },
      },
    ],
  ])('with %s is judged and expanded in bounded steps', (_, changes) => {
    bounded(() => {
      const template = compileTemplate(
        newTransactionCode({
          entriesTemplate: {
            entries: [entry('debit', '{params.p0}'), entry('credit', '{params.p1 + params.p0 * params.p0}')],
          },
          ...changes,
          paramsSchema,
        }),
        dollars,
      );
      if (refused(template)) throw new Error(JSON.stringify(template.left));
      judgeBalance(template.right);
      for (let run = 0; run < 10; run++) expand(template.right, given, 'settled');
    });
  });
});

describe('a list of the maximum cost', () => {
  const listOf = (items: JsonObject): JsonObject => ({ total: { type: 'decimal' }, parts: { type: 'list', items } });
  const named = (names: number, declaration: JsonObject): JsonObject =>
    Object.fromEntries(Array.from({ length: names }, (_, index) => [`p${index}`, declaration]));
  const decimals = named(97, { type: 'decimal', min: '0.01' });
  const item = (value: unknown): JsonObject => named(97, value as JsonObject);
  const long = '12345678901234567890.123456789012345678';
  const pattern = '([^b]?){330}([^c]?){160}b';
  const part = (amount: string, more: Partial<EntryTemplate> = {}): EntryTemplate =>
    entry('credit', amount, { repeat: 'params.parts', ...more });

  test.each<[string, JsonObject, EntryTemplate, unknown]>([
    ['divisions', decimals, part(`{round(item.p0${' / 7'.repeat(18)} + 1)}`), item(long)],
    ['sums of fractions', decimals, part(`{round(item.p0${' + 1/7'.repeat(13)})}`), item(long)],
    ['values', decimals, part('{round(item.p96)}'), item(long)],
    ['wrong values', decimals, part('{round(item.p96)}'), item('x'.repeat(10_000))],
    ['values that are lists', decimals, part('1'), item([[[]]])],
    ['names', decimals, part('1'), named(10_000, {})],
    ['empty items', decimals, part('1'), {}],
    [
      'texts',
      named(9, { type: 'string' }),
      part('1', { metadata: named(9, '{item.p0}' as never) }),
      named(9, '\u0001'.repeat(1_000) as never),
    ],
    ['patterns', named(97, { type: 'string', pattern }), part('1'), item('a'.repeat(1_000))],
    ['patterns on empty texts', named(97, { type: 'string', pattern }), part('1'), item('')],
    [
      'long enumerations',
      { p0: { type: 'string', enum: Array.from({ length: 15 }, (_, index) => 'x'.repeat(900) + index) } },
      part('1'),
      { p0: 'x' },
    ],
  ])('with %s is judged and expanded in bounded steps and space', (_, items, repeating, one) => {
    bounded(() => {
      const template = compileTemplate(
        newTransactionCode({
          paramsSchema: listOf(items),
          entriesTemplate: { entries: [entry('debit', '{params.total}'), repeating] },
        }),
        dollars,
      );
      if (refused(template)) throw new Error(JSON.stringify(template.left));
      judgeBalance(template.right);
      const params = { total: '1', parts: Array.from({ length: 99 }, () => one) };
      for (let run = 0; run < 10; run++) expand(template.right, params, 'settled');
      expect(JSON.stringify(refusedParams(template.right, params)).length).toBeLessThan(40_000);
    });
  });
});
