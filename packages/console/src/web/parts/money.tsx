/** Shows an amount in the currency of the page's ledger or in a different currency. */
import { useContext } from 'preact/hooks';
import { PlaceContext } from '../api/place';
import { formatAmount, isZero } from './amount';

export interface MoneyProps {
  /** The amount as an exact decimal string; null if there is none. */
  readonly of: string | null | undefined;
  /** The currency to show after the amount; true for the ledger's currency. Left out if the column's title contains the currency. */
  readonly currency?: string | true;
  /** The decimals, if they differ from those of the page's ledger. */
  readonly decimals?: number;
  /** Whether the amount is shown large, as the main figure of a page. */
  readonly isLarge?: boolean;
}

export const Money = ({ of: amount, currency, decimals, isLarge = false }: MoneyProps) => {
  const ledger = useContext(PlaceContext)?.ledger;
  if (amount === null || amount === undefined) return <span class="soft">–</span>;
  const unit = currency === true ? ledger?.currency : currency;
  const classes = ['money', ...(isZero(amount) ? ['is-zero'] : []), ...(isLarge ? ['is-large'] : [])];
  return (
    <span class={classes.join(' ')}>
      {formatAmount(amount, decimals ?? ledger?.display_decimals ?? 0)}
      {unit === undefined ? null : <span class="unit">{unit}</span>}
    </span>
  );
};
