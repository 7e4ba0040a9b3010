/** Reads the ledger's log as a feed, in memory. */
import type { LedgerId } from '../../../kernel/ids';
import {
  eventWeight,
  maxPageBytes,
  transactionWeight,
  type FeedQuestion,
  type FeedReader,
  type Move,
  type ReadEvent,
  type ReadFeed,
  type UndoneByThen,
} from '../application/feed-reader';
import { isOfWords } from '../domain/event';
import { genesisFormats } from '../domain/formats';
import type { TransactionId } from '../domain/transaction';
import { headOf, type LedgerBooks } from './ledger-books';
import { MemoryReader } from './reading';
import { rowIn } from './transaction-reader';

export class MemoryFeedReader extends MemoryReader implements FeedReader {
  read(ledgerId: LedgerId, question: FeedQuestion): Promise<ReadFeed | undefined> {
    return this.inLedger(ledgerId, (books) => {
      const wanted = [...books.log.values()].filter(isWanted(books, question)).slice(0, question.limit);
      const events = firstOf(
        wanted.map((logged) => told(books, ledgerId, logged)),
        Math.min(question.maxBytes ?? maxPageBytes, maxPageBytes),
      );
      const head = headOf(books).lastSequence;
      const last = head > question.after ? head : question.after;
      const isCut = wanted.length === question.limit || events.length < wanted.length;
      const through = isCut ? (events.at(-1)?.sequence ?? last) : last;
      const sums = sumsOf(books, events);
      const hashAt = (sequence: bigint): Buffer | undefined =>
        sequence === 0n ? genesisFormats.hashOf(ledgerId) : books.log.get(sequence)?.event.hash;
      const hashes = { hashAfter: hashAt(question.after), hashThrough: hashAt(through) };
      return { events, head, through, ...hashes, accountTexts: textsOf(books), ...sums };
    });
  }

  async heads(ledgerIds: readonly LedgerId[]): Promise<ReadonlyMap<LedgerId, bigint>> {
    const heads = await Promise.all(
      ledgerIds.map((id) => this.inLedger(id, (books) => [id, headOf(books).lastSequence] as const)),
    );
    return new Map(heads.flatMap((head) => (head ? [head] : [])));
  }
}

/** Returns the first events that together have at most `maxBytes`, at least one event. A transaction counts once for each of its events. */
const firstOf = (events: readonly ReadEvent[], maxBytes: number): readonly ReadEvent[] => {
  let bytes = 0;
  const end = events.findIndex(({ reason, about }, index) => {
    bytes += eventWeight(reason);
    bytes += about.kind === 'transaction' ? transactionWeight(about.row) : Buffer.byteLength(about.text);
    return bytes > maxBytes && index > 0;
  });
  return end < 0 ? events : events.slice(0, end);
};

/** Returns all postings and voids from the beginning of the log to the last of the events. So no opening sums are needed. */
const sumsOf = (books: LedgerBooks, events: readonly ReadEvent[]): Pick<ReadFeed, 'opening' | 'moves'> => {
  const last = events.at(-1)?.sequence ?? 0n;
  const moves = [...books.log.values()].flatMap(({ event: { sequence, type, transactionId } }): readonly Move[] => {
    const isVoid = type === 'transaction_voided';
    const kept = transactionId === null ? undefined : books.transactions.get(transactionId);
    if (!kept || sequence > last || (!isVoid && type !== 'transaction_posted')) return [];
    const { effectiveDate: day, entries } = kept.acceptance.draft;
    return [{ sequence, isVoid, day, entries }];
  });
  return { opening: [], moves };
};

type Logged = LedgerBooks['log'] extends Map<bigint, infer L> ? L : never;

const isWanted =
  ({ transactions }: LedgerBooks, { after, types, transactionId, accountId }: FeedQuestion) =>
  ({ event }: Logged): boolean =>
    event.sequence > after &&
    (types?.has(event.type) ?? true) &&
    (transactionId === undefined || event.transactionId === transactionId) &&
    (accountId === undefined ||
      event.accountId === accountId ||
      (event.transactionId !== null &&
        transactions.get(event.transactionId)?.sequence !== null &&
        transactions
          .get(event.transactionId)
          ?.acceptance.draft.entries.some((entry) => entry.accountId === accountId) === true));

const told = (books: LedgerBooks, ledgerId: LedgerId, { event, content }: Logged): ReadEvent => {
  const isAbout = event.transactionId !== null && !isOfWords(event.type);
  const kept = isAbout ? books.transactions.get(event.transactionId) : undefined;
  const { sequence, type, occurredAt, actor, reason, hash } = event;
  return {
    ...{ sequence, type, occurredAt, actor, reason, hash },
    hashBefore: books.log.get(sequence - 1n)?.event.hash ?? genesisFormats.hashOf(ledgerId),
    about: kept
      ? {
          ...{ kind: 'transaction', row: rowIn(books, kept) },
          undone: undoneBy(books, kept.acceptance.draft.id, sequence),
          move: moveBy(books, kept.acceptance.draft.id, sequence),
        }
      : { kind: 'text', text: content ?? '' },
  };
};

const undoneBy = (books: LedgerBooks, id: TransactionId, sequence: bigint): UndoneByThen => {
  let [reversed, settled, released, extended, added] = [0n, 0n, 0n, 0n, 0n];
  const reversalIds: string[] = [];
  for (const { event } of books.log.values()) {
    if (event.type !== 'transaction_posted' || event.sequence > sequence + 1n || event.transactionId === null) continue;
    const draft = books.transactions.get(event.transactionId)?.acceptance.draft;
    if (draft?.settlesTransactionId === id) settled += draft.totalAmount;
    if (draft?.undoesTransactionId !== id || event.sequence > sequence) continue;
    if (draft.correlationType === 'reversal') {
      reversed += draft.totalAmount;
      reversalIds.push(draft.id);
    } else if (draft.correlationType === 'extension') {
      extended += draft.totalAmount;
      if (event.sequence === sequence - 1n) added = draft.totalAmount;
    } else released += draft.totalAmount;
  }
  return { reversed, settled, released: released - settled, extended, added, reversalIds };
};

const moveBy = ({ log }: LedgerBooks, id: TransactionId, sequence: bigint): string | null =>
  [...log.values()]
    .map(({ event }) => event)
    .findLast(
      (event) =>
        event.type === 'hold_extended' &&
        event.transactionId === id &&
        event.sequence <= sequence &&
        event.reason !== null,
    )?.reason ?? null;

const textsOf = ({ log }: LedgerBooks): ReadFeed['accountTexts'] => {
  const texts = new Map<string, { sequence: bigint; text: string }[]>();
  for (const { event, content } of log.values())
    if (event.accountId !== null && content !== undefined)
      texts.set(event.accountId, [...(texts.get(event.accountId) ?? []), { sequence: event.sequence, text: content }]);
  return texts;
};
