/** Expansions, compared with an independent evaluation: random templates, random parameters, fractions of bigints. */
import fc from 'fast-check';
import { refused } from '../../../src/kernel/refusal';
import type { ExpandedEntry } from '../../../src/modules/catalog';
import { judgeBalance } from '../../../src/modules/catalog/domain/balance';
import type { CompiledTemplate } from '../../../src/modules/catalog/domain/template';
import { entry } from '../../support/transaction-codes';
import { expand } from '../../../src/modules/catalog/domain/expansion';
import { compiled } from './compiling';
import { add, divide, isLess, multiply, negate, rationalOf, ratio, roundTo, unitsIn, type Rational } from './rationals';
import { rounds } from '../../support/random';

type Tree =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'negative'; readonly operand: Tree }
  | { readonly kind: 'operation'; readonly operator: '+' | '-' | '*' | '/'; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'round'; readonly operand: Tree; readonly decimals: number }
  | { readonly kind: 'min' | 'max' | 'abs'; readonly operands: readonly Tree[] };

const names = ['amount', 'fee', 'rate', 'count'];
const paramsSchema = {
  ...Object.fromEntries(names.map((name) => [name, { type: 'decimal' }])),
  count: { type: 'integer' },
};

const decimalText = (max: number, decimals: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: decimals }), fc.nat())
    .map(([whole, length, rest]) =>
      length === 0 ? String(whole) : `${whole}.${String(rest).padStart(length, '7').slice(-length)}`,
    );

const { tree: randomTree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...names).map((name): Tree => ({ kind: 'parameter', name })),
    decimalText(1_000, 4).map((text): Tree => ({ kind: 'number', text })),
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/'), tie('tree'), tie('tree'))
      .map(([operator, left, right]): Tree => ({ kind: 'operation', operator, left, right }) as Tree),
    tie('tree').map((operand): Tree => ({ kind: 'negative', operand })),
    fc
      .tuple(tie('tree'), fc.integer({ min: 0, max: 6 }))
      .map(([operand, decimals]): Tree => ({ kind: 'round', operand, decimals })),
    fc
      .tuple(fc.constantFrom('min', 'max'), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
      .map(([kind, operands]): Tree => ({ kind, operands }) as Tree),
    tie('tree').map((operand): Tree => ({ kind: 'abs', operands: [operand] })),
  ),
}));

const strengths = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;

/** Prints the tree with only the parentheses that precedence requires. */
const printed = (tree: Tree, least = 0): string => {
  switch (tree.kind) {
    case 'number':
      return tree.text;
    case 'parameter':
      return `params.${tree.name}`;
    case 'negative':
      return `-${printed(tree.operand, 3)}`;
    case 'operation': {
      const strength = strengths[tree.operator];
      const text = `${printed(tree.left, strength)} ${tree.operator} ${printed(tree.right, strength + 1)}`;
      return strength < least ? `(${text})` : text;
    }
    case 'round':
      return `round(${printed(tree.operand)}, ${tree.decimals})`;
    case 'min':
    case 'max':
    case 'abs':
      return `${tree.kind}(${tree.operands.map((operand) => printed(operand)).join(', ')})`;
  }
};

/** Undefined for a division by zero. */
const evaluated = (tree: Tree, params: Readonly<Record<string, string>>): Rational | undefined => {
  switch (tree.kind) {
    case 'number':
      return rationalOf(tree.text);
    case 'parameter':
      return rationalOf(params[tree.name] ?? '');
    case 'negative': {
      const operand = evaluated(tree.operand, params);
      return operand && negate(operand);
    }
    case 'operation': {
      const [left, right] = [evaluated(tree.left, params), evaluated(tree.right, params)];
      if (!left || !right) return undefined;
      if (tree.operator === '+') return add(left, right);
      if (tree.operator === '-') return add(left, negate(right));
      if (tree.operator === '*') return multiply(left, right);
      return right.top === 0n ? undefined : divide(left, right);
    }
    case 'round': {
      const operand = evaluated(tree.operand, params);
      return operand && roundTo(operand, tree.decimals);
    }
    case 'abs':
    case 'min':
    case 'max': {
      const operands = tree.operands.map((operand) => evaluated(operand, params));
      if (!operands.every((operand) => operand !== undefined)) return undefined;
      if (tree.kind === 'abs') return operands.map((operand) => (operand.top < 0n ? negate(operand) : operand))[0];
      return operands.reduce((best, operand) => (isLess(operand, best) === (tree.kind === 'min') ? operand : best));
    }
  }
};

const randomParams = fc.record({
  amount: decimalText(1_000_000, 2),
  fee: decimalText(100, 4),
  rate: decimalText(3, 6),
  count: fc.integer({ min: -100, max: 100 }).map(String),
});

const unitsOf = (entries: readonly ExpandedEntry[]): readonly bigint[] => entries.map(({ amount }) => amount);

describe('an expansion', () => {
  test('posts the amounts of an independent evaluation, and balances', () => {
    let posted = 0;
    const postsWhatItShould = fc.property(
      fc.array(randomTree, { minLength: 1, maxLength: 3 }),
      randomParams,
      (trees, params) => {
        // Every part is a separate amount on one side; the other side adds them up in one expression.
        const parts = trees.map((operand): Tree => ({ kind: 'round', operand, decimals: 2 }));
        const whole = parts.reduce((left, right): Tree => ({ kind: 'operation', operator: '+', left, right }));
        fc.pre(printed(whole).length <= 500);
        const values = parts.map((part) => evaluated(part, params));
        const expected = values.map((value) => value && unitsIn(value, 2));
        // A constant part that divides by zero, or that is not positive, is refused when the template is created, so every part here has a
        // parameter.
        fc.pre(parts.every((part) => printed(part).includes('params.')));
        const template = compiled({
          paramsSchema,
          entriesTemplate: {
            entries: [
              ...parts.map((part) => entry('debit', `{${printed(part)}}`)),
              entry('credit', `{${printed(whole)}}`),
            ],
          },
        });
        expect(refused(judgeBalance(template))).toBe(false);
        const outcome = expand(template, params, 'settled');
        if (expected.every((units) => units !== undefined && units > 0n)) {
          const sum = expected.reduce((total, units) => (total ?? 0n) + (units ?? 0n), 0n);
          if (refused(outcome)) {
            expect(JSON.stringify(outcome.left)).toMatch(/needs more than (80|38) digits/);
            return;
          }
          expect(unitsOf(outcome.right.entries)).toEqual([...expected, sum]);
          posted += 1;
        } else expect(refused(outcome)).toBe(true);
      },
    );
    // Draws again if too few of the drawn templates could be posted.
    const least = rounds(500);
    for (let draws = 0; posted <= least && draws < 10; draws++)
      fc.assert(postsWhatItShould, { numRuns: rounds(3_000) });
    expect(posted).toBeGreaterThan(least);
  });

  test('refuses amounts that the ledger cannot represent, and takes all others exactly', () => {
    fc.assert(
      fc.property(randomTree, randomParams, (tree, params) => {
        fc.pre(printed(tree).includes('params.') && printed(tree).length <= 500);
        const value = evaluated(tree, params);
        const units = value && value.top > 0n ? unitsIn(value, 2) : undefined;
        const amount = `{${printed(tree)}}`;
        const template = compiled({
          paramsSchema,
          entriesTemplate: { entries: [entry('debit', amount), entry('credit', amount)] },
        });
        const outcome = expand(template, params, 'settled');
        if (!refused(outcome)) expect(unitsOf(outcome.right.entries)).toEqual([units, units]);
        else if (units !== undefined) expect(JSON.stringify(outcome.left)).toMatch(/needs more than (80|38) digits/);
      }),
      { numRuns: rounds(3_000) },
    );
  });

  test('is never possible with a template whose sides always differ by a cent', () => {
    const paired = (debit: string, credit: string): CompiledTemplate =>
      compiled({
        paramsSchema,
        entriesTemplate: { entries: [entry('debit', `{${debit}}`), entry('credit', `{${credit}}`)] },
      });
    fc.assert(
      fc.property(randomTree, randomParams, fc.constantFrom('+', '-'), (tree, params, operator) => {
        const part = printed({ kind: 'round', operand: tree, decimals: 2 });
        fc.pre(part.includes('params.') && part.length <= 400);
        // A template that can never be posted need not be detected.
        fc.pre(!refused(expand(paired(part, part), params, 'settled')));
        expect(refused(judgeBalance(paired(part, `${part} ${operator} 0.01`)))).toBe(true);
      }),
      { numRuns: rounds(1_000) },
    );
  });

  test('is compared with a reference that rounds half to even', () => {
    expect(roundTo(ratio(-25n, 1000n), 2)).toEqual(ratio(-2n, 100n));
    expect(roundTo(ratio(35n, 1000n), 2)).toEqual(ratio(4n, 100n));
  });
});
