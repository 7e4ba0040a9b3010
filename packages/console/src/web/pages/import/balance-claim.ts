/** The balances in a file that the preview compared, in words. The preview never compares a balance of the ledger. */
import { partOf, type Json } from './map';

export interface BalanceClaim {
  readonly claim: string;
  /** The balances that were compared, and those that were not. */
  readonly compared: string;
}

interface ReadCounts {
  readonly transactions: number;
  readonly left_out: number;
}

const claim = 'no difference from the balances in the file';

/**
 * Returns the claim for a preview that was not stopped; undefined if nothing can have been compared. The preview does not say whether each
 * statement has both balances in the ledger's currency, so the claim is only that no difference was found.
 */
export const balanceClaim = (map: Json, format: string, counts: ReadCounts): BalanceClaim | undefined => {
  const rows = counts.transactions + counts.left_out;
  if ((format === 'camt053' || format === 'mt940') && rows > 0)
    return {
      claim,
      compared:
        'In each statement that has an opening and a closing balance in the currency of this ledger, the booked rows add up to their difference. Other statements, and the balances of this ledger, were not compared.',
    };
  // The first balance of an account has no earlier balance with which it could be compared.
  if (format === 'csv' && partOf(map, 'csv')['balance'] !== undefined && rows > 1)
    return {
      claim,
      compared:
        'Each balance was compared with the balance before it and the amounts between the two. The first balance of each account, a balance after a row that cannot be read, and the balances of this ledger were not compared.',
    };
  return undefined;
};
