/** Whether a template with repeated entries can balance: it is refused only if no parameters and lists make it balance. */
import fc from 'fast-check';
import { refused } from '../../../src/kernel/refusal';
import type { JsonObject, NewTransactionCode } from '../../../src/modules/catalog';
import { judgeBalance } from '../../../src/modules/catalog/domain/balance';
import type { EntryTemplate } from '../../../src/modules/catalog/domain/transaction-code';
import { entry } from '../../support/transaction-codes';
import { expand } from '../../../src/modules/catalog/domain/expansion';
import { compiled } from './compiling';
import { rounds } from '../../support/random';

const decimal = { type: 'decimal', min: '0.01' };
const list = (more: JsonObject = {}): JsonObject => ({ type: 'list', items: { x: decimal }, ...more });
const paramsSchema = {
  total: decimal,
  net: decimal,
  side: { type: 'string', enum: ['debit', 'credit'], default: 'debit' },
  layer: { type: 'string', enum: ['settled', 'pending'], default: 'settled' },
  some: list(),
  more: list(),
  any: list({ min_items: 0 }),
  three: list({ min_items: 3, max_items: 3 }),
};

const code = (...entries: readonly EntryTemplate[]): Partial<NewTransactionCode> => ({
  paramsSchema,
  entriesTemplate: { entries },
});
const repeated = (name: string, side: string, amount: string, layer: string | null = null): EntryTemplate =>
  entry(side, amount, { repeat: `params.${name}`, layer });
const rest = (side: string, layer: string | null = null): EntryTemplate => entry(side, '{remainder}', { layer });
const [debit, credit] = [entry('debit', '{params.total}'), entry('credit', '{params.total}')];
const settled = [debit, entry('credit', '{params.net}')].map((one) => ({ ...one, layer: 'settled' }));

const explanation = (changes: Partial<NewTransactionCode>): string | undefined => {
  const verdict = judgeBalance(compiled(changes));
  return refused(verdict) ? verdict.left.explanation : undefined;
};

describe('a template with repeated entries', () => {
  test.each<[string, Partial<NewTransactionCode>]>([
    ['against one amount', code(debit, repeated('some', 'credit', '{item.x}'))],
    ['against a number', code(entry('debit', '10'), repeated('some', 'credit', '2.5'))],
    ['on both sides', code(repeated('some', 'debit', '{item.x}'), repeated('some', 'credit', '{item.x}'))],
    ['over two lists', code(repeated('some', 'debit', '{item.x}'), repeated('more', 'credit', '{item.x + 1}'))],
    ['that may be absent in their layer', code(...settled, repeated('any', 'debit', '1', 'pending'))],
    ['with an equal fixed sum', code(entry('debit', '7.5'), repeated('three', 'credit', '2.5'))],
    ['that compute with a parameter', code(debit, repeated('three', 'credit', '{params.total / 3}'))],
    ['and a remainder', code(debit, repeated('some', 'credit', '{item.x}'), rest('credit'))],
  ])('%s is accepted', (_, changes) => {
    expect(explanation(changes)).toBeUndefined();
  });

  test.each<[string, Partial<NewTransactionCode>, string]>([
    ['on one side', code(debit, repeated('some', 'debit', '{item.x}')), 'all its entries are debits'],
    [
      'on one side, even if they may be absent',
      code(debit, repeated('any', 'debit', '1')),
      'all its entries are debits',
    ],
    [
      'on one side of a layer',
      code(...settled, repeated('some', 'debit', '1', 'pending'), repeated('any', 'debit', '1', 'pending')),
      'in the layer pending all its entries are debits',
    ],
    [
      'that are equal on both sides, with an extra number',
      code(
        repeated('some', 'debit', '{item.x * params.net + 1}'),
        entry('debit', '5'),
        repeated('some', 'credit', '{1 + item.x * params.net / 2}'),
        repeated('some', 'credit', '{item.x * params.net / 2}'),
      ),
      'the debits are 5 more than the credits, whatever the parameters are',
    ],
    [
      'with another fixed sum',
      code(entry('debit', '7'), repeated('three', 'credit', '2.5')),
      'the credits are 0.5 more than the debits, whatever the parameters are',
    ],
  ])('%s is refused', (_, changes, because) => {
    expect(explanation(changes)).toBe(because);
  });
});

describe('a template with a remainder', () => {
  test.each<[string, Partial<NewTransactionCode>]>([
    ['against one amount', code(debit, rest('credit'))],
    ['and a part on its side', code(debit, entry('credit', '{params.net}'), rest('credit'))],
    ['that is a number', code(debit, credit, entry('debit', '1'), rest('credit'))],
    ['on a side from a parameter', code(debit, rest('{params.side}'))],
    ['in a layer from a parameter', code(debit, rest('credit', '{params.layer}'))],
    ['in a layer of its own', code(...settled, rest('debit', 'pending'), entry('credit', '1', { layer: 'pending' }))],
    [
      'against entries that may be absent',
      code(...settled, rest('debit', 'pending'), repeated('any', 'credit', '1', 'pending')),
    ],
  ])('%s is accepted', (_, changes) => {
    expect(explanation(changes)).toBeUndefined();
  });

  test.each<[string, Partial<NewTransactionCode>, string]>([
    ['on the side of all others', code(credit, rest('credit')), 'all its entries are credits'],
    [
      'alone in its layer',
      code(...settled, rest('debit', 'pending')),
      'in the layer pending all its entries are debits',
    ],
    [
      'on the side of all others of its layer',
      code(...settled, entry('debit', '1', { layer: 'pending' }), rest('debit', 'pending')),
      'in the layer pending all its entries are debits',
    ],
    [
      'that is always zero',
      code(debit, credit, rest('credit')),
      'the remainder always comes to 0, and must be greater than zero',
    ],
    [
      'that is always below zero',
      code(debit, credit, entry('debit', '1.5'), rest('debit')),
      'the remainder always comes to -1.5, and must be greater than zero',
    ],
    [
      'that is always zero after repeated entries',
      code(repeated('some', 'debit', '{item.x}'), repeated('some', 'credit', '{item.x}'), rest('credit')),
      'the remainder always comes to 0, and must be greater than zero',
    ],
  ])('%s is refused', (_, changes, because) => {
    expect(explanation(changes)).toBe(because);
  });
});

describe('a refused template', () => {
  const amount = (name: string): fc.Arbitrary<string> =>
    fc.constantFrom(name, `${name} + 1`, `${name} * 2`, `round(${name} / 3) + 0.01`, '0.5', '2', 'params.net');
  const side = fc.constantFrom('debit', 'credit');
  const layer = fc.constantFrom(null, null, 'settled', 'pending');
  const once = fc
    .tuple(side, amount('params.total'), layer)
    .map(([type, text, name]) => entry(type, `{${text}}`, { layer: name }));
  const oftener = fc
    .tuple(fc.constantFrom('some', 'any', 'three'), side, amount('item.x'), layer)
    .map(([name, type, text, of]) => repeated(name, type, `{${text}}`, of));
  const template = fc.tuple(
    fc.array(fc.oneof(once, oftener), { minLength: 1, maxLength: 4 }),
    fc.option(fc.tuple(side, layer), { nil: undefined }),
  );
  const cents = fc.integer({ min: 1, max: 300 }).map((units) => (units / 100).toFixed(2));
  const items = (minLength: number, maxLength: number) => fc.array(fc.record({ x: cents }), { minLength, maxLength });
  const given = fc.record({
    total: cents,
    net: cents,
    some: items(1, 3),
    more: items(1, 1),
    any: items(0, 2),
    three: items(3, 3),
  });

  test('balances for no parameters and no lists', () => {
    const seen = { refused: 0, taken: 0, balancing: 0 };
    fc.assert(
      fc.property(template, fc.array(given, { minLength: 3, maxLength: 3 }), ([entries, remainder], all) => {
        const definition = code(
          ...entries,
          ...(remainder ? [rest(...remainder)] : []),
          ...(entries.length < 2 ? [debit] : []),
        );
        const made = compiled(definition);
        const isRefused = refused(judgeBalance(made));
        seen[isRefused ? 'refused' : 'taken'] += 1;
        for (const params of all)
          for (const layerOfRequest of ['settled', 'pending'] as const) {
            const balances = !refused(expand(made, params, layerOfRequest));
            if (balances) seen.balancing += 1;
            expect(isRefused && balances).toBe(false);
          }
      }),
      { numRuns: rounds(1_000) },
    );
    // Each of the three outcomes must have occurred often enough.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(rounds(50));
  });
});
