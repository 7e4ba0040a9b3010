/** What can be done with a transaction as it stands. */
import type { Schemas } from '../../api/schemas';
import { difference } from '../../parts/amount';

type Transaction = Schemas['Transaction'];

export type ActName = 'reverse' | 'void' | 'settle' | 'release';

/** What is typed into the form of an act; what is empty is left out. */
export interface ActFields {
  readonly reason: string;
  readonly date: string;
  readonly amount: string;
  readonly isFinal: boolean;
}

export interface Act {
  readonly name: ActName;
  readonly title: string;
  /** One sentence: what comes of it. */
  readonly says: string;
  readonly takes: readonly ('reason' | 'date' | 'amount' | 'final')[];
  /** Undefined where any amount up to the whole is left. */
  readonly left: string | undefined;
}

/** In the order in which they are offered. */
export const offersOn = ({
  status,
  hold,
  total_amount: total,
  reversed_amount: reversed,
}: Transaction): readonly Act[] => {
  if (hold?.state === 'open')
    return [
      {
        ...{ name: 'settle', title: 'Settle', takes: ['amount', 'date', 'final'], left: hold.remaining_amount },
        says: 'What is held becomes settled, and the rest is given back unless more is to be settled later.',
      },
      {
        ...{ name: 'release', title: 'Release', takes: ['amount', 'reason', 'date'], left: hold.remaining_amount },
        says: 'What is held is given back, and nothing is settled.',
      },
      voided,
    ];
  // A hold that is over was ended by others, which can be undone themselves.
  if (status !== 'posted' || hold !== null) return [];
  return [
    {
      ...{ name: 'reverse', title: 'Reverse', takes: ['amount', 'reason', 'date'], left: difference(total, reversed) },
      says: 'A transaction with the sides exchanged takes it back. Both stay in the books.',
    },
    voided,
  ];
};

const voided: Act = {
  ...{ name: 'void', title: 'Void', takes: ['reason'], left: undefined },
  says: 'It counts as if it had never been posted, on every day. It stays in the log with its reason.',
};
