/** The books of each ledger in memory, which all of ledgering's in-memory stores share. Every write to them can be undone. */
import type { Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import { keep, KeptMap, type Room } from '../../../kernel/memory/kept';
import type { Minor } from '../../../kernel/money';
import { token } from '../../../kernel/token';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { About, PostingAttempt } from '../application/ports';
import type { StringOperation } from '../domain/string-operation';
import type { Acceptance, KeyUse } from '../domain/judging';
import type { Account, AccountId, AccountName } from '../domain/account';
import { settledOn, stretchOfDay, type Course } from '../domain/course';
import type { Amendment } from '../domain/amendment';
import type { AccountSet, AccountSetId, AccountSetMember } from '../domain/account-set';
import type { LedgerHead } from '../domain/chain';
import type { EventSubject, LoggedEvent } from '../domain/event';
import type { HoldEnd } from '../domain/hold';
import type { HoldState, MovedEnd } from '../domain/transaction';
import type { Journal } from '../domain/journal';
import type { Ledger } from '../domain/ledger';
import type { PeriodLock, PeriodLockId } from '../domain/period-lock';
import type { PostingFailure } from '../domain/refusals';
import type { JournalId, TransactionId, TransactionStatus } from '../domain/transaction';
import type { UndoneAmounts } from '../domain/undoing';

export interface KeptTransaction {
  readonly acceptance: Acceptance;
  readonly status: TransactionStatus;
  readonly sequence: bigint | null;
  readonly failure: PostingFailure | null;
  /**
   * The position of each entry; null if the positions are the order of the entries. An entry of a reversal has the position of the entry that it
   * undoes.
   */
  readonly positions: readonly number[] | null;
  /**
   * The undone amount of each entry. `undoneBy` lists all transactions that undid a part, and `reversals` only the reversals, both in
   * order.
   */
  readonly undone: readonly bigint[];
  readonly undoneBy: readonly TransactionId[];
  readonly reversals: readonly TransactionId[];
  /** The undone amount of the transaction by kind: reversed, settled, excess, released, extended. */
  readonly undoneAmounts: UndoneAmounts;
  readonly isExpired: boolean;
  /** The present expiry of a hold, if an extension changed it; otherwise null. */
  readonly movedEnd: Pick<MovedEnd, 'after'> | null;
  /** The effective date of the latest extension that raised the hold; null if none did. */
  readonly extendedOn: Day | null;
  readonly voidReason: string | null;
  readonly postedAt: Date | null;
  readonly updatedAt: Date;
}

export interface KeptTotals {
  readonly debits: bigint;
  readonly credits: bigint;
  readonly entryCount: number;
  /** The amounts that open holds would debit and credit. Only the totals of the settled layer have them. */
  readonly heldDebits?: bigint;
  readonly heldCredits?: bigint;
}

/** A membership without the member's code and name, which are read from the account or set itself. */
export type KeptMember = Omit<AccountSetMember, 'code' | 'name'>;

/** The progress of indexing older transactions by an attribute key. `round` counts how often the indexing began. */
export interface Backfill {
  readonly round: number;
  readonly position: string;
  readonly isDone: boolean;
}

export interface LedgerBooks {
  readonly ledger: Ledger;
  /** The head, as the only value of the map, under the key `head`. */
  readonly head: KeptMap<'head', LedgerHead>;
  readonly accounts: KeptMap<AccountId, Account>;
  /** The deleted accounts, in their last state. */
  readonly deleted: KeptMap<AccountId, Account>;
  readonly sets: KeptMap<AccountSetId, AccountSet>;
  /** The memberships. The map's key consists of the id of the set and the id of the member. */
  readonly members: KeptMap<string, KeptMember>;
  readonly journals: KeptMap<JournalId, Journal>;
  readonly locks: KeptMap<PeriodLockId, PeriodLock>;
  readonly keys: KeptMap<string, Pick<KeyUse, 'operation' | 'fingerprint' | 'madeId'>>;
  readonly transactions: KeptMap<TransactionId, KeptTransaction>;
  /** The last amendment of each transaction whose texts were amended. */
  readonly amended: KeptMap<TransactionId, Amendment>;
  /** The posting attempts that have been begun but not withdrawn. The map's key consists of the transaction and the process. */
  readonly attempts: KeptMap<string, PostingAttempt>;
  readonly operations: KeptMap<string, StringOperation>;
  /** The backfill of each attribute key. */
  readonly backfills: KeptMap<string, Backfill>;
  /** The totals by account and layer, and by account, layer and day. `placeOf` returns the map's keys. */
  readonly totals: KeptMap<string, KeptTotals>;
  readonly days: KeptMap<string, KeptTotals>;
  readonly log: KeptMap<
    bigint,
    { readonly event: LoggedEvent; readonly subject: EventSubject | undefined; readonly content: string | undefined }
  >;
}

export type BooksByLedger = KeptMap<LedgerId, LedgerBooks>;
export const MEMORY_BOOKS = token<BooksByLedger>('MemoryBooks');

export const newBooks = (ledger: Ledger, head: LedgerHead, journal: Journal, room: Room): LedgerBooks => {
  const kept = <K, V>(): KeptMap<K, V> => new KeptMap(room);
  const books: LedgerBooks = {
    ledger,
    head: kept(),
    accounts: kept(),
    deleted: kept(),
    sets: kept(),
    members: kept(),
    journals: kept(),
    locks: kept(),
    keys: kept(),
    transactions: kept(),
    amended: kept(),
    attempts: kept(),
    operations: kept(),
    backfills: kept(),
    totals: kept(),
    days: kept(),
    log: kept(),
  };
  books.head.set('head', head);
  books.journals.set(journal.id, journal);
  return books;
};

export const booksOf = (books: BooksByLedger, ledgerId: LedgerId): LedgerBooks => {
  const found = books.get(ledgerId);
  if (!found) throw new Error(`there is no ledger ${ledgerId}`);
  return found;
};

export const headOf = ({ head }: LedgerBooks): LedgerHead => {
  const found = head.get('head');
  if (!found) throw new Error('the ledger has no head');
  return found;
};

/** Returns the code and the name of an account. A deleted account keeps its last code and name. */
export const nameIn = ({ accounts, deleted }: LedgerBooks, id: AccountId): AccountName => {
  const account = accounts.get(id) ?? deleted.get(id);
  if (!account) throw new Error(`there never was an account ${id}`);
  return { accountCode: account.code, accountName: account.name };
};

/** Returns the latest day that a period lock in force covers; null if there is none. */
export const lockedUntilOf = ({ locks }: LedgerBooks): Day | null =>
  [...locks.values()]
    .flatMap(({ releasedAt, lockedUntil }) => (releasedAt === null ? [lockedUntil] : []))
    .reduce<Day | null>((latest, day) => (latest === null || day > latest ? day : latest), null);

export const placeOf = (accountId: AccountId, layer: Layer, day?: Day): string =>
  [accountId, layer, day ?? ''].join(' ');

export const partsOf = (place: string): { readonly accountId: AccountId; readonly layer: Layer; readonly day: Day } => {
  const [accountId, layer, day] = place.split(' ') as [AccountId, Layer, Day];
  return { accountId, layer, day };
};

const nothing: KeptTotals = { debits: 0n, credits: 0n, entryCount: 0 };

export const settledOf = ({ totals }: LedgerBooks, accountId: AccountId): KeptTotals =>
  totals.get(placeOf(accountId, 'settled')) ?? nothing;

/** Returns the changes in the account's settled balance on each day after `after`, debits less credits, ordered by day. */
export const courseAfter = ({ days }: LedgerBooks, accountId: AccountId, after: Day): Course =>
  [...days]
    .map(([place, { debits, credits }]) => ({ ...partsOf(place), change: debits - credits }))
    .filter(({ accountId: id, layer, day }) => id === accountId && layer === 'settled' && day > after)
    .map(({ day, change }) => stretchOfDay(day, change))
    .sort((one, other) => (one.day < other.day ? -1 : 1));

/** Returns the settled balance at the end of the day, signed by the account's normal balance. */
export const balanceOf = (books: LedgerBooks, { id, normalBalance }: Account, day: Day): Minor => {
  const { debits, credits } = settledOf(books, id);
  const settled = settledOn(debits - credits, courseAfter(books, id, day), day);
  return (normalBalance === 'debit' ? settled : -settled) as Minor;
};

/** Adds a change to a total; the change may be negative. Throws if the total would become negative. */
export const addTo = (tx: Tx, kept: KeptMap<string, KeptTotals>, place: string, change: KeptTotals): void => {
  const before = kept.get(place) ?? nothing;
  const after = {
    debits: before.debits + change.debits,
    credits: before.credits + change.credits,
    entryCount: before.entryCount + change.entryCount,
    heldDebits: (before.heldDebits ?? 0n) + (change.heldDebits ?? 0n),
    heldCredits: (before.heldCredits ?? 0n) + (change.heldCredits ?? 0n),
  };
  if (Object.values(after).some((sum) => sum < 0)) throw new Error(`${place} would fall below zero`);
  keep(tx, kept, place, after);
};

/** Appends events to the log and moves the head. Throws if the first event does not follow the head. */
export const append = (
  tx: Tx,
  books: LedgerBooks,
  events: readonly LoggedEvent[],
  lastTransactionSequence = headOf(books).lastTransactionSequence,
  { contents, subject }: Partial<About> = {},
): void => {
  for (const [index, event] of events.entries()) {
    if (event.sequence !== headOf(books).lastSequence + 1n)
      throw new Error(`the head is not at ${event.sequence - 1n}`);
    keep(tx, books.log, event.sequence, { event, subject, content: contents?.[index] });
    keep(tx, books.head, 'head', { lastSequence: event.sequence, lastHash: event.hash, lastTransactionSequence });
  }
};

/** Returns the state of a hold; null if the transaction is not a hold. */
export const holdStateOf = ({ acceptance: { draft }, ...kept }: KeptTransaction): HoldState | null => {
  if (draft.layer === 'settled' || kept.sequence === null || draft.undoesTransactionId !== null) return null;
  if (kept.isExpired) return 'expired';
  if (kept.status === 'posted' && leftOf({ acceptance: { draft }, ...kept }) > 0n) return 'open';
  return kept.undoneAmounts.settled > 0n ? 'settled' : 'released';
};

/** Returns the remaining amount of a transaction, in debits: total and extensions, less reversals, settlements and releases. */
export const leftOf = ({
  acceptance: { draft },
  undoneAmounts: { reversed, settled, released, extended },
}: Pick<KeptTransaction, 'undoneAmounts'> & { readonly acceptance: Pick<Acceptance, 'draft'> }): Minor =>
  (draft.totalAmount + extended - reversed - settled - released) as Minor;

export const endOf = ({ acceptance: { draft }, movedEnd }: KeptTransaction): HoldEnd => ({
  expiresAt: movedEnd ? movedEnd.after : draft.expiresAt,
  isEndMoved: movedEnd !== null,
});
