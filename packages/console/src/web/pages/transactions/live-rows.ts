/** Updates the list live: new transactions appear above it, and changes appear in their rows. */
import type { Schemas } from '../../api/schemas';

type Transaction = Schemas['Transaction'];

/**
 * The event types that a live list uses. Reversals, releases, settlements and extensions have a posting event of their own; the
 * other types change an existing row.
 */
export const heardTypes = [
  ...['transaction.posted', 'transaction.failed', 'transaction.voided'],
  ...['transaction.reversed', 'transaction.reversed_in_part', 'hold.settled', 'hold.released', 'hold.expired'],
  ...['hold.extended'],
] as const;

/** The transactions of the events, newest first; a transaction with several events is in the state of the latest one. */
export interface Heard {
  readonly fresh: readonly Transaction[];
  readonly changed: ReadonlyMap<string, Transaction>;
}

export const nothingHeard: Heard = { fresh: [], changed: new Map() };

/** Bounds the memory of a page that stays open for hours. */
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

/** The visible rows. `isFound` returns whether the filters match. A row that is in the list stays in it when its transaction changes. */
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
