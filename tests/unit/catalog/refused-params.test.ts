/** Refusals of parameters: their order of precedence and their messages. */
import type { JsonObject } from '../../../src/modules/catalog';
import { entry } from '../../support/transaction-codes';
import { compiled, expanded, refusedParams } from './compiling';

describe('the parameters of a template', () => {
  const fields = (params: JsonObject, amount = '{params.amount}', more = {}): JsonObject =>
    refusedParams(
      compiled({
        paramsSchema: {
          amount: { type: 'decimal' },
          divisor: { type: 'decimal', default: '1' },
          side: { type: 'string', default: 'debit' },
          text: { type: 'string', default: '' },
        },
        entriesTemplate: { entries: [entry('{params.side}', amount, more), entry('credit', '{params.amount}')] },
        validationRules: { rules: [{ expression: 'params.amount < 1000', message: 'must stay below a thousand' }] },
      }),
      params,
    );

  test.each<[string, JsonObject, JsonObject]>([
    [
      'shape before rules',
      fields({ amount: '2000', divisor: 'x' }),
      { divisor: ['must be a decimal string such as "10.50" with at most 38 digits, got "x"'] },
    ],
    ['rules before amounts', fields({ amount: '2000.001' }), { rules: ['must stay below a thousand'] }],
    [
      'every amount before the balance',
      fields({ amount: '0.001' }),
      {
        'entries.0.amount': [
          'comes to 0.001, which is finer than the 2 decimals of USD: wrap "{params.amount}" in round( )',
        ],
        'entries.1.amount': [
          'comes to 0.001, which is finer than the 2 decimals of USD: wrap "{params.amount}" in round( )',
        ],
      },
    ],
    [
      'the balance last',
      fields({ amount: '5', side: 'credit' }),
      { entries: ['do not balance in the layer settled: the debits are 0.00 and the credits 10.00'] },
    ],
  ])('are judged in order: %s', (_, errors, expected) => {
    expect(errors).toEqual(expected);
  });

  test.each<[JsonObject, JsonObject]>([
    [
      fields({ amount: '0' }),
      {
        'entries.0.amount': ['must be greater than zero, but "{params.amount}" comes to 0'],
        'entries.1.amount': ['must be greater than zero, but "{params.amount}" comes to 0'],
      },
    ],
    [
      fields({ amount: '-5' }),
      {
        'entries.0.amount': ['must be greater than zero, but "{params.amount}" comes to -5'],
        'entries.1.amount': ['must be greater than zero, but "{params.amount}" comes to -5'],
      },
    ],
    [
      fields({ amount: '5', divisor: '0' }, '{params.amount / params.divisor}'),
      { 'entries.0.amount': ['divides by zero (at character 18 of "{params.amount / params.divisor}")'] },
    ],
    [fields({ amount: '5', side: 'up' }), { 'entries.0.type': ['must be one of debit, credit, got "up"'] }],
    [
      fields({ amount: '5', text: 'future' }, '5', { layer: '{params.text}' }),
      { 'entries.0.layer': ['must be one of settled, pending, encumbrance, got "future"'] },
    ],
    [
      fields({ amount: '5', text: 'a b' }, '5', { account: 'X{params.text}' }),
      {
        'entries.0.account': [
          'must be the code of an account (1 to 36 letters, digits and . _ : -) or its id, got "Xa b"',
        ],
      },
    ],
    [
      fields({ amount: '5', text: 'x'.repeat(1_000) }, '5', { description: 'For {params.text}' }),
      { 'entries.0.description': ['must have at most 1000 characters once it is filled in'] },
    ],
    [
      fields({ amount: '5', text: '"'.repeat(1_000) }, '5', { metadata: { text: '{params.text}'.repeat(20) } }),
      { 'entries.0.metadata': ['must take at most 16384 bytes once it is filled in'] },
    ],
    [
      refusedParams(
        compiled({
          paramsSchema: { text: { type: 'string', default: '\u{1f4b6}'.repeat(1_000) } },
          entriesTemplate: {
            entries: Array.from({ length: 17 }, (_, at) =>
              entry(at ? 'credit' : 'debit', at ? '1' : '16', { description: '{params.text}' }),
            ),
          },
        }),
        {},
      ),
      { entries: ['must have descriptions and metadata of at most 65536 bytes in all'] },
    ],
  ])('have errors that name the entry and the member', (errors, expected) => {
    expect(errors).toEqual(expected);
  });

  test('expand to entries if they are valid', () => {
    const { entries } = expanded(compiled({ paramsSchema: { amount: { type: 'decimal' } } }), { amount: '10.5' });
    const common = { layer: 'settled', amount: 1050n, description: null, metadata: null };
    expect(entries).toEqual([
      { account: { kind: 'code', code: 'CASH' }, type: 'debit', ...common },
      { account: { kind: 'code', code: 'SALES' }, type: 'credit', ...common },
    ]);
  });
});
