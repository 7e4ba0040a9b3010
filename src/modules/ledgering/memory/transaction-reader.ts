/** Reads transactions, their decisions, and the ledger's log, in memory. */
import type { EntryType } from '../../../kernel/accounting';
import { parseId, type LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import type { Page, Position, Slice } from '../../../kernel/page';
import type {
  ActivityFilter,
  ActivityRow,
  Decision,
  SelectionTotals,
  TransactionFilter,
  TransactionReader,
  TransactionRow,
  TransactionSort,
  ReadScope,
} from '../application/reader';
import type { EventSubject, LoggedEvent } from '../domain/event';
import { failureOf } from '../domain/failure';
import type { TransactionId } from '../domain/transaction';
import { answers, originOf } from '../domain/search-terms';
import { standingOf } from '../domain/hold';
import { endOf, holdStateOf, nameIn, type KeptTransaction, type LedgerBooks } from './ledger-books';
import { byNumber, byText, downwards, inOrder, MemoryReader, pageIn, type Compare } from './reading';

export class MemoryTransactionReader extends MemoryReader implements TransactionReader {
  transaction({ ledgerId }: ReadScope, transactionId: TransactionId): Promise<TransactionRow | undefined> {
    return this.inLedger(ledgerId, (books) => {
      const kept = books.transactions.get(transactionId);
      return kept && presentRowIn(books, kept);
    });
  }

  transactions(
    { ledgerId }: ReadScope,
    filter: TransactionFilter,
    slice: Slice,
    sort: TransactionSort = '-sequence',
  ): Promise<Page<TransactionRow>> {
    const isByDay = sort.endsWith('effective_date');
    const way = sort.startsWith('-') ? downwards : (compare: Compare): Compare => compare;
    return this.inLedger(ledgerId, (books) => {
      const placeOf = ({ acceptance: { draft } }: KeptTransaction): Position =>
        isByDay ? [draft.effectiveDate, draft.id] : [draft.id];
      const page = pageIn(wantedIn(books, filter), slice, placeOf, inOrder(way(byText), way(byText)));
      return { ...page, items: page.items.map((kept) => presentRowIn(books, kept)) };
    });
  }

  transactionTotals({ ledgerId }: ReadScope, filter: TransactionFilter): Promise<SelectionTotals> {
    const { accountId } = filter;
    return this.inLedger(ledgerId, (books) => {
      const wanted = wantedIn(books, filter);
      const entries = wanted.flatMap(({ acceptance: { draft } }) => draft.entries);
      return {
        count: wanted.length,
        ...sidesOf(accountId === undefined ? entries : entries.filter((entry) => entry.accountId === accountId)),
      };
    });
  }

  correlated({ ledgerId }: ReadScope, correlationId: string, slice: Slice): Promise<Page<TransactionRow>> {
    return this.list(ledgerId, isCorrelated(correlationId), slice, inPostingOrder);
  }

  decisions(ledgerId: LedgerId, transactionIds: readonly string[]): Promise<ReadonlyMap<string, Decision>> {
    return this.inLedger(ledgerId, (books) => {
      const decidedAt = decidedIn(books);
      const decisionOf = (id: string): readonly (readonly [string, Decision])[] => {
        const kept = books.transactions.get(id as TransactionId);
        const logSequence = decidedAt.get(id) ?? 0n;
        if (kept?.failure) return [[id, { status: 'failed', failure: failureOf(kept.failure), logSequence }]];
        const status = kept?.status;
        if (status === undefined || status === 'pending' || status === 'failed') return [];
        return [[id, { status, failure: null, logSequence }]];
      };
      return new Map(transactionIds.flatMap(decisionOf));
    });
  }

  activity({ ledgerId }: ReadScope, filter: ActivityFilter, slice: Slice): Promise<Page<ActivityRow>> {
    const { transactionId, accountId, subjectId, type } = filter;
    const isWanted = (row: ActivityRow): boolean =>
      (transactionId === undefined || row.transactionId === transactionId) &&
      (accountId === undefined || row.accountId === accountId) &&
      (subjectId === undefined || subjectsOf(row).includes(subjectId)) &&
      (type === undefined || row.type === type);
    return this.inLedger(ledgerId, ({ log }) => {
      const rows = [...log.values()].map(activityOf).filter(isWanted);
      return pageIn(rows, slice, ({ sequence }) => [sequence.toString()], inOrder(downwards(byNumber)));
    });
  }

  private list(
    ledgerId: LedgerId,
    isWanted: (kept: KeptTransaction, books: LedgerBooks) => boolean,
    slice: Slice,
    orderIn: (books: LedgerBooks) => Compare,
  ): Promise<Page<TransactionRow>> {
    return this.inLedger(ledgerId, (books) => {
      const found = [...books.transactions.values()].filter((kept) => isWanted(kept, books));
      const idOf = ({ acceptance }: KeptTransaction): readonly string[] => [acceptance.draft.id];
      const page = pageIn(found, slice, idOf, inOrder(orderIn(books)));
      return { ...page, items: page.items.map((kept) => presentRowIn(books, kept)) };
    });
  }
}

const wantedIn = (books: LedgerBooks, filter: TransactionFilter): readonly KeptTransaction[] => {
  const isWanted = fits(filter);
  return [...books.transactions.values()].filter((kept) => isWanted(withPresentWords(books, kept)));
};

/** Returns the sum of the debits and the sum of the credits. */
export const sidesOf = (
  entries: readonly { readonly type: EntryType; readonly amount: bigint }[],
): Pick<SelectionTotals, 'debits' | 'credits'> =>
  entries.reduce(
    ({ debits, credits }, { type, amount }) =>
      type === 'debit' ? { debits: debits + amount, credits } : { debits, credits: credits + amount },
    { debits: 0n, credits: 0n },
  );

export const withPresentWords = ({ amended }: LedgerBooks, kept: KeptTransaction): KeptTransaction => {
  const { acceptance } = kept;
  const words = amended.get(acceptance.draft.id)?.after;
  return words ? { ...kept, acceptance: { ...acceptance, draft: { ...acceptance.draft, ...words } } } : kept;
};

/** Returns a transaction with its present texts, which are those of the last amendment. */
export const presentRowIn = (books: LedgerBooks, kept: KeptTransaction): TransactionRow => {
  const { amendedAt = null } = books.amended.get(kept.acceptance.draft.id) ?? {};
  return { ...rowIn(books, withPresentWords(books, kept)), amendedAt };
};

/** Returns a transaction with the texts with which it was posted. */
export const rowIn = (books: LedgerBooks, { acceptance, failure, ...kept }: KeptTransaction): TransactionRow => ({
  ...acceptance.draft,
  status: kept.status,
  sequence: kept.sequence,
  postedAt: kept.postedAt,
  failure: failure && failureOf(failure),
  voidReason: kept.voidReason,
  amendedAt: null,
  reversedAmount: kept.undoneAmounts.reversed as Minor,
  reversalIds: kept.reversals,
  hold: holdOf({ acceptance, failure, ...kept }),
  updatedAt: kept.updatedAt,
  entries: acceptance.draft.entries.map((entry) => ({ ...entry, ...nameIn(books, entry.accountId) })),
});

const holdOf = (kept: KeptTransaction): TransactionRow['hold'] => {
  const state = holdStateOf(kept);
  return state && standingOf(state, kept.acceptance.draft.totalAmount, kept.undoneAmounts, endOf(kept));
};

const fits = ({ attributes = {}, ...filter }: TransactionFilter): ((kept: KeptTransaction) => boolean) => {
  const is = (wanted: string | undefined, value: string | null): boolean => wanted === undefined || wanted === value;
  const { fromDate, toDate, correlationId, accountId } = filter;
  const isOfCorrelation = correlationId === undefined ? () => true : isCorrelated(correlationId);
  return (kept) => {
    const { draft, indexed } = kept.acceptance;
    return (
      is(filter.layer, draft.layer) &&
      is(filter.status, kept.status) &&
      is(filter.journalId, draft.journalId) &&
      is(filter.batchId, draft.batchId) &&
      is(filter.reference, draft.reference) &&
      is(filter.holdState, holdStateOf(kept)) &&
      isBefore(filter.expiresBefore, kept) &&
      (fromDate === undefined || draft.effectiveDate >= fromDate) &&
      (toDate === undefined || draft.effectiveDate <= toDate) &&
      isOfCorrelation(kept) &&
      (accountId === undefined || draft.entries.some((entry) => entry.accountId === accountId)) &&
      Object.entries(attributes).every(([key, value]) => indexed?.[key] === value) &&
      answers(filter, { ...draft, origin: originOf(draft) })
    );
  };
};

const isBefore = (expiresBefore: string | undefined, kept: KeptTransaction): boolean => {
  const { expiresAt } = endOf(kept);
  return (
    expiresBefore === undefined ||
    (holdStateOf(kept) !== null && expiresAt !== null && expiresAt < new Date(expiresBefore))
  );
};

/** Returns a function that tests whether a transaction is in the correlation or is its root. A stored id may be in upper case. */
const isCorrelated = (correlationId: string): ((kept: KeptTransaction) => boolean) => {
  const root = parseId(correlationId);
  const ways = [correlationId, ...(root === undefined ? [] : [root, root.toUpperCase()])];
  return ({ acceptance: { draft } }) =>
    draft.id === root || (draft.correlationId !== null && ways.includes(draft.correlationId));
};

/**
 * Compares two transactions, given their ids. Decided transactions are ordered by the sequence of the deciding event; pending ones come
 * after them, ordered by id. A cursor has only the transaction's id, so the sequence is looked up for each request.
 */
const inPostingOrder = (books: LedgerBooks): Compare => {
  const decided = decidedIn(books);
  return (one, other) => {
    const [place, otherPlace] = [decided.get(one), decided.get(other)];
    if (place !== undefined && otherPlace !== undefined) return Number(place - otherPlace);
    return place === otherPlace ? byText(one, other) : place === undefined ? 1 : -1;
  };
};

/** Returns the sequence of the event that decided each transaction, by transaction id. */
const decidedIn = ({ log }: LedgerBooks): ReadonlyMap<string, bigint> => {
  const decided = new Map<string, bigint>();
  for (const { event } of log.values())
    if (event.transactionId !== null && !decided.has(event.transactionId))
      decided.set(event.transactionId, event.sequence);
  return decided;
};

const subjectsOf = (row: ActivityRow): readonly (string | null)[] => [
  ...[row.transactionId, row.accountId, row.journalId, row.periodLockId, row.accountSetId, row.memberId],
  ...[row.trancodeId, row.stringOperationId],
];

export const activityOf = ({
  event,
  subject,
}: {
  event: LoggedEvent;
  subject: EventSubject | undefined;
}): ActivityRow => ({
  sequence: event.sequence,
  type: event.type,
  transactionId: event.transactionId,
  accountId: event.accountId,
  journalId: null,
  periodLockId: null,
  accountSetId: null,
  memberId: null,
  trancodeId: null,
  stringOperationId: null,
  ...subject,
  reason: event.reason,
  actor: event.actor,
  occurredAt: event.occurredAt,
  hash: event.hash.toString('hex'),
});
