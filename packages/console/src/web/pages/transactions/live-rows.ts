/**
 * Applies live events to the list: new transactions appear above it, and changed transactions change their rows. The list is read again
 * after events. An answer replaces everything that was heard before its request.
 */
import type { Schemas } from '../../api/schemas';

type Transaction = Schemas['Transaction'];

/**
 * The event types that the list follows. A reversal, release, settlement or extension is also a new transaction with a `transaction.posted`
 * event. Its own event type changes the row of the original.
 */
export const heardTypes = [
  ...['transaction.posted', 'transaction.failed', 'transaction.voided', 'transaction.amended'],
  ...['transaction.reversed', 'transaction.reversed_in_part', 'hold.settled', 'hold.released', 'hold.expired'],
  ...['hold.extended'],
] as const;

interface HeardTransaction {
  readonly transaction: Transaction;
  /** The number of events that were heard before this one. */
  readonly at: number;
}

/** The transactions of the received events: new ones, newest first, and changed ones by id, in their latest state. */
export interface Heard {
  readonly fresh: readonly HeardTransaction[];
  readonly changed: ReadonlyMap<string, HeardTransaction>;
  /** The number of events heard so far. */
  readonly count: number;
  /** The value of `count` from which on nothing has been dropped. */
  readonly wholeFrom: number;
}

export const nothingHeard: Heard = { fresh: [], changed: new Map(), count: 0, wholeFrom: 0 };

/**
 * The maximum number of new transactions that are kept, so that a page that stays open for hours does not fill the memory. It is not larger
 * than a page of the list, so the list has every transaction that was dropped before it was read.
 */
const mostHeard = 50;
const mostChanged = 200;

export const hear = (heard: Heard, type: string, transaction: Transaction): Heard => {
  const { fresh, changed, count: at, wholeFrom } = heard;
  const next = { ...heard, count: at + 1 };
  // The event of an amendment has only the texts. The list shows them once it has been read again.
  if (type === 'transaction.amended') return next;
  const latest = { transaction, at };
  if (type === 'transaction.posted' || type === 'transaction.failed') {
    const all = [latest, ...fresh.filter((one) => one.transaction.id !== transaction.id)];
    return { ...next, fresh: all.slice(0, mostHeard), wholeFrom: afterDropped(all[mostHeard], wholeFrom) };
  }
  const all = [...[...changed].filter(([id]) => id !== transaction.id), [transaction.id, latest] as const];
  const dropped = all.length > mostChanged ? all[0]?.[1] : undefined;
  return { ...next, changed: new Map(all.slice(-mostChanged)), wholeFrom: afterDropped(dropped, wholeFrom) };
};

const afterDropped = (dropped: HeardTransaction | undefined, wholeFrom: number): number =>
  dropped === undefined ? wholeFrom : Math.max(wholeFrom, dropped.at + 1);

/** An answer of the list. */
export interface ListedRows {
  readonly rows: readonly Transaction[];
  /** The number of events that were heard before the request was sent. The answer includes them. */
  readonly heardBefore: number;
}

export interface ShownRows {
  readonly rows: readonly Transaction[];
  /** The ids of the shown transactions that were posted since live updates began. */
  readonly freshIds: ReadonlySet<string>;
  /** True if events were dropped that the list does not include yet: transactions are missing, or rows show an earlier state. */
  readonly isIncomplete: boolean;
}

/**
 * Returns the visible rows. `isFound` returns whether a new transaction matches the filters. A row of the list stays until the list is read
 * again, even if its changed transaction no longer matches.
 */
export const shownRows = (
  { fresh, changed, wholeFrom }: Heard,
  { rows: listed, heardBefore }: ListedRows,
  isFound: (transaction: Transaction) => boolean,
): ShownRows => {
  const asItIs = (transaction: Transaction): Transaction => {
    const change = changed.get(transaction.id);
    return change !== undefined && change.at >= heardBefore ? change.transaction : transaction;
  };
  const above = fresh
    .flatMap(({ transaction, at }) => (at >= heardBefore ? [asItIs(transaction)] : []))
    .filter(isFound);
  const aboveIds = new Set(above.map(({ id }) => id));
  const rows = [...above, ...listed.filter(({ id }) => !aboveIds.has(id)).map(asItIs)];
  const heardIds = new Set(fresh.map(({ transaction }) => transaction.id));
  const freshIds = new Set(rows.flatMap(({ id }) => (heardIds.has(id) ? [id] : [])));
  return { rows, freshIds, isIncomplete: wholeFrom > heardBefore };
};
