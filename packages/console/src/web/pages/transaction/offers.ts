/** Determines which acts a transaction allows in its present state. */
import type { Schemas } from '../../api/schemas';
import { difference, isZero } from '../../parts/amount';
import type { Extent, TypedParts } from './undo-parts';

type Transaction = Schemas['Transaction'];

export type ActName = 'reverse' | 'void' | 'settle' | 'release' | 'extend';

/** The values of an act's form. Empty values are left out of the request. */
export interface ActFields {
  readonly reason: string;
  readonly date: string;
  readonly extent: Extent;
  /** The amount to take, if `extent` is 'amount'. For an extension it is the new amount of the hold. */
  readonly amount: string;
  /** The amounts of single entries, if `extent` is 'entries'. */
  readonly parts: TypedParts;
  readonly reference: string;
  /** The new expiry of the hold in the browser's time zone; empty if the hold never expires. */
  readonly expires: string;
  readonly isFinal: boolean;
  /** Whether the settled amount may be higher than the held amount. */
  readonly allowsExcess: boolean;
}

export interface Act {
  readonly name: ActName;
  readonly title: string;
  /** A sentence about the effect of the act. */
  readonly says: string;
  /** The beginning of the message after the act, such as `Settled`. */
  readonly done: string;
  readonly takes: readonly ('reason' | 'date' | 'part' | 'rise' | 'final' | 'excess' | 'reference')[];
  readonly needsReason: boolean;
  /** The remaining amount; undefined if the act always applies to the whole transaction. */
  readonly left: string | undefined;
  /**
   * Whether something of the transaction was undone, settled or extended. The amount of each of its entries is then no longer the amount
   * that remains of it.
   */
  readonly isTouched: boolean;
}

/** Returns the possible acts, in the order of the buttons. */
export const offersOn = ({
  status,
  hold,
  total_amount: total,
  reversed_amount: reversed,
  reverses_transaction_id: reverses,
  releases_transaction_id: releases,
  extends_transaction_id: extended,
}: Transaction): readonly Act[] => {
  // A reversal, a release and an extension cannot be undone. Instead, a person posts the transaction again or releases the hold.
  if (reverses !== null || releases !== null || extended !== null) return [];
  if (hold?.state === 'open') {
    const isTouched = !isZero(difference(hold.amount, hold.remaining_amount)) || !isZero(hold.extended_amount);
    return [
      {
        ...{
          name: 'settle',
          title: 'Settle',
          done: 'Settled',
          takes: ['part', 'date', 'reference', 'excess', 'final'],
        },
        ...{ needsReason: false, left: hold.remaining_amount, isTouched },
        says: 'The held amount is settled. The rest is released, unless you intend to settle more later.',
      },
      {
        ...{ name: 'release', title: 'Release', done: 'Released', takes: ['part', 'date', 'reason'] },
        ...{ needsReason: false, left: hold.remaining_amount, isTouched },
        says: 'The held amount is released, and nothing is settled.',
      },
      {
        ...{ name: 'extend', title: 'Extend', done: 'Extended', takes: ['rise', 'date'] },
        ...{ needsReason: false, left: hold.amount, isTouched },
        says: 'The hold is raised to an amount, its expiry is changed, or both. Its id stays the same.',
      },
      // A hold that was partly settled or extended can be voided only after that has been undone.
      ...(isTouched ? [] : [voided]),
    ];
  }
  // Other transactions closed the hold. A person can undo those transactions.
  if (status !== 'posted' || hold !== null) return [];
  const left = difference(total, reversed);
  return [
    {
      ...{ name: 'reverse', title: 'Reverse', done: 'Reversed', takes: ['part', 'date', 'reason', 'reference'] },
      ...{ needsReason: true, left, isTouched: !isZero(reversed) },
      says: 'A transaction with the sides exchanged takes it back, on the day you say. Both stay in the books.',
    },
    ...(isZero(reversed) ? [voided] : []),
  ];
};

const voided: Act = {
  ...{ name: 'void', title: 'Void', done: 'Voided', takes: ['reason'], needsReason: false },
  ...{ left: undefined, isTouched: false },
  says: 'It counts as if it had never been posted, on every day. It stays in the log with its reason.',
};
