/** Validation rules: their conditions on parameters, and invalid rules. */
import { compiled, errorsOf, refusedParams, withRule } from './compiling';

const field = 'validation_rules.rules.0.expression';

describe('a validation rule', () => {
  const given = { amount: '10.50', rate: '2' };

  test.each([
    ['params.amount == 10.5'],
    ['params.amount > params.rate and params.rate >= 2'],
    ['params.amount < 5 or params.count == 3'],
    ['params.amount < 5 || params.flag && params.rate != 3'],
    ['not (params.amount < 5)'],
    ['!params.flag or params.flag'],
    ['not params.flag == false'],
    ['params.flag == (params.amount > 1)'],
    ['params.day >= "2026-01-15" and params.day < \'2026-01-16\''],
    ['params.side == "debit" and params.till != "TILL-2"'],
    ['params.owner == "018F0000-0000-7000-8000-000000000001"'],
    ['params.note == null and params.side != null'],
    ['params.quota == null or params.quota <= params.amount'],
    ['params.amount * params.rate - 1 == 20'],
    ['min(params.amount, params.rate) == 2'],
    ['(params.amount > 1) and true'],
  ])('%s holds', (expression) => {
    expect(refusedParams(compiled(withRule(expression)), given)).toEqual({});
  });

  test.each([
    ['params.amount < 5'],
    ['params.side == "credit"'],
    ['params.day < "2026-01-15"'],
    ['params.quota <= 1000'],
    ['params.quota != 1000'],
    ['params.note == params.side'],
    ['params.amount / (params.rate - 2) > 0'],
    ['params.amount > 5 and false'],
    ['params.note != null'],
  ])('%s does not hold', (expression) => {
    expect(refusedParams(compiled(withRule(expression)), given)).toEqual({ rules: ['is against the rule'] });
  });

  test('returns the message of every rule that does not hold', () => {
    const template = compiled({
      validationRules: {
        rules: [
          { expression: 'params.amount > 100', message: 'must be worth it' },
          { expression: 'params.rate > 0', message: 'must cost something' },
          { expression: 'params.rate > 5', message: 'must cost more' },
        ],
      },
    });
    expect(refusedParams(template, given)).toEqual({ rules: ['must be worth it', 'must cost more'] });
  });

  test.each([
    [
      'params.amount',
      'uses params.amount as a condition, but it is decimal: compare it with something (at character 1 of "params.amount")',
    ],
    [
      'params.x > 1',
      'names params.x, which params_schema does not declare; it declares amount, rate, count, day, flag, note, quota, side, owner, till (at character 1 of "params.x > 1")',
    ],
    ['1 < params.amount < 5', 'compares a truth value with a number (at character 1 of "1 < params.amount < 5")'],
    [
      'not params.amount > 5',
      'compares a truth value with a number; not takes the nearest operand, so put a comparison in parentheses (at character 1 of "not params.amount > 5")',
    ],
    [
      'not params.amount',
      'uses params.amount as a condition, but it is decimal: compare it with something; not takes the nearest operand, so put a comparison in parentheses (at character 5 of "not params.amount")',
    ],
    ['params.amount == "10"', 'compares a number with a text (at character 1 of "params.amount == \\"10\\"")'],
    ['params.side > "a"', 'cannot order with > here: use == or != (at character 1 of "params.side > \\"a\\"")'],
    ['params.flag > false', 'cannot order with > here: use == or != (at character 1 of "params.flag > false")'],
    ['params.note > null', 'cannot order with > here: use == or != (at character 1 of "params.note > null")'],
    ['null == 1', 'compares null with something that is not a parameter (at character 9 of "null == 1")'],
    [
      'params.day > "2026-02-29"',
      'compares a day with "2026-02-29": write a day that exists, as "YYYY-MM-DD" (at character 14 of "params.day > \\"2026-02-29\\"")',
    ],
    [
      'params.owner == "me"',
      'compares a UUID with "me", which is not a UUID (at character 17 of "params.owner == \\"me\\"")',
    ],
    [
      'params.amount + 1',
      'has + where a condition is expected: use == != < <= > >= and or not (at character 1 of "params.amount + 1")',
    ],
    ['params.amount = 3', 'cannot be read: Unexpected "=" (at character 15 of "params.amount = 3")'],
    [
      'params.amount > 3 and',
      'ends too early: Expected expression after and (at character 22 of "params.amount > 3 and")',
    ],
    [
      'params.amount > 3 &&',
      'ends too early: Expected expression after && (at character 21 of "params.amount > 3 &&")',
    ],
    ['params.side == "a\\\\b"', 'must not contain "\\\\" (at character 18 of "params.side == \\"a\\\\\\\\b\\"")'],
    ['params.side == `a`', 'must not contain "`" (at character 16 of "params.side == `a`")'],
    ['null', 'has null where a condition is expected (at character 1 of "null")'],
    ['min(1, 2)', 'has a value where a condition is expected (at character 1 of "min(1, 2)")'],
  ])('%s is refused with the reason', (expression, error) => {
    expect(errorsOf(withRule(expression))[field]).toEqual([error]);
  });
});
