/**
 * Creates a ledger with a long history faster than posting could. The domain creates the ids, the content hashes and the hash chain, and
 * each statement inserts thousands of rows (see seeded-rows.ts). All constraints stay active, and `ledger verify` finds no fault. Only
 * idempotency keys are missing, and no measured read uses them.
 */
import type { Installation } from '../../../../src/app/installation';
import { newId, type TenantId } from '../../../../src/kernel/ids';
import type { Minor } from '../../../../src/kernel/money';
import { firstSlice, type Position } from '../../../../src/kernel/page';
import { ok } from '../../../../src/kernel/refusal';
import type { Day } from '../../../../src/kernel/time';
import type { Tx, UnitOfWork } from '../../../../src/kernel/unit-of-work';
import {
  LEDGERING_UNIT_OF_WORK,
  POSTING_STORE,
  type PostingStore,
} from '../../../../src/modules/ledgering/application/ports';
import { CHART_READER, type ChartReader } from '../../../../src/modules/ledgering/application/reader';
import { headAfter, type LedgerHead } from '../../../../src/modules/ledgering/domain/chain';
import { chainEvents } from '../../../../src/modules/ledgering/domain/posting';
import { transactionFormats } from '../../../../src/modules/ledgering/domain/formats';
import type { Draft, JournalId } from '../../../../src/modules/ledgering/domain/transaction';
import { daysOfHistory, measuredAccount, occurrencesOf, type HistoryPlan, type Occurrence } from '../history';
import { openBooks, type BenchBooks, type BenchChart } from './books';
import {
  addTotals,
  moveHead,
  writeDays,
  writeTransactions,
  type SeededDay,
  type SeededTransaction,
} from './seeded-rows';
import { openTotals } from './seeded-sums';

export interface SeedPlan extends HistoryPlan {
  /** The code of the ledger. */
  readonly ledger: string;
  /**
   * The transactions and the measured account's entries whose ids and sort keys are remembered, by their numbers, counted from 0. The
   * cursors of the measured pages are computed from these ids and sort keys.
   */
  readonly rememberedTransactions: ReadonlySet<number>;
  readonly rememberedEntries: ReadonlySet<number>;
  /** The chart of accounts; undefined: the same chart as in all other parts. */
  readonly chart?: BenchChart | undefined;
  /**
   * Returns the texts of a transaction by its number, counted from 0. Undefined: all transactions have the same description and no other
   * text.
   */
  readonly wordsOf?: ((number: number) => SeededWords) | undefined;
}

export type SeededWords = Pick<Draft, 'description' | 'reference' | 'metadata'>;

export interface SeededLedger extends BenchBooks {
  readonly transactionIds: ReadonlyMap<number, string>;
  /** Maps the number of a remembered entry of the measured account to its sort key in the list of entries. */
  readonly entryPositions: ReadonlyMap<number, Position>;
  readonly correlationId: string;
  /** The ids of the transactions with this correlation id, in order. */
  readonly correlatedIds: readonly string[];
  /** Returns the day with this number, from 0 to `daysOfHistory` - 1. */
  dayAt(number: number): Day;
}

const transactionsPerWrite = 2_000;
const totalsPerWrite = 20_000;
const measuredCorrelation = 0;
const msPerDay = 86_400_000;

export const seedLedger = async (
  installation: Installation,
  tenantId: TenantId,
  plan: SeedPlan,
): Promise<SeededLedger> => {
  const books = await openBooks(installation, tenantId, plan.ledger, plan.chart);
  const firstDay = Date.now() - daysOfHistory * msPerDay;
  const days = Array.from(
    { length: daysOfHistory },
    (_, day) => new Date(firstDay + day * msPerDay).toISOString().slice(0, 10) as Day,
  );
  const dayAt = (number: number): Day => days[number] as Day;
  const journalId = await defaultJournalOf(installation, books);
  const occurrenceAt = occurrencesOf({ ...plan, accounts: plan.chart?.accounts });
  const totals = openTotals(books);
  const transactionIds = new Map<number, string>();
  const entryPositions = new Map<number, Position>();
  const correlatedIds: string[] = [];
  let entriesOfAccount = 0;
  let transactionSequence = 0n;

  const make = (
    from: number,
    head: LedgerHead,
  ): { readonly seeded: readonly SeededTransaction[]; readonly days: readonly SeededDay[] } => {
    const acceptedAt = new Date();
    const drafts: Draft[] = [];
    const finished: SeededDay[] = [];
    for (let number = from; number < Math.min(plan.transactions, from + transactionsPerWrite); number++) {
      const occurrence = occurrenceAt(number);
      const words = plan.wordsOf?.(number) ?? plainWords;
      const draft = draftOf(occurrence, books, { journalId, day: dayAt(occurrence.day), acceptedAt, words });
      finished.push(...totals.add(occurrence, dayAt(occurrence.day)));
      drafts.push(draft);
      if (plan.rememberedTransactions.has(number)) transactionIds.set(number, draft.id);
      if (occurrence.correlation === measuredCorrelation) correlatedIds.push(draft.id);
      const position = [occurrence.debited, occurrence.credited].indexOf(measuredAccount);
      if (position >= 0 && plan.rememberedEntries.has(entriesOfAccount++))
        entryPositions.set(entriesOfAccount - 1, [
          draft.effectiveDate,
          String(transactionSequence + BigInt(drafts.length)),
          String(position),
        ]);
    }
    const events = chainEvents(head, drafts.map(postedBy));
    const seeded = drafts.map((draft, index) => ({
      draft,
      sequence: transactionSequence + BigInt(index + 1),
      event: events[index] as (typeof events)[number],
    }));
    transactionSequence += BigInt(drafts.length);
    return { seeded, days: finished };
  };

  // The next rows are computed while PostgreSQL writes the previous ones.
  let writing: Promise<unknown> = Promise.resolve();
  let head = await onHead(installation, books, async (_, found) => found);
  for (let from = 0; from < plan.transactions; from += transactionsPerWrite) {
    const before = head;
    const { seeded, days: finished } = make(from, before);
    head = {
      ...headAfter(
        before,
        seeded.map(({ event }) => event),
      ),
      lastTransactionSequence: transactionSequence,
    };
    const after = head;
    await writing;
    writing = onHead(installation, books, async (tx) => {
      await writeTransactions(tx, books.ledgerId, seeded);
      await writeDays(tx, books.ledgerId, finished);
      await moveHead(tx, books.ledgerId, before, after);
    });
    writing.catch(() => undefined);
  }
  await writing;
  await onHead(installation, books, async (tx) => {
    await writeDays(tx, books.ledgerId, totals.lastDay());
  });
  const all = totals.all();
  for (let from = 0; from < all.length; from += totalsPerWrite)
    await onHead(installation, books, (tx) => addTotals(tx, books.ledgerId, all.slice(from, from + totalsPerWrite)));
  return {
    ...books,
    transactionIds,
    entryPositions,
    correlationId: correlationOf(measuredCorrelation),
    correlatedIds,
    dayAt,
  };
};

const onHead = async <A>(
  { container }: Installation,
  { ledgerId }: BenchBooks,
  work: (tx: Tx, head: LedgerHead) => Promise<A>,
): Promise<A> => {
  const posting = container.get<PostingStore>(POSTING_STORE);
  const done = await container
    .get<UnitOfWork>(LEDGERING_UNIT_OF_WORK)
    .run<never, A>({ ledgerIds: [ledgerId] }, async (tx) => {
      const head = await posting.lockHead(tx, ledgerId);
      if (!head) throw new Error(`ledger ${ledgerId} has no head`);
      return ok(await work(tx, head));
    });
  return (done as { readonly right: A }).right;
};

const defaultJournalOf = async ({ container }: Installation, { ledgerId }: BenchBooks): Promise<JournalId> => {
  const { items } = await container.get<ChartReader>(CHART_READER).journals({ ledgerId }, firstSlice(1));
  const [journal] = items;
  if (!journal) throw new Error(`ledger ${ledgerId} has no journal`);
  return journal.id;
};

const correlationOf = (number: number): string => `order-${number}`;

const plainWords: SeededWords = { description: 'Payment for goods', reference: null, metadata: null };

interface DraftFrame {
  readonly journalId: JournalId;
  readonly day: Day;
  readonly acceptedAt: Date;
  readonly words: SeededWords;
}

const draftOf = (
  { debited, credited, cents, correlation }: Occurrence,
  { accountIds, actor }: BenchBooks,
  { journalId, day, acceptedAt, words }: DraftFrame,
): Draft => {
  const amount = BigInt(cents) as Minor;
  const entry = (account: number, type: 'debit' | 'credit'): Draft['entries'][number] => ({
    id: newId<'entry'>(),
    accountId: accountIds[account] as (typeof accountIds)[number],
    layer: 'settled',
    type,
    amount,
    description: null,
    metadata: null,
  });
  return {
    id: newId<'transaction'>(),
    journalId,
    effectiveDate: day,
    layer: 'settled',
    ...words,
    totalAmount: amount,
    correlationId: correlation === undefined ? null : correlationOf(correlation),
    correlationType: null,
    correlationSourceId: null,
    idempotencyKey: null,
    attributes: null,
    transactionCode: null,
    transactionCodeVersion: null,
    batchId: null,
    undoesTransactionId: null,
    settlesTransactionId: null,
    expiresAt: null,
    stringOperationId: null,
    acceptedBy: actor,
    acceptedAt,
    entries: [entry(debited, 'debit'), entry(credited, 'credit')],
  };
};

const postedBy = (draft: Draft): Parameters<typeof chainEvents>[1][number] => ({
  type: 'transaction_posted',
  transactionId: draft.id,
  accountId: null,
  actor: draft.acceptedBy,
  reason: null,
  occurredAt: draft.acceptedAt,
  contentHash: transactionFormats.hashOf({ draft, fingerprint: null }),
});
