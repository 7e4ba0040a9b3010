/** Reads the journal of a ledger, in memory. */
import type { LedgerId } from '../../../kernel/ids';
import { ok, type Outcome } from '../../../kernel/refusal';
import type {
  Journal,
  JournalQuestion,
  JournalReader,
  JournalTransaction,
  UndoneAs,
} from '../application/journal-reader';
import { readMove } from '../domain/extension';
import type { TooManyAccounts } from '../domain/refusals';
import type { Draft } from '../domain/transaction';
import { headOf, type KeptTransaction, type LedgerBooks } from './ledger-books';
import { byText, MemoryReader } from './reading';

const pageRows = 100;

export class MemoryJournalReader extends MemoryReader implements JournalReader {
  journal(ledgerId: LedgerId, question: JournalQuestion): Promise<Outcome<TooManyAccounts, Journal> | undefined> {
    return this.inLedger(ledgerId, (books) => {
      const { lastSequence, lastHash, lastTransactionSequence } = headOf(books);
      let told = 0n;
      return ok<Journal>({
        place: {
          sequence: lastSequence,
          hash: lastHash.toString('hex'),
          knownAt: books.log.get(lastSequence)?.event.occurredAt ?? null,
        },
        accounts: [...books.accounts.values()].sort((one, other) => byText(one.code, other.code)),
        describe: (accounts) =>
          this.inLedger(ledgerId, (later) => accounts.flatMap(({ id }) => later.accounts.get(id) ?? [])),
        next: () =>
          this.inLedger(ledgerId, (later) => {
            const page = [...later.transactions.values()]
              .filter(isTold(later, question, lastSequence, lastTransactionSequence))
              .map((kept) => toldOf(later, kept, lastSequence))
              .filter(({ sequence }) => sequence > told)
              .sort((one, other) => Number(one.sequence - other.sequence))
              .slice(0, pageRows);
            told = page.at(-1)?.sequence ?? told;
            return page;
          }),
      });
    });
  }
}

const isTold =
  (books: LedgerBooks, { from, to }: JournalQuestion, place: bigint, last: bigint) =>
  ({ sequence, status, acceptance: { draft } }: KeptTransaction): boolean =>
    sequence !== null &&
    sequence <= last &&
    (from === undefined || draft.effectiveDate >= from) &&
    (to === undefined || draft.effectiveDate <= to) &&
    !(status === 'void' && wasVoidedBy(books, draft.id, place));

const wasVoidedBy = ({ log }: LedgerBooks, id: string, place: bigint): boolean =>
  [...log.values()].some(
    ({ event }) => event.type === 'transaction_voided' && event.transactionId === id && event.sequence <= place,
  );

const toldOf = (books: LedgerBooks, kept: KeptTransaction, place: bigint): JournalTransaction => {
  const { draft } = kept.acceptance;
  const { undoesTransactionId: transactionId, correlationType } = draft;
  return {
    id: draft.id,
    sequence: kept.sequence ?? 0n,
    effectiveDate: draft.effectiveDate,
    postedAt: kept.postedAt ?? draft.acceptedAt,
    journalCode: books.journals.get(draft.journalId)?.code ?? '',
    layer: draft.layer,
    description: draft.description,
    reference: draft.reference,
    correlationId: draft.correlationId,
    correlationType,
    correlationSourceId: draft.correlationSourceId,
    attributes: draft.attributes,
    metadata: draft.metadata,
    expiresAt: draft.totalAmount > undoneBy(books, draft.id, place) ? endBy(books, draft, place) : null,
    undoes: transactionId && { transactionId, as: correlationType as UndoneAs },
    settlesTransactionId: draft.settlesTransactionId,
    entries: draft.entries,
  };
};

/** Returns the expiry that a hold had at the sequence `place`: the expiry after its last change up to that sequence. */
const endBy = ({ log }: LedgerBooks, { id, expiresAt }: Draft, place: bigint): Date | null => {
  const moves = [...log.values()].flatMap(({ event: { type, transactionId, sequence, reason } }) =>
    type === 'hold_extended' && transactionId === id && sequence <= place ? (readMove(reason) ?? []) : [],
  );
  const last = moves.at(-1);
  return last ? last.after : expiresAt;
};

/** Returns the amount of a transaction that was undone up to the sequence `place`, less the amounts that extensions added. */
const undoneBy = ({ log, transactions }: LedgerBooks, id: string, place: bigint): bigint => {
  let undone = 0n;
  for (const { event } of log.values()) {
    if (event.type !== 'transaction_posted' || event.sequence > place || event.transactionId === null) continue;
    const draft = transactions.get(event.transactionId)?.acceptance.draft;
    if (draft?.undoesTransactionId === id)
      undone += draft.correlationType === 'extension' ? -draft.totalAmount : draft.totalAmount;
  }
  return undone;
};
