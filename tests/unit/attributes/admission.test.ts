/** The rules of attributes, in order of precedence. */
import { ok, refuse, refused } from '../../../src/kernel/refusal';
import {
  judgeAdmissions,
  judgeAttributes,
  judgeKey,
  type AdmissionRules,
  type AttributeMap,
} from '../../../src/modules/attributes/domain/admission';
import { newTransaction } from '../../../src/modules/ledgering/http/transactions/new-transaction';
import { transactionShape } from '../../../src/modules/ledgering/http/transactions/transaction-shapes';

const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, 'x']));

describe('the attributes of a transaction', () => {
  test.each<[string, Record<string, unknown>]>([
    ['none', {}],
    ['some', { region: 'north', sales_channel_2: '' }],
    ['as many as allowed', many(20)],
    ['a key of the maximum length', { ['k'.repeat(64)]: 'x' }],
    ['a value of the maximum length, in characters and not in code units', { region: '📚'.repeat(128) }],
    ['any text as a value', { region: ' "; drop table — % _ \\ \n' }],
  ])('may be %s', (_, map) => {
    expect(judgeAttributes(map)).toEqual(ok(map));
  });

  test.each<[string, Record<string, unknown>, object]>([
    ['too many, even if one is invalid', { ...many(20), BAD: 1 }, { kind: 'AttributeCountExceeded', max: 20 }],
    ...[
      '',
      'Region',
      'règion',
      're gion',
      're-gion',
      '_region',
      'region_',
      're__gion',
      '2nd',
      'k'.repeat(65),
      '__proto__',
      'región',
    ].map((key): [string, Record<string, unknown>, object] => [
      `the key ${JSON.stringify(key)}`,
      Object.fromEntries([[key, 1]]),
      { kind: 'AttributeInvalidKey', key },
    ]),
    ['a key with the name of a field', { status: 1 }, { kind: 'AttributeReservedKey', key: 'status' }],
    ...[1, true, null, undefined, {}, ['x'], 'a\0', '\ud800'].map(
      (value): [string, Record<string, unknown>, object] => [
        `the value ${JSON.stringify(value)}`,
        { region: value },
        { kind: 'AttributeInvalidValue', key: 'region' },
      ],
    ),
    ['a value too long', { region: 'x'.repeat(129) }, { kind: 'AttributeValueTooLong', key: 'region', max: 128 }],
    [
      'wrong in several places, of which the first is reported',
      { a: 'x', b: 2, C: 'x' },
      { kind: 'AttributeInvalidValue', key: 'b' },
    ],
  ])('may not be %s', (_, map, refusal) => {
    expect(judgeAttributes(map)).toEqual(refuse(refusal));
  });

  test('may not have the name of any field of a transaction', () => {
    const shown = Object.keys((transactionShape.schema as { properties: object }).properties);
    const sent = Object.keys((newTransaction.schema as { properties: object }).properties);
    expect(shown.length + sent.length).toBeGreaterThan(30);
    expect([...shown, ...sent].filter((field) => !refused(judgeKey(field)))).toEqual([]);
  });
});

describe('admission', () => {
  const rules = (fields: Partial<AdmissionRules> = {}): AdmissionRules => ({
    isStrict: false,
    keys: new Set(['region', 'channel']),
    indexedKeys: new Set(),
    ...fields,
  });
  const judge = (maps: readonly (AttributeMap | null)[], fields?: Partial<AdmissionRules>, maxKeys = 4) =>
    judgeAdmissions(maps.map(ok), rules(fields), maxKeys).map(({ verdict, newKeys }) =>
      refused(verdict) ? verdict.left : newKeys,
    );
  const tooMany = (key: string, max = 4): object => ({ kind: 'AttributeKeyCapExceeded', key, max });

  test('declares nothing for known keys', () => {
    expect(judge([{ region: 'x' }, null, {}, { channel: 'x', region: 'y' }])).toEqual([[], [], [], []]);
  });

  test('declares new keys up to the cap', () => {
    expect(judge([{ a: '', region: '' }, { b: '' }])).toEqual([['a'], ['b']]);
    expect(judge([{ a: '', b: '' }, { c: '' }, { region: '' }])).toEqual([['a', 'b'], tooMany('c'), []]);
    expect(judge([{ a: '', b: '', c: '' }])).toEqual([tooMany('c')]);
  });

  test('counts a new key once, however many transactions have it', () => {
    expect(judge([{ a: '' }, { a: '', b: '' }, { b: '' }])).toEqual([['a'], ['a', 'b'], ['b']]);
  });

  test('does not count the keys of a refused transaction', () => {
    expect(judge([{ a: '', b: '', c: '' }, { d: '' }, { e: '' }, { f: '' }])).toEqual([
      tooMany('c'),
      ['d'],
      ['e'],
      tooMany('f'),
    ]);
  });

  test('admits only known keys if the cap is below their number', () => {
    expect(judge([{ region: '' }, { a: '' }], {}, 1)).toEqual([[], tooMany('a', 1)]);
  });

  test('admits only declared keys in strict mode, whatever the cap', () => {
    const undeclared = { kind: 'AttributeNotDeclared', key: 'a' };
    expect(judge([{ region: '' }, { channel: '', a: '', b: '' }], { isStrict: true })).toEqual([[], undeclared]);
    expect(judge([{ a: '' }], { isStrict: true }, 2)).toEqual([undeclared]);
  });

  test('keeps an earlier refusal', () => {
    const refusal = refuse({ kind: 'AttributeCountExceeded', max: 20 } as const);
    expect(judgeAdmissions([refusal], rules({ isStrict: true }), 4)).toEqual([{ verdict: refusal, newKeys: [] }]);
  });
});
