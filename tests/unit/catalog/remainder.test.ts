/** The remainder of an amount, which makes both sides equal, exact to the last minor unit; and cases without a remainder. */
import type { JsonObject, NewTransactionCode } from '../../../src/modules/catalog';
import type { EntryTemplate } from '../../../src/modules/catalog/domain/transaction-code';
import { entry } from '../../support/transaction-codes';
import { compiled, errorsOf, refusedParams } from './compiling';
import { cents, code, eachPart, items, paid, part, rest } from './splitting';

describe('the remainder', () => {
  const debitRest = entry('debit', '{ remainder }');

  test.each<[string, readonly EntryTemplate[], JsonObject, string]>([
    ['on the credit side', [paid, eachPart, rest], { parts: items('33.33', '33.33') }, 'credit PLATFORM 3334'],
    ['on the debit side', [debitRest, eachPart], { parts: items('33.33', '0.01') }, 'debit CASH 3334'],
    ['on a side from a parameter', [paid, { ...rest, type: '{params.side}' }], {}, 'credit PLATFORM 10000'],
    [
      'after rounded parts',
      [paid, part('{round(params.total / 3)}'), rest],
      { parts: items('1', '1', '1') },
      'credit PLATFORM 1',
    ],
    ['with the smallest amount', [paid, eachPart, rest], { parts: items('99.99') }, 'credit PLATFORM 1'],
  ])('%s is the exact rest, to the last cent', (_, entries, params, rendered) => {
    expect(cents(code(...entries), params)).toContain(rendered);
  });

  test('belongs to the layer of its entry, and is computed before the layers are judged', () => {
    const layered = (layer: string | null): Partial<NewTransactionCode> =>
      code(
        entry('debit', '7', { layer: 'pending' }),
        entry('credit', '5', { layer: 'pending' }),
        paid,
        { ...rest, layer },
        entry('credit', '2', { layer: 'pending' }),
      );
    const mixed = 'are on the layers pending and settled, but a transaction has one layer';
    for (const layer of ['settled', '{params.layer}'])
      expect(refusedParams(compiled(layered(layer)), {})).toEqual({ entries: [expect.stringContaining(mixed)] });
    expect(refusedParams(compiled(layered('{params.layer}')), { layer: 'pending' })).toEqual({
      'entries.3.amount': [
        'must be greater than zero, but "{remainder}" comes to 0.00: the other debits of the layer pending are 7.00 and the other credits 7.00',
      ],
    });
  });

  test('does not balance other layers', () => {
    const template = compiled(
      code(paid, rest, part('{item.amount}', { layer: 'pending' }), entry('debit', '5', { layer: 'pending' })),
    );
    expect(refusedParams(template, { parts: items('4') })).toEqual({
      entries: ['do not balance in the layer pending: the debits are 5.00 and the credits 4.00'],
    });
  });

  test.each<[string, JsonObject, string]>([
    [
      'zero',
      { parts: items('60', '40') },
      '"{remainder}" comes to 0.00: the other debits of the layer settled are 100.00 and the other credits 100.00',
    ],
    [
      'below zero',
      { parts: items('100', '0.01') },
      '"{remainder}" comes to -0.01: the other debits of the layer settled are 100.00 and the other credits 100.01',
    ],
  ])('is refused with both sums if it is %s', (_, params, error) => {
    const template = compiled(code(paid, eachPart, rest));
    const index = (params['parts'] as readonly unknown[]).length + 1;
    expect(refusedParams(template, params)).toEqual({
      [`entries.${index}.amount`]: [`must be greater than zero, but ${error}`],
    });
  });

  test('is refused if it has more digits than an amount may have', () => {
    const amounts = Array.from({ length: 20 }, () => `9${'0'.repeat(35)}`);
    expect(refusedParams(compiled(code(debitRest, eachPart)), { parts: items(...amounts) })).toEqual({
      'entries.0.amount': ["needs more than 38 digits in the ledger's smallest unit"],
    });
  });

  test('is judged after all other amounts', () => {
    expect(refusedParams(compiled(code(paid, eachPart, rest)), { parts: items('200', '0') })).toEqual({
      'entries.2.amount': ['must be greater than zero, but "{item.amount}" comes to 0, for params.parts[1]'],
    });
  });

  test('occurs at most once in a template', () => {
    expect(errorsOf(code(paid, rest, rest, debitRest))).toEqual({
      'entries_template.entries.2.amount': ['is one remainder too many: a template has at most one'],
      'entries_template.entries.3.amount': ['is one remainder too many: a template has at most one'],
    });
  });

  test.each([
    ['{remainder / 2}', 2],
    ['{-remainder}', 3],
    ['{round(remainder)}', 8],
    ['{(remainder)}', 3],
  ])('is refused as part of %s', (amount, at) => {
    expect(errorsOf(code(paid, entry('credit', amount)))).toEqual({
      'entries_template.entries.1.amount': [
        `uses the remainder in an expression: {remainder} must be the whole amount (at character ${at} of "${amount}")`,
      ],
    });
  });
});
