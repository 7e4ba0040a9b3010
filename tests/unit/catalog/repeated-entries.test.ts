/** Entries that repeat over a list: their expansion, their refusals, and the limits on their number. */
import type { JsonObject } from '../../../src/modules/catalog';
import type { EntryTemplate } from '../../../src/modules/catalog/domain/transaction-code';
import { entry } from '../../support/transaction-codes';
import { compiled, errorsOf, expanded, refusedParams } from './compiling';
import { cents, code, eachFee, eachPart, items, paid, paramsSchema, part, rest } from './splitting';

describe('a repeated entry', () => {
  test('is rendered for each item, in order, at its place in the template', () => {
    expect(cents(code(paid, eachPart, rest), { parts: [{ account: 'A', amount: '20' }, ...items('30')] })).toEqual([
      'debit CASH 10000',
      'credit A 2000',
      'credit SELLER 3000',
      'credit PLATFORM 5000',
    ]);
  });

  test('computes with the parameters of the item and with all others', () => {
    const shares = part('{round(item.amount * params.rate + min(item.amount, 1), 2)}');
    expect(cents(code(paid, shares, rest), { parts: items('10.01', '0.50'), rate: '0.3' })).toEqual([
      'debit CASH 10000',
      'credit SELLER 400',
      'credit SELLER 65',
      'credit PLATFORM 9535',
    ]);
  });

  test('fills in its texts, and leaves out values that the item lacks', () => {
    const texts = part('{item.amount}', {
      description: '{item.note} at {params.rate}',
      metadata: { note: '{item.note}', of: ['{item.account}', '{params.total}'], kept: '{items}' },
    });
    const params = { parts: [{ amount: '1', note: 'Boots' }, { amount: '2' }] };
    expect(expanded(compiled(code(paid, texts, rest)), params).entries.slice(1, 3)).toMatchObject([
      { description: 'Boots at 0.5', metadata: { note: 'Boots', of: ['SELLER', '100'], kept: '{items}' } },
      { description: ' at 0.5', metadata: { of: ['SELLER', '100'], kept: '{items}' } },
    ]);
  });

  test('may occur together with others that repeat over the same list or another', () => {
    const costs = entry('debit', '{item.amount * params.rate}', { repeat: 'params.parts', account: 'COSTS' });
    expect(cents(code(eachPart, costs, eachFee, rest, paid), { parts: items('10', '20'), fees: items('1') })).toEqual([
      'credit SELLER 1000',
      'credit SELLER 2000',
      'debit COSTS 500',
      'debit COSTS 1000',
      'credit FEES 100',
      'credit PLATFORM 8400',
      'debit CASH 10000',
    ]);
  });

  test('may take its side and its layer from the item', () => {
    const sided = part('{item.amount}', { type: '{item.note}', layer: '{item.layer}' });
    const item = (amount: string, note: string, layer: string) => ({ amount, note, layer });
    const schema = { ...paramsSchema.parts.items, note: { type: 'string' } };
    const template = {
      ...code(sided, paid, rest),
      paramsSchema: { ...paramsSchema, parts: { ...paramsSchema.parts, items: schema } },
    };
    const parts = [item('3', 'debit', 'settled'), item('2', 'credit', 'settled')];
    expect(cents(template, { parts })).toEqual([
      'debit SELLER 300',
      'credit SELLER 200',
      'debit CASH 10000',
      'credit PLATFORM 10100',
    ]);
    const mixed = [item('3', 'debit', 'pending'), item('3', 'credit', 'pending')];
    expect(Object.keys(refusedParams(compiled(template), { parts: mixed }))).toEqual(['entries']);
  });

  test('is not rendered for an empty list', () => {
    expect(cents(code(paid, eachPart, rest), { parts: [] })).toEqual(['debit CASH 10000', 'credit PLATFORM 10000']);
  });

  test('reads an account that looks like an id as a code if its parameter says so', () => {
    const account = '018f0000-0000-7000-8000-000000000009';
    const [, first] = expanded(compiled(code(paid, eachPart, rest)), { parts: [{ account, amount: '1' }] }).entries;
    expect(first?.account).toEqual({ kind: 'code', code: account });
  });

  const because = 'but only an entry with "repeat" has items';
  const list = 'which is a list: an entry with "repeat" names its items, as item.<name>';
  test.each<[string, EntryTemplate, string, string]>([
    [
      'over a name without params',
      part('1', { repeat: 'parts' }),
      'repeat',
      'must name a list as params.<name>, without braces, got "parts"',
    ],
    [
      'over a placeholder',
      part('1', { repeat: '{params.parts}' }),
      'repeat',
      'must name a list as params.<name>, without braces, got "{params.parts}"',
    ],
    [
      'over a list that is not declared',
      part('1', { repeat: 'params.part' }),
      'repeat',
      'names params.part, which params_schema does not declare; it declares total, rate, side, layer, parts, fees, tips',
    ],
    [
      'over a number',
      part('1', { repeat: 'params.total' }),
      'repeat',
      'names params.total, which is decimal, not list',
    ],
    [
      'over a list that may be left out',
      part('1', { repeat: 'params.tips' }),
      'repeat',
      'names params.tips, which may be left out: declare it required, or give it a default',
    ],
    [
      'with an item that is not declared',
      part('{2 * item.price}'),
      'amount',
      'names item.price, which the items of params.parts do not have; they have account, amount, note, layer (at character 6 of "{2 * item.price}")',
    ],
    [
      'with an item that may be left out',
      part('1', { account: '{item.note}' }),
      'account',
      'names item.note, which may be left out: declare it required, or give it a default (at character 2 of "{item.note}")',
    ],
    [
      'with an item that is not a number',
      part('{item.account}'),
      'amount',
      'computes with item.account, which is account_code, not integer or decimal (at character 2 of "{item.account}")',
    ],
    [
      'with its list as a number',
      part('{params.parts}'),
      'amount',
      `names params.parts, ${list} (at character 2 of "{params.parts}")`,
    ],
    [
      'with its list as a text',
      part('1', { description: '{params.parts}' }),
      'description',
      `names params.parts, ${list} (at character 2 of "{params.parts}")`,
    ],
    [
      'with the item as a whole',
      part('{item}'),
      'amount',
      'names "item", which means nothing here: parameters are written params.<name> (at character 2 of "{item}")',
    ],
    ['with the remainder', part('{remainder}'), 'amount', 'cannot be the remainder, because its entry repeats'],
    [
      'that names an item without repeat',
      entry('credit', '{item.amount}'),
      'amount',
      `names item.amount, ${because} (at character 2 of "{item.amount}")`,
    ],
    [
      'that names an item in a text without repeat',
      entry('credit', '1', { description: 'For {item.note}' }),
      'description',
      `names item.note, ${because} (at character 6 of "For {item.note}")`,
    ],
  ])('%s is refused with the reason', (_, template, member, error) => {
    expect(errorsOf(code(paid, template))).toEqual({ [`entries_template.entries.1.${member}`]: [error] });
  });

  test('has items that rules, attributes and metadata may not name', () => {
    const errors = errorsOf({
      ...code(paid, eachPart),
      validationRules: {
        rules: ['item.amount > 1', 'params.parts == "x"', 'params.parts != null'].map((expression) => ({
          expression,
          message: 'no',
        })),
      },
      attributesTemplate: { note: '{item.note}', parts: '{params.parts}' },
      metadata: { kept: '{item.note}', parts: '{params.parts}' },
    });
    expect(errors).toEqual({
      'validation_rules.rules.0.expression': [`names item.amount, ${because} (at character 1 of "item.amount > 1")`],
      'validation_rules.rules.1.expression': [
        `names params.parts, ${list} (at character 1 of "params.parts == \\"x\\"")`,
      ],
      'validation_rules.rules.2.expression': [`names params.parts, ${list} (at character 1 of "params.parts != null")`],
      'attributes_template.note': [`names item.note, ${because} (at character 2 of "{item.note}")`],
      'attributes_template.parts': [`names params.parts, ${list} (at character 2 of "{params.parts}")`],
      'metadata.parts': [`names params.parts, ${list} (at character 2 of "{params.parts}")`],
    });
  });

  test('reports an error under the index of the rendered entry, and names its item', () => {
    const template = compiled(code(paid, part('{item.amount - 1}'), rest));
    expect(refusedParams(template, { parts: items('2', '1', '1.001') })).toEqual({
      'entries.2.amount': ['must be greater than zero, but "{item.amount - 1}" comes to 0, for params.parts[1]'],
      'entries.3.amount': [
        'comes to 0.001, which is finer than the 2 decimals of USD: wrap "{item.amount - 1}" in round( ), for params.parts[2]',
      ],
    });
  });

  test.each<[string, readonly EntryTemplate[], JsonObject, string]>([
    ['no entries', [eachPart, eachFee, entry('debit', '{item.amount}', { repeat: 'params.fees' })], { parts: [] }, '0'],
    ['one entry', [paid, eachPart], { parts: [] }, '1'],
    [
      'too many entries',
      [paid, eachPart, eachFee],
      { parts: items(...Array<string>(50).fill('1')), fees: items(...Array<string>(50).fill('1')) },
      '101',
    ],
  ])('is refused in a transaction of %s', (_, entries, params, count) => {
    expect(refusedParams(compiled(code(...entries)), params)).toEqual({
      entries: [`number ${count}, but a transaction has 2 to 100`],
    });
  });

  test('may fill a transaction up to its last entry', () => {
    const amounts = Array.from({ length: 99 }, () => '1');
    expect(expanded(compiled(code(paid, eachPart)), { total: '99', parts: items(...amounts) }).entries).toHaveLength(
      100,
    );
  });
});

describe('a template with repeated entries', () => {
  const long = (length: number): string => `{item.amount${' + 1'.repeat(Math.ceil((length - 13) / 4))}}`;
  const manyNotes = (count: number): Partial<EntryTemplate> => ({ description: '{item.note}'.repeat(count) });
  const big = (bytes: number): Partial<EntryTemplate> => ({ metadata: { text: 'x'.repeat(bytes) } });
  const error = (max: string, weight: string): RegExp =>
    new RegExp(
      `^must have at most ${max} in all entries of a transaction, but has ${weight} when the lists are longest: lower max_items$`,
    );
  const shorter = (max_items: number): JsonObject => ({ ...paramsSchema, parts: { ...paramsSchema.parts, max_items } });

  test.each<[string, EntryTemplate, RegExp]>([
    ['characters', part(long(113)), error('10000 characters in amounts', '\\d{5}')],
    ['placeholders', part('1', manyNotes(10)), error('1000 placeholders', '1090')],
    ['bytes', part('1', big(1_300)), error('131072 bytes of JSON', '\\d{6}')],
  ])('may not have too many %s, unless its lists are short', (_, template, expected) => {
    expect(errorsOf(code(paid, template))).toEqual({ entries_template: [expect.stringMatching(expected)] });
    expect(errorsOf({ ...code(paid, template), paramsSchema: shorter(50) })).toEqual({});
  });

  const fee = (amount: string): EntryTemplate => ({ ...eachFee, amount });
  test.each<[string, readonly EntryTemplate[]]>([
    ['two over one list', [paid, part(long(97)), part(long(97))]],
    ['two over two lists', [paid, part(long(97)), fee(long(97))]],
    [
      'one together with many single entries',
      [...Array.from({ length: 60 }, () => entry('debit', '1')), part(long(200))],
    ],
  ])('counts repeated entries up to the maximum of a transaction: %s', (_, entries) => {
    expect(errorsOf(code(...entries))).toEqual({});
  });

  test('counts the longest entries first', () => {
    const { entries_template: errors } = errorsOf(code(paid, part(long(30)), part(long(110)), fee(long(109))));
    expect(errors).toEqual([expect.stringMatching(error('10000 characters in amounts', '10805'))]);
  });

  test('may not need more entries than a transaction may have', () => {
    const parts = { ...paramsSchema.parts, min_items: 50, default: null };
    const template = { ...code(paid, eachPart, part('1')), paramsSchema: { ...paramsSchema, parts } };
    expect(errorsOf(template)).toEqual({
      'entries_template.entries': [
        'number 101 even with the shortest lists that min_items allows, but a transaction has at most 100',
      ],
    });
  });

  test('keeps the braces in the metadata of entries that do not repeat', () => {
    const metadata = { text: '{item.amount} and {remainder}' };
    expect(expanded(compiled(code({ ...paid, metadata }, rest)), { parts: [] }).entries[0]?.metadata).toEqual(metadata);
  });
});
