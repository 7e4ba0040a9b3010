/** Whether a template can balance: proven where it can be proven, tried where it cannot. */
import type { JsonObject, NewTransactionCode } from '../../../src/modules/catalog';
import { judgeBalance } from '../../../src/modules/catalog/domain/balance';
import { entry } from '../../support/transaction-codes';
import { compiled } from './compiling';

const schema: JsonObject = {
  total: { type: 'decimal', min: '0.01' },
  net: { type: 'decimal', min: '0.01' },
  tax: { type: 'decimal', min: '0.01' },
  share: { type: 'decimal', min: '0.01', max: '1' },
  side: { type: 'string', enum: ['debit', 'credit'] },
};

const code = (
  debits: readonly string[],
  credits: readonly string[],
  rules: readonly string[] = [],
): Partial<NewTransactionCode> => ({
  paramsSchema: schema,
  entriesTemplate: {
    entries: [...debits.map((amount) => entry('debit', amount)), ...credits.map((amount) => entry('credit', amount))],
  },
  validationRules: { rules: rules.map((expression) => ({ expression, message: 'no' })) },
});

const explanation = (changes: Partial<NewTransactionCode>): string | undefined => {
  const verdict = judgeBalance(compiled(changes));
  return verdict._tag === 'Left' ? verdict.left.explanation : undefined;
};

describe('a template', () => {
  test.each<[string, Partial<NewTransactionCode>]>([
    ['the same on both sides', code(['{params.total}'], ['{params.total}'])],
    [
      'written differently',
      code(['{params.total * 2}'], ['{params.total}', '{params.total + params.net - params.net}']),
    ],
    ['with thirds that add up', code(['{params.total}'], ['{params.total / 3}', '{2 * params.total / 3}'])],
    [
      'with products',
      code(
        ['{(params.net + params.tax) * params.share}'],
        ['{params.share * params.net}', '{params.tax * params.share}'],
      ),
    ],
    [
      'that rounds one part and gives the rest',
      code(['{params.total}'], ['{round(params.total * 0.19, 2)}', '{params.total - round(0.19 * params.total, 2)}']),
    ],
    [
      'that divides by a parameter',
      code(['{params.total}'], ['{params.net / params.share}', '{params.total - params.net / params.share}']),
    ],
    [
      'whose rule makes it balance',
      code(['{params.total}'], ['{params.net}', '{params.tax}'], ['params.total == params.net + params.tax']),
    ],
    [
      'whose rules together make it balance',
      code(
        ['{params.total}'],
        ['{params.tax}'],
        ['params.total == 2 * params.net and params.tax > 1', 'params.net * 2 == params.tax'],
      ),
    ],
    [
      'that no proof reaches, and no sample contradicts',
      code(['{max(params.total, params.total - params.net)}'], ['{params.total}']),
    ],
    [
      'whose sides come from parameters',
      { ...code([], []), entriesTemplate: { entries: [entry('{params.side}', '1'), entry('credit', '7')] } },
    ],
  ])('%s is taken', (_, changes) => {
    expect(explanation(changes)).toBeUndefined();
  });

  test.each<[string, Partial<NewTransactionCode>, string]>([
    ['of different literals', code(['10'], ['7.50']), 'debits minus credits come to 2.5, whatever the parameters are'],
    [
      'of entries on one side only',
      code(['{params.total}', '{params.total}'], []),
      'debits minus credits come to 2 * params.total, which is not zero for all parameters; if callers must see to it, say so in a validation rule: 2 * params.total == 0',
    ],
    [
      'that loses a part',
      code(['{params.total}'], ['{params.total * 0.8}']),
      'debits minus credits come to 0.2 * params.total, which is not zero for all parameters; if callers must see to it, say so in a validation rule: 0.2 * params.total == 0',
    ],
    [
      'of parameters that need not agree',
      code(['{params.total}'], ['{params.net}', '{params.tax + 1}']),
      'debits minus credits come to -params.net - params.tax + params.total - 1, which is not zero for all parameters; if callers must see to it, say so in a validation rule: params.total == params.net + params.tax + 1',
    ],
    [
      'whose rule is of another kind',
      code(['{params.total}'], ['{params.net}'], ['params.total >= params.net']),
      'debits minus credits come to -params.net + params.total, which is not zero for all parameters; if callers must see to it, say so in a validation rule: params.total == params.net',
    ],
    [
      'whose products differ',
      code(['{params.total * params.share}'], ['{params.net * params.share}']),
      'debits minus credits come to -params.net * params.share + params.share * params.total, which is not zero for all parameters; if callers must see to it, say so in a validation rule: params.share * params.total == params.net * params.share',
    ],
    [
      'with a constant left over beside what rounds',
      code(['{round(params.total / 3) + 5}'], ['{round(params.total / 3)}']),
      'debits minus credits come to 5, whatever the parameters are',
    ],
  ])('%s is refused, because it is proven', (_, changes, because) => {
    expect(explanation(changes)).toBe(because);
  });

  test('that rounds two halves is refused with parameters that show it', () => {
    const split = code(['{params.total}'], ['{round(params.total / 2, 2)}', '{round(params.total / 2, 2)}']);
    expect(explanation(split)).toMatch(
      /^with total = \d+(\.\d+)?, .* the entries do not balance in the layer settled: the debits are \S+ and the credits \S+$/,
    );
    expect(explanation(split)).toBe(explanation(split));
  });

  test('must balance in every layer', () => {
    const layered = (debit: string | null, credit: string | null): Partial<NewTransactionCode> => ({
      paramsSchema: schema,
      entriesTemplate: {
        entries: [
          entry('debit', '{params.total}', { layer: debit }),
          entry('credit', '{params.total}', { layer: credit }),
        ],
      },
    });
    expect(explanation(layered('pending', 'pending'))).toBeUndefined();
    expect(explanation(layered('settled', 'pending'))).toBe(
      'in the layer settled debits minus credits come to params.total, which is not zero for all parameters; if callers must see to it, say so in a validation rule: params.total == 0',
    );
    // It balances for requests in the pending layer; for others the expansion will say no.
    expect(explanation(layered(null, 'pending'))).toBeUndefined();
  });
});
