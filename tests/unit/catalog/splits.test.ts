/** Splits, compared with an independent calculation: random totals, shares and ledgers, in whole minor units. */
import fc from 'fast-check';
import { refused } from '../../../src/kernel/refusal';
import { formatAmount, type Denomination } from '../../../src/kernel/money';
import { judgeBalance } from '../../../src/modules/catalog/domain/balance';
import type { CompiledTemplate } from '../../../src/modules/catalog/domain/template';
import { entry } from '../../support/transaction-codes';
import { expand } from '../../../src/modules/catalog/domain/expansion';
import { compiled } from './compiling';
import { multiply, rationalOf, ratio, unitsIn, roundTo } from './rationals';
import { rounds } from '../../support/random';

const ledgerOf = (storageDecimals: number): Denomination => ({ currency: 'XXX', storageDecimals, displayDecimals: 0 });

/** A template that splits a total by shares, by fixed fees, and by the remainder; either side may have the total. */
const splitting = (ledger: Denomination, totalSide: string): CompiledTemplate => {
  const partSide = totalSide === 'debit' ? 'credit' : 'debit';
  return compiled(
    {
      paramsSchema: {
        total: { type: 'decimal' },
        shares: { type: 'list', min_items: 0, items: { of: { type: 'decimal' } } },
        fees: { type: 'list', min_items: 0, items: { amount: { type: 'decimal' } } },
      },
      entriesTemplate: {
        entries: [
          entry(partSide, '{round(params.total * item.of)}', { repeat: 'params.shares' }),
          entry(partSide, '{remainder}'),
          entry(partSide, '{item.amount}', { repeat: 'params.fees' }),
          entry(totalSide, '{params.total}'),
        ],
      },
    },
    ledger,
  );
};

const split = fc.record({
  decimals: fc.integer({ min: 0, max: 18 }),
  side: fc.constantFrom('debit', 'credit'),
  total: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  /** Shares in thousandths. */
  shares: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 10 }),
  fees: fc.array(fc.bigInt({ min: 1n, max: 10n ** 18n }), { maxLength: 5 }),
});

test('the parts add up to the total, and the remainder is the rest', () => {
  const seen = { split: 0, refused: 0 };
  fc.assert(
    fc.property(split, ({ decimals, side, total, shares, fees }) => {
      const ledger = ledgerOf(decimals);
      const shareOf = (thousandths: number): string => (thousandths / 1_000).toFixed(3);
      const parts = shares.map((share) => {
        const exact = multiply(ratio(total, 10n ** BigInt(decimals)), rationalOf(shareOf(share)));
        return unitsIn(roundTo(exact, decimals), decimals) ?? 0n;
      });
      const left = [...parts, ...fees].reduce((rest, part) => rest - part, total);
      const outcome = expand(
        splitting(ledger, side),
        {
          total: formatAmount(total, ledger),
          shares: shares.map((share) => ({ of: shareOf(share) })),
          fees: fees.map((fee) => ({ amount: formatAmount(fee, ledger) })),
        },
        'settled',
      );
      if (left > 0n && parts.every((part) => part > 0n)) {
        seen.split += 1;
        if (refused(outcome)) throw new Error(JSON.stringify(outcome.left));
        expect(outcome.right.entries.map(({ amount }) => amount)).toEqual([...parts, left, ...fees, total]);
      } else {
        seen.refused += 1;
        expect(refused(outcome) && Object.keys(outcome.left)[0]).toMatch(/^entries\.\d+\.amount$/);
      }
    }),
    { numRuns: rounds(1_000) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(rounds(50));
});

test('a split by shares, fees and a remainder can balance', () => {
  expect(refused(judgeBalance(splitting(ledgerOf(2), 'debit')))).toBe(false);
});
