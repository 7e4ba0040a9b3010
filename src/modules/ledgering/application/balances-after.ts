/**
 * Computes the balances of accounts after each event of a page, up to the day of the event's transaction. It starts from the balances
 * before the page, and adds each posting and void since then. The cost depends only on the page, not on its position in the log.
 */
import type { Layer } from '../../../kernel/accounting';
import type { Day } from '../../../kernel/time';
import type { AccountId } from '../domain/account';
import type { SumOfDay } from '../domain/formats/event-json';
import type { Move } from './feed-reader';
import type { TransactionRow } from './reader';

/**
 * Returns the sums of a transaction's accounts and layers after an event. Each account and layer occurs once, in the order of the entries.
 * The caller must call the function in the order of the events.
 */
export type SumsAfter = (
  sequence: bigint,
  transaction: Pick<TransactionRow, 'effectiveDate' | 'entries'>,
) => readonly SumOfDay[];

type Sums = Pick<SumOfDay, 'debits' | 'credits'>;

export const sumsAlong = (opening: readonly SumOfDay[], moves: readonly Move[]): SumsAfter => {
  const before = new Map(opening.map((sum) => [placeOf(sum) + sum.day, sum]));
  /** The debits and credits that were posted to each account and layer on each day. */
  const moved = new Map<string, Map<Day, Sums>>();
  let next = 0;
  const sumsOn = (place: string, until: Day): Sums => {
    let { debits, credits }: Sums = before.get(place + until) ?? nothing;
    for (const [day, change] of moved.get(place) ?? []) {
      if (day > until) continue;
      debits += change.debits;
      credits += change.credits;
    }
    return { debits, credits };
  };
  return (sequence, { effectiveDate: day, entries }) => {
    for (let move = moves[next]; move && move.sequence <= sequence; move = moves[++next]) add(moved, move);
    const places = new Map(
      entries.map(({ accountId, layer }) => [placeOf({ accountId, layer }), { accountId, layer }]),
    );
    return [...places].map(([place, { accountId, layer }]) => ({
      ...{ accountId: accountId as AccountId, layer, day },
      ...sumsOn(place, day),
    }));
  };
};

const add = (moved: Map<string, Map<Day, Sums>>, { isVoid, day, entries }: Move): void => {
  const sign = isVoid ? -1n : 1n;
  for (const { accountId, layer, type, amount } of entries) {
    const place = placeOf({ accountId, layer });
    let days = moved.get(place);
    if (!days) moved.set(place, (days = new Map()));
    const { debits, credits } = days.get(day) ?? nothing;
    const change = sign * amount;
    days.set(day, type === 'debit' ? { debits: debits + change, credits } : { debits, credits: credits + change });
  }
};

const nothing: Sums = { debits: 0n, credits: 0n };

const placeOf = ({ accountId, layer }: { readonly accountId: string; readonly layer: Layer }): string =>
  accountId + layer;
