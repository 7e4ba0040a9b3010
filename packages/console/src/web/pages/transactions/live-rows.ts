/** Applies live events to the list: new transactions appear above it, and changed transactions change their rows. */
import type { Schemas } from '../../api/schemas';

type Transaction = Schemas['Transaction'];

/**
 * The event types that the list follows. A reversal, release, settlement or extension is also a new transaction with a `transaction.posted`
 * event. Its own event type changes the row of the original.
 */
export const heardTypes = [
  ...['transaction.posted', 'transaction.failed', 'transaction.voided'],
  ...['transaction.reversed', 'transaction.reversed_in_part', 'hold.settled', 'hold.released', 'hold.expired'],
  ...['hold.extended'],
] as const;

/** The transactions of the received events: new ones, newest first, and changed ones by id, in their latest state. */
export interface Heard {
  readonly fresh: readonly Transaction[];
  readonly changed: ReadonlyMap<string, Transaction>;
}

export const nothingHeard: Heard = { fresh: [], changed: new Map() };

/** The maximum number of new transactions that are kept, so that a page that stays open for hours does not fill the memory. */
const mostHeard = 50;
const mostChanged = 200;

export const hear = ({ fresh, changed }: Heard, type: string, transaction: Transaction): Heard => {
  if (type === 'transaction.posted' || type === 'transaction.failed')
    return { changed, fresh: [transaction, ...fresh.filter(({ id }) => id !== transaction.id)].slice(0, mostHeard) };
  return { fresh, changed: new Map([...changed, [transaction.id, transaction] as const].slice(-mostChanged)) };
};

export interface ShownRows {
  readonly rows: readonly Transaction[];
  /** The ids of transactions that were posted since the page was opened. */
  readonly freshIds: ReadonlySet<string>;
}

/**
 * Returns the visible rows. `isFound` returns whether a new transaction matches the filters. A row of the list stays, even if its changed
 * transaction no longer matches.
 */
export const shownRows = (
  { fresh, changed }: Heard,
  listed: readonly Transaction[],
  isFound: (transaction: Transaction) => boolean,
): ShownRows => {
  const asItIs = (transaction: Transaction): Transaction => changed.get(transaction.id) ?? transaction;
  const above = fresh.map(asItIs).filter(isFound);
  const freshIds = new Set(above.map(({ id }) => id));
  return { rows: [...above, ...listed.filter(({ id }) => !freshIds.has(id)).map(asItIs)], freshIds };
};
