/** The rules for templates, and the exact errors of templates that break them. */
import { entry } from '../../support/transaction-codes';
import { amountOf, compiled, errorsOf, expanded, someParams, withAmount } from './compiling';

const declared = 'it declares amount, rate, count, day, flag, note, quota, side, owner, till';
const amountField = 'entries_template.entries.0.amount';

describe('an amount', () => {
  test.each([
    ['12.50', '12.50'],
    ['{12.5}', '12.50'],
    ['{params.amount}', '100.00'],
    ['{ params.amount }', '100.00'],
    ['{params.amount * 2 - 50 / 4}', '187.50'],
    ['{params.amount - 2 * 3 - 4}', '90.00'],
    ['{params.amount / 2 / 5}', '10.00'],
    ['{params.amount / (2 / 5)}', '250.00'],
    ['{-(-params.amount)}', '100.00'],
    ['{- -params.amount}', '100.00'],
    ['{params.amount / 3 * 3}', '100.00'],
    ['{round(params.amount * 0.029 + 0.305, 2)}', '3.20'],
    ['{round(params.amount / 3)}', '33.33'],
    ['{round(params.amount / 3, 0)}', '33.00'],
    ['{round(0.125, 2) + round(0.135, 2)}', '0.26'],
    ['{round(params.amount * 1.49625, 2, half_even)}', '149.62'],
    ['{round(params.amount * 1.49625, 2, half_up)}', '149.63'],
    ['{round(params.amount * 1.49625, 2, half_down)}', '149.62'],
    ['{round(params.amount * 1.49621, 2, up)}', '149.63'],
    ['{round(params.amount * 1.49629, 2, down)}', '149.62'],
    ['{150 + round(-params.amount * 0.00005, 2, floor)}', '149.99'],
    ['{150 + round(-params.amount * 0.00005, 2, ceiling)}', '150.00'],
    ['{150 + round(-params.amount * 0.00005, 2, half_up)}', '149.99'],
    ['{min(params.amount, 7, params.count)}', '3.00'],
    ['{max(1, params.amount / 40)}', '2.50'],
    ['{abs(5 - params.amount)}', '95.00'],
    ['{max(round(params.amount * 0.015, 2), 0.50)}', '1.50'],
  ])('%s evaluates to %s', (amount, units) => {
    expect(amountOf(amount, { amount: '100', rate: '1' })).toBe(units);
  });

  test.each([
    [
      'ten',
      'must be a decimal string such as "10.50", or arithmetic in one pair of braces such as "{params.amount * 0.029}", got "ten"',
    ],
    [
      '1e5',
      'must be a decimal string such as "10.50", or arithmetic in one pair of braces such as "{params.amount * 0.029}", got "1e5"',
    ],
    [
      '{params.amount',
      'must be a decimal string such as "10.50", or arithmetic in one pair of braces such as "{params.amount * 0.029}", got "{params.amount"',
    ],
    ['0.00', 'must be greater than zero, but "0.00" comes to 0'],
    ['-5', 'must be greater than zero, but "-5" comes to -5'],
    ['{5 - 10}', 'must be greater than zero, but "{5 - 10}" comes to -5'],
    ['10.555', 'comes to 10.555, which is finer than the 2 decimals of USD'],
    ['{1 / 8}', 'comes to 0.125, which is finer than the 2 decimals of USD: wrap "{1 / 8}" in round( )'],
    [
      '{1 / 3}',
      'comes to 0.33333333333333333333…, which is finer than the 2 decimals of USD: wrap "{1 / 3}" in round( )',
    ],
    ['9'.repeat(37), "needs more than 38 digits in the ledger's smallest unit"],
    ['{}', 'has nothing to compute (at character 2 of "{}")'],
    [
      '{params.amuont}',
      `names params.amuont, which params_schema does not declare; ${declared} (at character 2 of "{params.amuont}")`,
    ],
    [
      '{2 * params.quota}',
      'names params.quota, which may be left out: declare it required, or give it a default (at character 6 of "{2 * params.quota}")',
    ],
    [
      '{2 * params.side}',
      'computes with params.side, which is string, not integer or decimal (at character 6 of "{2 * params.side}")',
    ],
    [
      '{amount}',
      'names "amount", which means nothing here: parameters are written params.<name> (at character 2 of "{amount}")',
    ],
    [
      '{1 + sin(2)}',
      'calls sin, which is not a function: use round, min, max or abs (at character 6 of "{1 + sin(2)}")',
    ],
    ['{1 + 2 ** 3}', 'cannot be read: Unexpected "*" (at character 9 of "{1 + 2 ** 3}")'],
    ['{7 % 4}', 'must not contain "%" (at character 4 of "{7 % 4}")'],
    ['{+7}', 'cannot use + before a number (at character 2 of "{+7}")'],
    ['{true}', 'has something other than a number where a number is expected (at character 2 of "{true}")'],
    ['{1 2}', 'has two expressions where one is expected (at character 4 of "{1 2}")'],
    ['{(1, 2)}', 'has two expressions where one is expected (at character 6 of "{(1, 2)}")'],
    ['{1,}', 'has a comma outside the operands of a function, or lacks one (at character 3 of "{1,}")'],
    ['{min(1 2)}', 'has a comma outside the operands of a function, or lacks one (at character 8 of "{min(1 2)}")'],
    ['{min(1)}', 'gives min 1 operands: it takes 2 or more (at character 2 of "{min(1)}")'],
    ['{abs(1, 2)}', 'gives abs 2 operands: it takes 1 (at character 2 of "{abs(1, 2)}")'],
    [
      '{round()}',
      'gives round 0 operands: it takes a number and, optionally, the decimals and the mode (at character 2 of "{round()}")',
    ],
    ['{round(1, 19)}', 'must round to a written number of decimals from 0 to 18 (at character 11 of "{round(1, 19)}")'],
    [
      '{round(1, 2, half_upp)}',
      'must round by one of the modes half_even, half_up, half_down, up, down, floor, ceiling, not "half_upp" (at character 14 of "{round(1, 2, half_upp)}")',
    ],
    [
      '{round(1, 2, params.count)}',
      'must round by one of the modes half_even, half_up, half_down, up, down, floor, ceiling (at character 14 of "{round(1, 2, params.count)}")',
    ],
    [
      '{round(1, 2, up, 3)}',
      'gives round 4 operands: it takes a number and, optionally, the decimals and the mode (at character 2 of "{round(1, 2, up, 3)}")',
    ],
    [
      '{min(1, 2, up)}',
      'names "up", which means nothing here: parameters are written params.<name> (at character 12 of "{min(1, 2, up)}")',
    ],
    [
      '{round(1, params.count)}',
      'must round to a written number of decimals from 0 to 18 (at character 11 of "{round(1, params.count)}")',
    ],
    ['{10 / (5 - 5)}', 'divides by zero (at character 7 of "{10 / (5 - 5)}")'],
    ['{1 +}', 'ends too early: Expected expression after + (at character 5 of "{1 +}")'],
    ['{(1}', 'ends too early: Unclosed ( (at character 4 of "{(1}")'],
    [
      '{.5}',
      'has the number ".5": write at most 38 digits, with digits on both sides of a decimal point (at character 2 of "{.5}")',
    ],
    [
      '{1e5}',
      'has the number "1e5": write at most 38 digits, with digits on both sides of a decimal point (at character 2 of "{1e5}")',
    ],
    [
      '{params.amount} + 1}',
      'must have one pair of braces around the whole, and none inside (at character 15 of "{params.amount} + 1}")',
    ],
  ])('%s is refused with the reason', (amount, error) => {
    expect(errorsOf(withAmount(amount))[amountField]).toEqual([error]);
  });

  test('may have as many decimals as the ledger', () => {
    const bitcoin = { currency: 'BTC', storageDecimals: 8, displayDecimals: 2 };
    expect(errorsOf(withAmount('0.00000001'), bitcoin)).toEqual({});
    expect(
      errorsOf(withAmount('1.5'), { currency: 'JPY', storageDecimals: 0, displayDecimals: 0 })[amountField],
    ).toEqual(['comes to 1.5, which is finer than the 0 decimals of JPY']);
  });

  test('is evaluated exactly, never as a float', () => {
    const wide = { currency: 'ETH', storageDecimals: 18, displayDecimals: 2 };
    const template = compiled(withAmount('{params.amount * 0.100000000000000001}'), wide);
    expect(expanded(template, { amount: '12345678901234567', rate: '1' }).entries[0]?.amount).toBe(
      1234567890123456712345678901234567n,
    );
  });
});

describe('the other members of an entry', () => {
  const params = { amount: '1', rate: '2.50' };
  const first = (more: Parameters<typeof entry>[2], given: object = params) =>
    expanded(compiled(withAmount('{params.amount}', more)), { ...params, ...given }).entries[0];

  test.each([
    ['CASH', { kind: 'code', code: 'CASH' }],
    ['018F0000-0000-7000-8000-000000000002', { kind: 'id', id: '018f0000-0000-7000-8000-000000000002' }],
    ['{params.till}', { kind: 'code', code: 'TILL-1' }],
    ['{params.owner}', { kind: 'id', id: '018f0000-0000-7000-8000-000000000001' }],
    ['CUST:{params.count}.{params.rate}', { kind: 'code', code: 'CUST:3.2.50' }],
  ])('the account %s is %j', (account, selector) => {
    expect(first({ account })?.account).toEqual(selector);
  });

  test('an account code that looks like an id stays a code if its parameter says so', () => {
    const till = '018f0000-0000-7000-8000-000000000009';
    expect(first({ account: '{params.till}' }, { till })?.account).toEqual({ kind: 'code', code: till });
  });

  test('the side and the layer may come from parameters', () => {
    expect(first({ type: '{params.side}' })?.type).toBe('debit');
    const template = compiled({
      ...withAmount('1', { layer: 'PENDING' }),
      entriesTemplate: {
        entries: [entry('debit', '1', { layer: 'Pending' }), entry('credit', '1', { layer: '{params.side}' })],
      },
    });
    expect(expanded(template, { ...params, side: 'pending' }, 'settled').entries.map(({ layer }) => layer)).toEqual([
      'pending',
      'pending',
    ]);
  });

  test('the layer of the request applies if the template names none', () => {
    const { entries } = expanded(compiled(withAmount('1')), params, 'encumbrance');
    expect(entries.map(({ layer }) => layer)).toEqual(['encumbrance', 'encumbrance']);
  });

  test('texts are filled in, and absent parameters are empty', () => {
    expect(
      first({ description: 'Note {params.note} at {params.rate} on {params.day}, {params.flag}' })?.description,
    ).toBe('Note  at 2.50 on 2026-01-15, true');
    expect(first({ description: '{params.note}' })?.description).toBeNull();
    expect(first({})?.description).toBeNull();
  });

  test('metadata keeps its shape, and only its texts are filled in', () => {
    const metadata = {
      count: 3,
      tags: ['{params.till}', '{params.note}', null],
      deep: { note: '{params.note}', brace: 'a { b' },
    };
    expect(first({ metadata })?.metadata).toEqual({ count: 3, tags: ['TILL-1', null, null], deep: { brace: 'a { b' } });
  });

  test.each<[Parameters<typeof entry>[2], string, string]>([
    [
      { account: 'A B' },
      'account',
      'must be the code of an account (1 to 36 letters, digits and . _ : -) or its id, got "A B"',
    ],
    [
      { account: 'X{params.note}' },
      'account',
      'names params.note, which may be left out: declare it required, or give it a default (at character 3 of "X{params.note}")',
    ],
    [
      { account: '{param.till}' },
      'account',
      'has braces that hold no placeholder: write {params.<name>} (at character 1 of "{param.till}")',
    ],
    [{ type: 'Debit' }, 'type', 'must be one of debit, credit, or a placeholder, got "Debit"'],
    [{ layer: 'future' }, 'layer', 'must be one of settled, pending, encumbrance, or a placeholder, got "future"'],
    [
      { description: 'For {params.x}' },
      'description',
      `names params.x, which params_schema does not declare; ${declared} (at character 6 of "For {params.x}")`,
    ],
    [
      { description: 'a } b' },
      'description',
      'has braces that hold no placeholder: write {params.<name>} (at character 3 of "a } b")',
    ],
    [
      { metadata: { a: [{ b: '{params.x}' }] } },
      'metadata.a.0.b',
      `names params.x, which params_schema does not declare; ${declared} (at character 2 of "{params.x}")`,
    ],
  ])('%j is refused with the reason', (more, member, error) => {
    expect(errorsOf(withAmount('1', more))).toEqual({ [`entries_template.entries.0.${member}`]: [error] });
  });
});

describe('a template as a whole', () => {
  test('reports all its errors at once', () => {
    const errors = errorsOf({
      entriesTemplate: { entries: [entry('debit', '{params.x}', { account: '?' }), entry('up', '1')] },
      attributesTemplate: { Region: '{params.till}', order: 7 },
      validationRules: { rules: [{ expression: 'params.amount', message: 'is wrong' }] },
      metadata: { note: '{params.y}' },
    });
    expect(Object.keys(errors)).toEqual([
      'entries_template.entries.0.account',
      'entries_template.entries.0.amount',
      'entries_template.entries.1.type',
      'attributes_template.Region',
      'attributes_template.order',
      'validation_rules.rules.0.expression',
      'metadata.note',
    ]);
  });

  test('fills in attributes and metadata, and leaves out absent parameters', () => {
    const template = compiled({
      ...withAmount('1'),
      attributesTemplate: { till: 'T {params.till}', note: '{params.note}' },
      metadata: { owner: '{params.owner}', kept: true },
    });
    expect(expanded(template, { amount: '1', rate: '1' })).toMatchObject({
      attributes: { till: 'T TILL-1' },
      metadata: { owner: someParams.owner.default, kept: true },
    });
  });

  test.each([
    [
      'characters in its expressions',
      { entries: Array.from({ length: 20 }, () => entry('debit', `{${'1 + '.repeat(70)}1}`)) },
      'must have at most 5000 characters in all its amounts and rules together',
    ],
    [
      'placeholders',
      { entries: [entry('debit', '1', { description: '{params.side}'.repeat(501) }), entry('credit', '1')] },
      'must have at most 500 placeholders in all its texts together',
    ],
  ])('may not have too many %s', (_, entriesTemplate, error) => {
    expect(errorsOf({ entriesTemplate })).toEqual({ entries_template: [error] });
  });
});
