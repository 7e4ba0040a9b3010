/** Whether a template can balance: it is refused only if no parameters make it balance. */
import fc from 'fast-check';
import { refused } from '../../../src/kernel/refusal';
import type { JsonObject, NewTransactionCode } from '../../../src/modules/catalog';
import { judgeBalance } from '../../../src/modules/catalog/domain/balance';
import { compileTemplate } from '../../../src/modules/catalog/domain/template';
import { dollars, entry, newTransactionCode } from '../../support/transaction-codes';
import { expand } from '../../../src/modules/catalog/domain/expansion';
import { compiled, expanded, refusedParams } from './compiling';
import { rounds } from '../../support/random';

const schema: JsonObject = {
  total: { type: 'decimal', min: '0.01' },
  net: { type: 'decimal', min: '0.01' },
  tax: { type: 'decimal', min: '0.01' },
  share: { type: 'decimal', min: '0.01', max: '1' },
  side: { type: 'string', enum: ['debit', 'credit'], required: false, default: 'debit' },
  layer: { type: 'string', enum: ['settled', 'pending'], required: false, default: 'settled' },
};

const code = (debits: readonly string[], credits: readonly string[]): Partial<NewTransactionCode> => ({
  paramsSchema: schema,
  entriesTemplate: {
    entries: [...debits.map((amount) => entry('debit', amount)), ...credits.map((amount) => entry('credit', amount))],
  },
});

const layered = (
  ...entries: readonly (readonly [side: string, layer: string | null])[]
): Partial<NewTransactionCode> => ({
  paramsSchema: schema,
  entriesTemplate: { entries: entries.map(([side, layer]) => entry(side, '{params.total}', { layer })) },
});

const explanation = (changes: Partial<NewTransactionCode>): string | undefined => {
  const verdict = judgeBalance(compiled(changes));
  return verdict._tag === 'Left' ? verdict.left.explanation : undefined;
};

describe('a template', () => {
  test.each<[string, Partial<NewTransactionCode>]>([
    ['with the same amount on both sides', code(['{params.total}'], ['{params.total}'])],
    ['with parameters that need not agree', code(['{params.total}'], ['{params.net}', '{params.tax}'])],
    ['that loses a part', code(['{params.total}'], ['{params.total * 0.8}'])],
    ['that rounds two halves', code(['{params.total}'], ['{round(params.total / 2)}', '{round(params.total / 2)}'])],
    ['whose products differ', code(['{params.total * params.share}'], ['{params.net * params.share}'])],
    ['with products in another order', code(['{params.net * params.tax + 1}'], ['{params.tax * params.net}'])],
    ['that divides by nothing', code(['{params.total / (1 - 1)}'], ['{params.total}'])],
    [
      'with more digits than can be computed',
      code([`{params.total * ${'1'.repeat(38)} * ${'3'.repeat(38)} * ${'7'.repeat(38)}}`], ['{params.total}']),
    ],
    [
      'whose sides come from parameters',
      { ...code([], []), entriesTemplate: { entries: [entry('{params.side}', '1'), entry('credit', '7')] } },
    ],
    ['whose layers come from parameters', layered(['debit', '{params.layer}'], ['credit', 'pending'])],
    ['in one layer', layered(['debit', 'pending'], ['credit', 'pending'])],
    ['that balances for requests of one layer', layered(['debit', null], ['credit', 'pending'])],
  ])('%s is accepted', (_, changes) => {
    expect(explanation(changes)).toBeUndefined();
  });

  test.each<[string, Partial<NewTransactionCode>, string]>([
    ['with different literals', code(['10'], ['7.50']), 'the debits are 2.5 more than the credits'],
    [
      'with an extra number on one side',
      code(['{params.total}'], ['{params.total + 1}']),
      'the credits are 1 more than the debits',
    ],
    [
      'with sums that are written in different ways',
      code(['{(params.total + 2) * 3 / 2}'], ['{params.total}', '{params.total / 2}']),
      'the debits are 3 more than the credits',
    ],
    [
      'with a difference of a third',
      code(['{params.net + 1 / 3}'], ['{params.net}']),
      'the debits are 0.33333333333333333333… more than the credits',
    ],
    [
      'with equal rounded parts',
      code(['{round(params.total / 3) + 5}'], ['{round(params.total / 3)}']),
      'the debits are 5 more than the credits',
    ],
    [
      'with equal products and extremes',
      code(
        ['{params.net * params.tax - min(params.net, abs(-params.tax)) + 2}'],
        ['{-min(params.net, abs(-params.tax)) + params.net * params.tax}'],
      ),
      'the debits are 2 more than the credits',
    ],
  ])('%s is refused, because the sides always differ by a number', (_, changes, because) => {
    expect(explanation(changes)).toBe(`${because}, whatever the parameters are`);
  });

  test.each<[string, Partial<NewTransactionCode>, string]>([
    ['with debits only', code(['{params.total}', '{params.net}'], []), 'all its entries are debits'],
    [
      'with credits only, in any layers',
      layered(['credit', '{params.layer}'], ['credit', null]),
      'all its entries are credits',
    ],
    [
      'with one side only in a layer',
      layered(['debit', 'settled'], ['credit', 'pending']),
      'in the layer settled all its entries are debits',
    ],
    [
      'with one side only in a layer, for any layer of the request',
      layered(['debit', null], ['credit', null], ['credit', 'pending'], ['debit', 'encumbrance']),
      'in the layer pending all its entries are credits',
    ],
  ])('%s is refused, because every amount is greater than zero', (_, changes, because) => {
    expect(explanation(changes)).toBe(because);
  });

  test('with independent parameters is judged at each use, and the refusal has both sums', () => {
    const template = compiled(code(['{params.total}'], ['{params.net}', '{params.tax}']));
    const given = { total: '12.00', net: '10.00', share: '1' };
    expect(expanded(template, { ...given, tax: '2.00' }).entries).toHaveLength(3);
    expect(refusedParams(template, { ...given, tax: '1.50' })).toEqual({
      entries: ['do not balance in the layer settled: the debits are 12.00 and the credits 11.50'],
    });
  });
});

const amount = fc.letrec<{ amount: string }>((tie) => ({
  amount: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('params.net', 'params.tax', '1', '2.5', '0.01'),
    fc.tuple(tie('amount'), fc.constantFrom('+', '-', '*', '/'), tie('amount')).map((parts) => `(${parts.join(' ')})`),
    fc.tuple(fc.constantFrom('round', 'abs'), tie('amount')).map(([name, inner]) => `${name}(${inner})`),
    fc.tuple(fc.constantFrom('min', 'max'), tie('amount'), tie('amount')).map(([name, x, y]) => `${name}(${x}, ${y})`),
  ),
})).amount;
const cents = fc.integer({ min: 1, max: 500 }).map((units) => (units / 100).toFixed(2));
/** Two amounts that are often equal apart from a constant, written differently. */
const pair = fc
  .tuple(amount, amount)
  .chain(([one, other]) =>
    fc.constantFrom<[string, string]>(
      [one, other],
      [`${one} + ${other}`, `${other} + ${one}`],
      [`${one} + ${other}`, `1 + ${other} + ${one}`],
      [`3 * ${one} - ${other}`, `${one} - (${other} - 2 * ${one} + 0.5)`],
      [`(${one} + 1) / 4`, `${one} * 0.25`],
    ),
  );

describe('a refused template', () => {
  test('balances for no parameters', () => {
    const seen = { refused: 0, unequal: 0, balancing: 0 };
    fc.assert(
      fc.property(pair, fc.array(fc.tuple(cents, cents), { minLength: 5, maxLength: 5 }), ([debit, credit], all) => {
        const definition = newTransactionCode(code([`{${debit}}`], [`{${credit}}`]));
        const template = compileTemplate(definition, { ...dollars, storageDecimals: 6 });
        // A constant amount of zero or less is refused.
        if (refused(template)) return;
        const isRefused = refused(judgeBalance(template.right));
        if (isRefused) seen.refused += 1;
        for (const [net, tax] of all) {
          const outcome = expand(template.right, { total: '1', share: '1', net, tax }, 'settled');
          if (isRefused) expect(refused(outcome)).toBe(true);
          if (!refused(outcome)) seen.balancing += 1;
          else if (isRefused && outcome.left['entries']) seen.unequal += 1;
        }
      }),
      { numRuns: rounds(1_000) },
    );
    // Each of the three outcomes must have occurred often enough.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(rounds(10));
  });
});
