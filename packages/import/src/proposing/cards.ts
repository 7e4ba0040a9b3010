/** Decides whether the table of a card has purchases as positive amounts, so that their signs are reversed. */
import type { Column } from './columns';
import { paymentToCard } from './words';

/** Returns whether rows whose text is a payment to a card are negative, and all other rows are positive. */
export const isRepaid = (amounts: readonly bigint[], others: readonly Column[]): boolean => {
  const isPayment = amounts.map((_, row) => others.some(({ cells }) => paymentToCard.test(cells[row] ?? '')));
  return isPayment.includes(true) && amounts.every((amount, row) => amount < 0n === isPayment[row]);
};

/** Returns whether purchases are positive in the table of a card: payments to the card are negative, or most rows are positive. */
export const isBoughtPositive = (amounts: readonly bigint[], others: readonly Column[]): boolean => {
  const paid = amounts.filter((_, row) =>
    others.some(({ cells }) => /payment|zahlung|betaling/i.test(cells[row] ?? '')),
  );
  return paid.length > 0
    ? paid.every((amount) => amount < 0n)
    : amounts.filter((amount) => amount > 0n).length * 2 > amounts.length;
};
