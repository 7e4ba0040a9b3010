/** Decides whether the table of a card has purchases as positive amounts, so that their signs are reversed. */
import type { Column } from './columns';
import { paymentToCard } from './words';

const payment = /payment|zahlung|betaling/i;

/**
 * Returns `reversed` if the payments to the card are negative and at least half of the other rows are positive, `as written` if the payments are positive
 * or nothing speaks of a card, and `unclear` if the rows contradict each other. A refund has the sign of a payment. `isCard` says whether
 * the table mentions a card; a weaker word then marks a payment, and without payments the sign of most rows decides.
 */
export const directionOfCard = (
  amounts: readonly bigint[],
  others: readonly Column[],
  isCard: boolean,
): 'as written' | 'reversed' | 'unclear' => {
  const rowsWith = (word: RegExp): readonly boolean[] =>
    amounts.map((_, row) => others.some(({ cells }) => word.test(cells[row] ?? '')));
  const surely = rowsWith(paymentToCard);
  const isPayment = surely.includes(true) || !isCard ? surely : rowsWith(payment);
  const rest = amounts.filter((_, row) => !isPayment[row]);
  const bought = 2 * rest.filter((amount) => amount > 0n).length;
  const payments = amounts.filter((_, row) => isPayment[row]);
  if (payments.length === 0) return isCard && bought > rest.length ? 'reversed' : 'as written';
  if (payments.every((amount) => amount > 0n)) return 'as written';
  if (payments.every((amount) => amount < 0n))
    return bought > 0 && bought >= rest.length ? 'reversed' : isCard ? 'as written' : 'unclear';
  return 'unclear';
};
