/**
 * What the accounts of a page of events came to behind each event: what they had come to before the page, and what was posted and voided
 * since. It costs what the page costs, wherever in the log it is.
 */
import type { Layer, NormalBalance } from '../../../kernel/accounting';
import type { AccountId } from '../domain/account';
import type { Move, SumOfLayer } from './feed-reader';
import type { EntryRow } from './reader';

/** An account and layer behind an event, called as it was called then. */
export interface BalanceAfter extends SumOfLayer {
  readonly accountCode: string;
  readonly normalBalance: NormalBalance;
}

/** Of the accounts and layers of these entries, each once and in their order, behind an event. Asked in the order of events. */
export type SumsAfter = (sequence: bigint, entries: readonly EntryRow[]) => readonly SumOfLayer[];

export const sumsAlong = (opening: readonly SumOfLayer[], moves: readonly Move[]): SumsAfter => {
  const sums = new Map(opening.map((sum) => [placeOf(sum), sum]));
  let next = 0;
  return (sequence, entries) => {
    for (let move = moves[next]; move && move.sequence <= sequence; move = moves[++next]) {
      const sign = move.isVoid ? -1n : 1n;
      for (const { accountId, layer, type, amount } of move.entries) {
        const place = placeOf({ accountId, layer });
        const { debits, credits } = sums.get(place) ?? nothing;
        const change = sign * amount;
        sums.set(
          place,
          type === 'debit'
            ? { accountId: accountId as AccountId, layer, debits: debits + change, credits }
            : { accountId: accountId as AccountId, layer, debits, credits: credits + change },
        );
      }
    }
    const places = new Map(
      entries.map(({ accountId, layer }) => [placeOf({ accountId, layer }), { accountId, layer }]),
    );
    return [...places].map(
      ([place, { accountId, layer }]) => sums.get(place) ?? { accountId: accountId as AccountId, layer, ...nothing },
    );
  };
};

const nothing = { debits: 0n, credits: 0n };

const placeOf = ({ accountId, layer }: { readonly accountId: string; readonly layer: Layer }): string =>
  accountId + layer;
