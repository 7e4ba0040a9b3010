/**
 * Draws the accounting equation as two bars of the same length: assets = liabilities + equity with retained earnings + net income of the
 * fiscal year. A negative part is drawn in the other bar.
 */
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client';
import { useHref } from '../../api/place';
import { isNegative, isZero, negated, shareOf, sumOf } from '../../parts/amount';
import { Day } from '../../parts/labels';
import { Money } from '../../parts/money';

interface Piece {
  readonly name: string;
  readonly kind: 'asset' | 'liability' | 'equity' | 'income';
  /** The amount with its sign, as the report contains it. */
  readonly amount: string;
}

/** Distributes the parts between the two bars. A negative part is in the opposite bar: a loss is in the bar of the assets. */
const sidesOf = (owned: readonly Piece[], owed: readonly Piece[]): readonly (readonly Piece[])[] => {
  const isBelow = ({ amount }: Piece): boolean => isNegative(amount);
  const isAbove = ({ amount }: Piece): boolean => !isNegative(amount) && !isZero(amount);
  return [
    [...owned.filter(isAbove), ...owed.filter(isBelow)],
    [...owed.filter(isAbove), ...owned.filter(isBelow)],
  ];
};

const sizeOf = ({ amount }: Piece): string => (isNegative(amount) ? negated(amount) : amount);

export const BalanceBar = ({ of: sheet }: { readonly of: Schemas['BalanceSheet'] }) => {
  const href = useHref();
  const { totals } = sheet;
  const owned: readonly Piece[] = [{ name: 'Assets', kind: 'asset', amount: totals.assets }];
  const owed: readonly Piece[] = [
    { name: 'Liabilities', kind: 'liability', amount: totals.liabilities },
    { name: 'Equity', kind: 'equity', amount: sumOf([totals.equity, totals.retained_earnings]) },
    { name: 'Net income', kind: 'income', amount: totals.net_income },
  ];
  return (
    <section class="balance" aria-labelledby="balance">
      <div class="row spread">
        <h2 id="balance">
          <Link href={href('reports/balance-sheet')} className="row-link">
            Financial position
          </Link>
        </h2>
        <span class="soft small">
          at the end of <Day of={sheet.as_of_date} />
        </span>
      </div>
      <dl class="equation">
        {[...owned, ...owed].map(({ name, kind, amount }, index) => (
          <div key={kind}>
            <dt>
              <span class={`swatch is-${kind}${isNegative(amount) ? ' is-below' : ''}`} aria-hidden="true" /> {name}
            </dt>
            <dd>
              {index === 0 ? null : (
                <span class="sign" aria-hidden="true">
                  {index === 1 ? '=' : '+'}
                </span>
              )}
              <Money of={amount} isLarge currency={sheet.currency} />
            </dd>
          </div>
        ))}
      </dl>
      <div class="bars" aria-hidden="true">
        {sidesOf(owned, owed).map((pieces, side) => (
          <div key={side} class="bar">
            {pieces.map((piece) => (
              <span
                key={piece.kind}
                class={`is-${piece.kind}${isNegative(piece.amount) ? ' is-below' : ''}`}
                title={piece.name}
                style={{ flexGrow: Math.max(0.002, shareOf(sizeOf(piece), sumOf(pieces.map(sizeOf)))) }}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
};
