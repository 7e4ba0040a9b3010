/** The acts that a transaction allows in its present state. */
import type { Schemas } from '../../api/schemas';
import { difference, isZero } from '../../parts/amount';
import type { Extent, TypedParts } from './undo-parts';

type Transaction = Schemas['Transaction'];

export type ActName = 'reverse' | 'void' | 'settle' | 'release' | 'extend';

/** The values of an act's form; empty ones are left out of the request. */
export interface ActFields {
  readonly reason: string;
  readonly date: string;
  readonly extent: Extent;
  /** The amount to take, if the extent is an amount; for an extension, the new amount of the hold. */
  readonly amount: string;
  /** The amounts of single entries, if the extent is entries. */
  readonly parts: TypedParts;
  readonly reference: string;
  /** The new expiry of the hold in the browser's time zone; empty for never. */
  readonly expires: string;
  readonly isFinal: boolean;
  /** Whether more may be settled than is held. */
  readonly allowsExcess: boolean;
}

export interface Act {
  readonly name: ActName;
  readonly title: string;
  /** One sentence about the effect. */
  readonly says: string;
  /** The beginning of the sentence that reports the act afterwards. */
  readonly done: string;
  readonly takes: readonly ('reason' | 'date' | 'part' | 'rise' | 'final' | 'excess' | 'reference')[];
  readonly needsReason: boolean;
  /** The amount that is left; undefined if the act always takes the whole transaction. */
  readonly left: string | undefined;
}

/** The possible acts, in the order in which they are offered. */
export const offersOn = ({
  status,
  hold,
  total_amount: total,
  reversed_amount: reversed,
  reverses_transaction_id: reverses,
  releases_transaction_id: releases,
  extends_transaction_id: extended,
}: Transaction): readonly Act[] => {
  // A reversal, release or extension cannot be undone itself: the person posts the original again, or releases the hold.
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
        ...{ needsReason: false, left: hold.remaining_amount },
        says: 'The held amount is settled. The rest is released, unless you will settle more later.',
      },
      {
        ...{ name: 'release', title: 'Release', done: 'Released', takes: ['part', 'date', 'reason'] },
        ...{ needsReason: false, left: hold.remaining_amount },
        says: 'The held amount is released, and nothing is settled.',
      },
      {
        ...{ name: 'extend', title: 'Extend', done: 'Extended', takes: ['rise', 'date'] },
        ...{ needsReason: false, left: hold.amount },
        says: 'The hold is raised to an amount, its expiry is changed, or both. Its id stays the same.',
      },
      // A hold that was settled in part can be voided only after its settlement was undone.
      ...(isTouched ? [] : [voided]),
    ];
  }
  // A closed hold was closed by other transactions, which can be undone themselves.
  if (status !== 'posted' || hold !== null) return [];
  const left = difference(total, reversed);
  return [
    {
      ...{ name: 'reverse', title: 'Reverse', done: 'Reversed', takes: ['part', 'date', 'reason', 'reference'] },
      ...{ needsReason: true, left },
      says: 'A transaction with the sides exchanged takes it back, on the day you say. Both stay in the books.',
    },
    ...(isZero(reversed) ? [voided] : []),
  ];
};

const voided: Act = {
  ...{ name: 'void', title: 'Void', done: 'Voided', takes: ['reason'], needsReason: false, left: undefined },
  says: 'It counts as if it had never been posted, on every day. It stays in the log with its reason.',
};
