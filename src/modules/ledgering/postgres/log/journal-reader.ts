/** Reads the journal from PostgreSQL, one page at a time, as known at one sequence of the log. */
import type { EntryType, Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import type { Minor } from '../../../../kernel/money';
import { rowReader } from '../../../../kernel/postgres/entities';
import { instantOf, plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../../kernel/postgres/unit-of-work';
import { ok, refuse, type Outcome } from '../../../../kernel/refusal';
import type { Day } from '../../../../kernel/time';
import {
  maxJournalAccounts,
  type Journal,
  type JournalAccount,
  type JournalEntry,
  type JournalQuestion,
  type JournalReader,
  type JournalTransaction,
  type UndoneAs,
} from '../../application/journal-reader';
import type { KnownAccount } from '../../application/totals-reader';
import type { AccountId } from '../../domain/account';
import { readMove } from '../../domain/extension';
import type { TooManyAccounts } from '../../domain/refusals';
import { AccountSchema } from '../schema';

/** The limits of a page: the maximum number of sequences that are looked up, and the approximate number of bytes that are returned. */
const maxLookedAt = 1_000;
const firstLookedAt = 50;
const maxPageBytes = 524_288;
/** The number of transactions in a range of days whose posting sequences are read by one statement. */
const daysAtATime = 20_000;
/** The maximum number of posting sequences in memory, eight bytes each. If a range of days has more, the whole journal is read in order. */
const maxKeptSequences = 2_000_000;
/** Finding a posting sequence by its day costs as much as reading this many sequences in order. */
const walkedPerLookUp = 4;

export class PostgresJournalReader implements JournalReader {
  constructor(private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read'>) {}

  async journal(ledgerId: LedgerId, question: JournalQuestion): Promise<Outcome<TooManyAccounts, Journal> | undefined> {
    const scope = { ledgerIds: [ledgerId] };
    const begun = await this.unitOfWork.read(
      scope,
      async (tx) => {
        const [[place], accounts] = await Promise.all([
          fetchRows(tx, sql.read_journal_place, { ledger_id: ledgerId }),
          fetchRows(tx, sql.read_journal_accounts, { ledger_id: ledgerId, limit: maxJournalAccounts + 1 }),
        ]);
        return place && { place, accounts };
      },
      'heavy',
    );
    if (!begun) return undefined;
    const { place, accounts } = begun;
    if (accounts.length > maxJournalAccounts) return refuse({ kind: 'TooManyAccounts', max: maxJournalAccounts });
    const last = Number(place.last_transaction_sequence);
    return ok({
      place: {
        sequence: BigInt(place.sequence),
        hash: place.hash.toString('hex'),
        knownAt: place.known_at === null ? null : instantOf(place.known_at),
      },
      accounts: accounts.map(toAccount),
      describe: (described) =>
        this.unitOfWork.read(
          scope,
          async (tx) => {
            const account_ids = plainArray(described.map(({ id }) => id));
            const rows = await fetchRows(tx, sql.describe_journal_accounts, { ledger_id: ledgerId, account_ids });
            return rows.map((row): KnownAccount => accountOf(row));
          },
          'heavy',
        ),
      next: this.pages(ledgerId, question, place.sequence, last),
    });
  }

  /**
   * Returns the function that reads the next page. The position moves only after a page was returned, so that a page that failed is read
   * again.
   */
  private pages(ledgerId: LedgerId, question: JournalQuestion, place: string, last: number): Journal['next'] {
    let [told, lookedAt] = [0, firstLookedAt];
    let sequences: Sequences | undefined;
    return async () => {
      sequences ??= await this.sequencesOf(ledgerId, question, last);
      while (told < sequences.count) {
        const asked = sequences.slice(told, told + lookedAt);
        const rows = await this.page(ledgerId, question, place, asked);
        const latest = rows.at(-1);
        // A page that is full by bytes ends before the last requested sequence. The next page then requests only as many sequences as will
        // probably fit.
        const isFull = latest !== undefined && Number(latest.bytes) >= maxPageBytes;
        told += isFull ? asked.indexOf(Number(latest.sequence)) + 1 : asked.length;
        lookedAt = isFull ? Math.min(maxLookedAt, 2 * rows.length) : Math.min(maxLookedAt, 2 * lookedAt);
        if (latest) return rows.map(toTransaction);
      }
      return [];
    };
  }

  private page(
    ledgerId: LedgerId,
    { from, to }: JournalQuestion,
    place: string,
    sequences: readonly number[],
  ): Promise<readonly PageRow[]> {
    return this.unitOfWork.read(
      { ledgerIds: [ledgerId] },
      async (tx) => {
        const reading = fetchRows(tx, sql.read_journal_page, {
          ...{ ledger_id: ledgerId, sequences: plainArray(sequences), place, max_bytes: maxPageBytes },
          ...{ from: from ?? null, to: to ?? null },
        });
        tx.last(reading);
        return reading;
      },
      'heavy',
    );
  }

  /**
   * Finds the posting sequences to read. If the range of days is a small part of a long journal, its sequences are found by day, so that
   * the cost depends only on the size of the range. If that would cost more than reading the whole journal, the whole journal is read.
   */
  private async sequencesOf(ledgerId: LedgerId, { from, to }: JournalQuestion, last: number): Promise<Sequences> {
    const everything = { count: last, slice: (start: number, end: number) => numbersFrom(start, Math.min(end, last)) };
    if ((from === undefined && to === undefined) || last <= daysAtATime) return everything;
    const kept: number[] = [];
    const max = Math.min(maxKeptSequences, last / walkedPerLookUp);
    for (let after = { day: from ?? '-infinity', id: nil }; ;) {
      const rows = await this.unitOfWork.read(
        { ledgerIds: [ledgerId] },
        (tx) =>
          fetchRows(tx, sql.read_journal_days, {
            ...{ ledger_id: ledgerId, after_day: after.day, after_id: after.id, to: to ?? 'infinity' },
            limit: daysAtATime,
          }),
        'heavy',
      );
      for (const { sequence } of rows) if (sequence !== null && Number(sequence) <= last) kept.push(Number(sequence));
      const latest = rows.at(-1);
      if (kept.length > max) return everything;
      if (!latest || rows.length < daysAtATime) break;
      after = { day: latest.effective_date, id: latest.id };
    }
    const sorted = Float64Array.from(kept).sort();
    return { count: sorted.length, slice: (start, end) => [...sorted.subarray(start, end)] };
  }
}

/** A list of posting sequences in ascending order. */
interface Sequences {
  readonly count: number;
  slice(start: number, end: number): readonly number[];
}

/** Returns the numbers from `start + 1` to `end`. Posting sequences have no gaps, and the first one is 1. */
const numbersFrom = (start: number, end: number): readonly number[] =>
  Array.from({ length: end - start }, (_, index) => start + index + 1);

/** The start of the first page: this id sorts before every other id. */
const nil = '00000000-0000-0000-0000-000000000000';

const accountOf = rowReader(AccountSchema, 'ledgerId');

const toAccount = (row: AccountRow): JournalAccount => ({
  id: row.id,
  code: row.code,
  name: row.name,
  type: row.type,
  category: row.category,
  normalBalance: row.normal_balance,
  parentId: row.parent_id,
  cashFlow: row.cash_flow,
});

const toTransaction = (row: PageRow): JournalTransaction => ({
  id: row.id,
  sequence: BigInt(row.sequence),
  effectiveDate: row.effective_date,
  postedAt: instantOf(row.posted_at),
  journalCode: row.journal_code,
  layer: row.layer,
  description: row.description,
  reference: row.reference,
  correlationId: row.correlation_id,
  correlationType: row.correlation_type,
  correlationSourceId: row.correlation_source_id,
  attributes: row.attributes,
  metadata: row.metadata,
  expiresAt: row.is_over ? null : endOf(row),
  undoes:
    row.undoes_transaction_id === null
      ? null
      : { transactionId: row.undoes_transaction_id, as: row.correlation_type as UndoneAs },
  settlesTransactionId: row.settles_transaction_id,
  entries: row.entries.map(toEntry),
});

const endOf = ({ move, expires_at }: PageRow): Date | null => {
  const moved = readMove(move);
  if (moved) return moved.after;
  return expires_at === null ? null : instantOf(expires_at);
};

const toEntry = ([accountId, layer, type, amount, description, metadata]: EntryRow): JournalEntry => ({
  ...{ accountId, layer, type, amount: BigInt(amount) as Minor, description, metadata },
});

type EntryRow = readonly [
  accountId: AccountId,
  layer: Layer,
  type: EntryType,
  amount: string,
  description: string | null,
  metadata: Readonly<Record<string, unknown>> | null,
];

interface PageRow {
  readonly sequence: string;
  /** The total bytes of all rows up to and including this one. */
  readonly bytes: string;
  readonly id: string;
  readonly effective_date: Day;
  readonly posted_at: string;
  readonly journal_code: string;
  readonly layer: Layer;
  readonly description: string;
  readonly reference: string | null;
  readonly correlation_id: string | null;
  readonly correlation_type: string | null;
  readonly correlation_source_id: string | null;
  readonly attributes: Readonly<Record<string, string>> | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly undoes_transaction_id: string | null;
  readonly settles_transaction_id: string | null;
  readonly expires_at: string | null;
  /** The reason of the last event up to the journal's sequence that changed the expiry; null if no event changed it. */
  readonly move: string | null;
  readonly is_over: boolean;
  readonly entries: readonly EntryRow[];
}

interface AccountRow extends Omit<JournalAccount, 'normalBalance' | 'parentId' | 'cashFlow'> {
  readonly normal_balance: JournalAccount['normalBalance'];
  readonly parent_id: JournalAccount['parentId'];
  readonly cash_flow: JournalAccount['cashFlow'];
}

const sql = loadStatements(__filename, {
  read_journal_place: parameters('ledger_id').rows<{
    readonly sequence: string;
    readonly hash: Buffer;
    readonly known_at: string | null;
    readonly last_transaction_sequence: string;
  }>(),
  read_journal_accounts: parameters('ledger_id', 'limit').rows<AccountRow>(),
  describe_journal_accounts: parameters('ledger_id', 'account_ids').rows<object>(),
  read_journal_days: parameters('ledger_id', 'after_day', 'after_id', 'to', 'limit').rows<{
    readonly effective_date: Day;
    readonly id: string;
    readonly sequence: string | null;
  }>(),
  read_journal_page: parameters('ledger_id', 'sequences', 'place', 'from', 'to', 'max_bytes').rows<PageRow>(),
});
