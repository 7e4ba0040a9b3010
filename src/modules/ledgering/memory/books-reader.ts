/** Reads the books in memory for `ledger verify`, and compares a ledger's balances with the sums of its transactions. */
import type { LedgerId } from '../../../kernel/ids';
import type { LoggedThings } from '../../../kernel/ledger-log';
import type { Tx } from '../../../kernel/unit-of-work';
import {
  maxNamedBreaches,
  type BooksReader,
  type BooksSnapshot,
  type Breach,
  type CheckResult,
  type LoggedKind,
  type RecordedDraft,
} from '../application/books-reader';
import type { EventSubject } from '../domain/event';
import { stringOperationFormats } from '../domain/formats';
import type { Draft, TransactionId } from '../domain/transaction';
import {
  booksOf,
  headOf,
  placeOf,
  type BooksByLedger,
  type KeptTotals,
  type KeptTransaction,
  type LedgerBooks,
} from './ledger-books';
import { byText, MemoryReader } from './reading';
import type { MemoryUnitOfWork } from '../../../kernel/memory/unit-of-work';

export class MemoryBooksReader extends MemoryReader implements BooksReader {
  constructor(
    books: BooksByLedger,
    unitOfWork: MemoryUnitOfWork,
    private readonly codes: Pick<LoggedThings, 'kept'>,
  ) {
    super(books, unitOfWork);
  }

  ledgerIds(): Promise<readonly LedgerId[]> {
    return this.inAll((all) => all.map(({ ledger }) => ledger.id).sort(byText));
  }

  read<A>(ledgerId: LedgerId, work: (books: BooksSnapshot) => Promise<A>): Promise<A> {
    return this.unitOfWork.read(() => work(snapshotOf(booksOf(this.books, ledgerId), this.codes)));
  }

  acrossLedgers(ledgerIds: readonly LedgerId[]): Promise<readonly CheckResult[]> {
    return this.inAll((all) => [legsStandTogether(all.filter(({ ledger }) => ledgerIds.includes(ledger.id)))]);
  }

  /** Returns no checks, because only a database has guards (triggers and constraints) to check. */
  async guards(): Promise<readonly CheckResult[]> {
    return [];
  }
}

const snapshotOf = (books: LedgerBooks, codes: Pick<LoggedThings, 'kept'>): BooksSnapshot => {
  const { accounts, journals, locks, transactions } = books;
  const events = [...books.log.values()].map(({ event }) => event).sort((a, b) => Number(a.sequence - b.sequence));
  const kept = [...transactions.values()];
  const posted = kept.filter(({ sequence }) => sequence !== null);
  const lastHashOf = (id: string): Buffer | null =>
    events.filter(({ accountId }) => accountId === id).at(-1)?.contentHash ?? null;
  return {
    size: async () => ({
      transactions: transactions.size,
      entries: posted.reduce((count, { acceptance }) => count + acceptance.draft.entries.length, 0),
      events: events.length,
    }),
    verdicts: async (judged = () => undefined) =>
      [() => sumsAreOfEntries(books), () => sequencesAreDense(books, posted)].map((check) => {
        const verdict = check();
        judged();
        return verdict;
      }),
    head: async () => headOf(books),
    events: (after) => streamed([events.filter(({ sequence }) => sequence > after)]),
    decided: (after) =>
      streamed([
        events
          .filter(
            ({ type, sequence }) =>
              sequence > after && (type === 'transaction_posted' || type === 'transaction_failed'),
          )
          .map(({ transactionId, contentHash }) => recorded(transactions, transactionId, contentHash)),
      ]),
    pending: () =>
      streamed(
        kept
          .filter(({ status }) => status === 'pending')
          .map(({ acceptance: { draft, contentHash } }) => recorded(transactions, draft.id, contentHash)),
      ),
    accounts: () =>
      streamed([...accounts.values()].map((account) => ({ account, contentHash: lastHashOf(account.id) }))),
    journals: () => streamed([...journals.values()]),
    periodLocks: () => streamed([...locks.values()]),
    codes: async function* () {
      yield* await codes.kept(noTx, books.ledger.id, '', Infinity);
    },
    operations: () =>
      streamed(
        [...books.operations.values()].map((operation) => ({
          ...{ id: operation.id, isLogged: true },
          isContent: (hash: Buffer) => stringOperationFormats.isHashOf(hash, operation),
        })),
      ),
    accountSets: () => streamed([...books.sets.values()]),
    lastContents: async (of) =>
      new Map(
        [...books.log.values()].flatMap(({ event: { type, contentHash }, subject = {} }) => {
          const id = subjectOf(of, subject);
          return id === undefined ? [] : [[id, { type, contentHash }] as const];
        }),
      ),
  };
};

/** Returns the id of the record that an event is about, if the record is of the kind `of`; otherwise undefined. */
const subjectOf = (of: LoggedKind, subject: Partial<EventSubject>): string | undefined => {
  if (of === 'trancode') return 'trancodeId' in subject ? subject.trancodeId : undefined;
  if (of === 'string operation') return 'stringOperationId' in subject ? subject.stringOperationId : undefined;
  if (of === 'journal') return 'journalId' in subject ? subject.journalId : undefined;
  if (of === 'period lock') return 'periodLockId' in subject ? subject.periodLockId : undefined;
  return 'accountSetId' in subject && !('memberId' in subject) ? subject.accountSetId : undefined;
};

/** A placeholder for the database transaction, which reads in memory do not need. */
const noTx = {} as Tx;

async function* streamed<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}

const recorded = (
  transactions: LedgerBooks['transactions'],
  id: TransactionId | null,
  contentHash: Buffer,
): RecordedDraft => {
  const { draft, fingerprint = null } = (id === null ? undefined : transactions.get(id)?.acceptance) ?? {};
  return { id: id as TransactionId, draft, fingerprint, entryCount: draft?.entries.length ?? 0, contentHash };
};

const verdictOf = (name: string, promise: string, breaches: readonly Breach[]): CheckResult => ({
  check: { name, promise },
  total: breaches.length,
  named: breaches.slice(0, maxNamedBreaches),
});

const sumsAreOfEntries = ({ transactions, totals, days }: LedgerBooks): CheckResult => {
  const counted = [...transactions.values()].filter(({ status }) => status === 'posted' || status === 'reversed');
  const drafts = counted.map(({ acceptance: { draft } }) => draft);
  const breaches = [
    ...differences(
      totals,
      sumsOf(drafts, ({ accountId, layer }) => placeOf(accountId, layer)),
    ),
    ...differences(
      days,
      sumsOf(drafts, ({ accountId, layer }, { effectiveDate }) => placeOf(accountId, layer, effectiveDate)),
    ),
  ];
  return verdictOf('sums', 'The balances of an account, in total and by day, are the sums of its entries.', breaches);
};

type Sums = ReadonlyMap<string, KeptTotals>;

const nothing: KeptTotals = { debits: 0n, credits: 0n, entryCount: 0 };

const sumsOf = (
  drafts: readonly Draft[],
  placeOfEntry: (entry: Draft['entries'][number], draft: Draft) => string,
): Sums => {
  const sums = new Map<string, KeptTotals>();
  for (const draft of drafts)
    for (const entry of draft.entries) {
      const place = placeOfEntry(entry, draft);
      const { debits, credits, entryCount } = sums.get(place) ?? nothing;
      sums.set(place, {
        debits: entry.type === 'debit' ? debits + entry.amount : debits,
        credits: entry.type === 'credit' ? credits + entry.amount : credits,
        entryCount: entryCount + 1,
      });
    }
  return sums;
};

const differences = (kept: Sums, found: Sums): readonly Breach[] =>
  [...new Set([...kept.keys(), ...found.keys()])].flatMap((where) => {
    const [one, other] = [kept.get(where) ?? nothing, found.get(where) ?? nothing];
    const isSame = one.debits === other.debits && one.credits === other.credits && one.entryCount === other.entryCount;
    return isSame ? [] : [{ where, detail: 'is not the sum of its entries' }];
  });

const sequencesAreDense = (books: LedgerBooks, posted: readonly KeptTransaction[]): CheckResult => {
  const used = new Set(posted.map(({ sequence }) => sequence));
  const { lastTransactionSequence } = headOf(books);
  const isDense = used.size === posted.length && BigInt(used.size) === lastTransactionSequence;
  return verdictOf(
    'sequences',
    'Events are numbered from one to the last number of the head.',
    isDense ? [] : [{ where: 'head', detail: `${used.size} numbers for ${posted.length} transactions` }],
  );
};

const legsStandTogether = (all: readonly LedgerBooks[]): CheckResult => {
  const legs = all.flatMap(({ operations }) =>
    [...operations.values()].flatMap(({ source, target }) => [source, target]),
  );
  const missing = legs.filter(
    ({ ledgerId, transactionId }) =>
      all.find(({ ledger }) => ledger.id === ledgerId)?.transactions.get(transactionId)?.status !== 'posted',
  );
  return verdictOf(
    'legs-stand-together',
    'Both legs of a conversion or transfer are posted, each in its ledger, or there are none.',
    missing.map(({ transactionId }) => ({ where: `transaction ${transactionId}`, detail: 'is not posted' })),
  );
};
