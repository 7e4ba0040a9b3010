/** Optional entries: left out if their amount is zero, and refused like others if it is invalid. */
import fc from 'fast-check';
import { judgeBalance } from '../../../src/modules/catalog/domain/balance';
import { refused } from '../../../src/kernel/refusal';
import type { EntryTemplate } from '../../../src/modules/catalog/domain/transaction-code';
import { entry } from '../../support/transaction-codes';
import { compiled, errorsOf, expanded, refusedParams } from './compiling';
import { cents, code, eachPart, items, paid, rest } from './splitting';

const optional = { optional: true };
const fees = (amount: string, more: Partial<EntryTemplate> = optional): EntryTemplate =>
  entry('credit', amount, { account: 'FEES', ...more });
const withFee = code(
  entry('debit', '{params.total}'),
  entry('credit', '{params.total - params.fee}'),
  fees('{params.fee}'),
);
const params = { fee: { type: 'decimal' }, total: { type: 'decimal' } };
const feeCode = { ...withFee, paramsSchema: params };

describe('an optional entry', () => {
  test('is posted like any other while its amount is greater than zero', () => {
    expect(cents(feeCode, { total: '5.00', fee: '0.30' })).toEqual([
      'debit CASH 500',
      'credit SALES 470',
      'credit FEES 30',
    ]);
  });

  test.each(['0', '0.00', '-0'])('is left out when its amount is zero: %s', (fee) => {
    expect(cents(feeCode, { total: '5.00', fee })).toEqual(['debit CASH 500', 'credit SALES 500']);
  });

  test('is left out when its amount is rounded to zero', () => {
    const rounded = code(paid, fees('{round(params.total * 0.00004, 2)}'), rest);
    expect(cents(rounded, {})).toEqual(['debit CASH 10000', 'credit PLATFORM 10000']);
  });

  test('is left out as a remainder of zero', () => {
    const shared = code(paid, eachPart, { ...rest, ...optional });
    expect(cents(shared, { parts: items('60', '40') })).toHaveLength(3);
    expect(cents(shared, { parts: items('60', '39.99') })).toContain('credit PLATFORM 1');
  });

  test('is left out for each item of a list with the amount zero', () => {
    const shared = code(paid, { ...eachPart, ...optional }, rest);
    expect(cents(shared, { parts: items('60', '0', '39') })).toHaveLength(4);
  });

  test('does not count its texts when it is left out', () => {
    const described = code(paid, fees('{params.total - 100}', { ...optional, description: 'a fee' }), rest);
    expect(expanded(compiled(described), {}).textBytes).toBe(expanded(compiled(code(paid, rest)), {}).textBytes);
  });

  test('keeps its index in the errors of later entries', () => {
    const two = code(paid, fees('{params.total - 100}'), fees('{params.total - 100}', {}), rest);
    expect(refusedParams(compiled(two), {})).toEqual({
      'entries.2.amount': ['must be greater than zero, but "{params.total - 100}" comes to 0'],
    });
  });
});

describe('the catalog refuses', () => {
  test('an optional entry below zero', () => {
    expect(refusedParams(compiled(feeCode), { total: '5.00', fee: '-0.30' })).toEqual({
      'entries.2.amount': ['must not be less than zero, but "{params.fee}" comes to -0.3'],
    });
  });

  test('an optional remainder below zero', () => {
    expect(refusedParams(compiled(code(paid, eachPart, { ...rest, ...optional })), { parts: items('100.01') })).toEqual(
      {
        'entries.2.amount': [
          'must not be less than zero, but "{remainder}" comes to -0.01: the other debits of the layer settled are 100.00 and the other credits 100.01',
        ],
      },
    );
  });

  test('an amount of zero without optional, and with optional: false', () => {
    for (const more of [{}, { optional: false }, { optional: null }]) {
      const template = compiled({
        ...feeCode,
        ...code(...(withFee.entriesTemplate?.entries.slice(0, 2) ?? []), fees('{params.fee}', more)),
        paramsSchema: params,
      });
      expect(Object.keys(refusedParams(template, { total: '5.00', fee: '0' }))).toEqual(['entries.2.amount']);
    }
  });

  test('a transaction with fewer than two entries left', () => {
    const both = code(entry('debit', '{params.fee}', optional), entry('credit', '{params.fee}', optional));
    expect(refusedParams(compiled({ ...both, paramsSchema: params }), { total: '1', fee: '0' })).toEqual({
      entries: [
        'number 0, because 2 optional entries come to zero, but a transaction has at least 2: send parameters that make more amounts greater than zero',
      ],
    });
  });

  test('the remaining entries, if their sides differ', () => {
    const uneven = code(entry('debit', '{params.total}'), entry('credit', '5.00'), fees('{params.fee}'));
    expect(refusedParams(compiled({ ...uneven, paramsSchema: params }), { total: '6.00', fee: '0' })).toEqual({
      entries: ['do not balance in the layer settled: the debits are 6.00 and the credits 5.00'],
    });
  });

  test('an amount that is always zero, when the code is created', () => {
    expect(errorsOf(code(paid, fees('0.00'), rest))).toEqual({
      'entries_template.entries.1.amount': ['must be greater than zero, but "0.00" comes to 0'],
    });
  });
});

describe('when a code is created', () => {
  const judged = (...entries: readonly EntryTemplate[]): string | undefined => {
    const balance = judgeBalance(compiled({ ...code(...entries), paramsSchema: params }));
    return refused(balance) ? balance.left.explanation : undefined;
  };

  test('a layer may have optional entries on one side only, because it may be empty', () => {
    const pending = { layer: 'pending' };
    const settled = [
      entry('debit', '{params.total}', { layer: 'settled' }),
      entry('credit', '{params.total}', { layer: 'settled' }),
    ];
    expect(judged(...settled, entry('debit', '{params.fee}', { ...pending, ...optional }))).toBeUndefined();
    expect(judged(...settled, entry('debit', '{params.fee}', pending))).toContain('in the layer pending');
  });

  test('a remainder may always come to zero if it is optional, but not to less', () => {
    const five = [entry('debit', '5.00'), entry('credit', '5.00')];
    const remaining = { ...rest, ...optional };
    expect(judged(...five, remaining)).toBeUndefined();
    expect(judged(...five, rest)).toBe('the remainder always comes to 0, and must be greater than zero');
    expect(judged(...five, entry('credit', '1.00'), remaining)).toBe(
      'the remainder always comes to -1, and must not be less than zero',
    );
  });

  test('entries on one side only never balance, optional or not', () => {
    expect(judged(entry('debit', '{params.fee}', optional), entry('debit', '{params.total}', optional))).toBe(
      'all its entries are debits',
    );
  });
});

test('for any fee the sides are equal, and each amount above zero has an entry', () => {
  const template = compiled(feeCode);
  const cent = fc.integer({ min: 0, max: 500 }).map((units) => (units / 100).toFixed(2));
  fc.assert(
    fc.property(cent, (fee) => {
      const { entries } = expanded(template, { total: '5.01', fee });
      const sum = (type: string): bigint =>
        entries.reduce((all, { type: side, amount }) => (side === type ? all + amount : all), 0n);
      expect([sum('debit'), sum('credit')]).toEqual([501n, 501n]);
      expect(entries).toHaveLength(Number(fee) === 0 ? 2 : 3);
    }),
  );
});
