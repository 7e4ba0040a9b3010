/** Reads the statement of an account. The same code reads it at the end of the log and at an earlier sequence. */
import { signedBalance, type Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import type { Minor } from '../../../../kernel/money';
import { maxPageLimit, pageOf, type Page, type Slice } from '../../../../kernel/page';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import { dayBefore, type Day } from '../../../../kernel/time';
import { dayIn } from '../../../../kernel/time-zone';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { AccountEntryRow, AccountHeading, ReadScope } from '../../application/reader';
import { beginsTooLate, type Statement, type StatementReader } from '../../application/statement-reader';
import type { Turnover } from '../../application/totals-reader';
import type { AccountId } from '../../domain/account';
import type { AccountMissing, Invalid, SequenceNotReached } from '../../domain/refusals';
import { booksOf, type BooksOfPlace } from './books-of-place';
import type { Reads } from '../fresh-reads';
import { readPostedThrough, readStretches } from './stretch-store';
import { nothing } from './sums-now';

export class PostgresStatementReader implements StatementReader {
  constructor(private readonly reads: Reads) {}

  statement(
    { ledgerId, asking }: ReadScope,
    accountId: AccountId,
    { knownAtSequence, layer, from, to: asked, now, timeZone }: Parameters<StatementReader['statement']>[2],
    slice: Slice,
  ): Promise<Outcome<AccountMissing | SequenceNotReached | Invalid, Statement>> {
    const statement = async (tx: Tx): Promise<Outcome<AccountMissing | SequenceNotReached | Invalid, Statement>> => {
      const found = await booksOf(tx, ledgerId, knownAtSequence);
      if (refused(found)) return found;
      const books = found.right;
      const { place } = books;
      const [account] = await books.accounts({ ids: [accountId] });
      if (!account) return refuse({ kind: 'AccountMissing' });
      const to = asked ?? dayIn(timeZone, knownAtSequence === undefined ? now : (place.knownAt ?? now));
      if (from > to) return refuse(beginsTooLate(to));
      const read = { tx, ledgerId, account, books, layer };
      const page = await readPage(read, { from, to }, slice);
      const [first] = page.items;
      const dayOfFirst = first && dayBefore(first.effective_date);
      const sums = await sumsUpTo(read, dayBefore(from), to, dayOfFirst);
      const [before, upTo] = [sums(dayBefore(from)), sums(to)];
      const items = first ? await withBalances(read, sums(dayOfFirst), first, page.items) : [];
      const signed = ({ debits, credits }: Turnover): Minor => signedBalance(account.normalBalance, debits, credits);
      return ok({
        ...{ account, place, to, page: { ...page, items } },
        opening: signed(before),
        closing: signed(upTo),
        turnover: { debits: upTo.debits - before.debits, credits: upTo.credits - before.credits },
      });
    };
    // A read is heavy if it returns a whole table, or if it is as of an earlier sequence.
    const isHeavy = knownAtSequence !== undefined || slice.limit > maxPageLimit;
    return this.reads.read({ ledgerIds: [ledgerId], asking }, statement, isHeavy ? 'heavy' : 'light');
  }
}

interface Reading {
  readonly tx: Tx;
  readonly ledgerId: LedgerId;
  readonly account: AccountHeading;
  readonly books: BooksOfPlace;
  readonly layer: Layer;
}

/** Returns a function that gives the account's sums up to each of the days; zero before the account's first entry. */
const sumsUpTo = async (
  { books, account, layer }: Reading,
  ...days: readonly (Day | undefined)[]
): Promise<(day: Day | undefined) => Turnover> => {
  const asked = [...new Set(days.filter((day) => day !== undefined))];
  const sums = await books.sums([account.id], layer, asked);
  const course = sums.get(account.id) ?? [];
  return (day) => (day && course[asked.indexOf(day)]) ?? nothing;
};

const readPage = async (
  read: Reading,
  { from, to }: { readonly from: Day; readonly to: Day },
  slice: Slice,
): Promise<Page<EntryRow>> => {
  const { tx, ledgerId, account, books, layer } = read;
  const [day = '-infinity', sequence = '0', position = '0'] = slice.from ?? [];
  const stretches = await readStretches(tx, ledgerId);
  const postedThrough = await readPostedThrough(tx, ledgerId, books.place.sequence, stretches);
  const rows = await fetchRows(
    tx,
    slice.direction === 'forward' ? sql.read_entries_then : sql.read_entries_then_backward,
    {
      ...{ ledger_id: ledgerId, account_id: account.id, layer, from, to, known_at: String(books.place.sequence) },
      ...{ after_day: day, after_sequence: sequence, after_position: position },
      ...{ transactions_through: String(postedThrough), limit: slice.limit + 1 },
    },
  );
  return pageOf(rows, slice, (row) => [row.effective_date, row.sequence, String(row.position)]);
};

/**
 * Adds the running balance to each entry. It starts from the balance before the day of the first entry, adds the earlier entries of that
 * day, and then each entry of the page.
 */
const withBalances = async (
  { tx, ledgerId, account, books, layer }: Reading,
  earlier: Turnover,
  first: EntryRow,
  rows: readonly EntryRow[],
): Promise<readonly AccountEntryRow[]> => {
  const [ofDay = { debits: '0', credits: '0' }] = await fetchRows(tx, sql.read_day_before_entry, {
    ...{ ledger_id: ledgerId, account_id: account.id, layer, known_at: String(books.place.sequence) },
    ...{ day: first.effective_date, sequence: first.sequence, position: first.position },
  });
  let debits = earlier.debits + BigInt(ofDay.debits);
  let credits = earlier.credits + BigInt(ofDay.credits);
  return rows.map((row) => {
    const amount = BigInt(row.amount) as Minor;
    if (row.type === 'debit') debits += amount;
    else credits += amount;
    return {
      ...{ id: row.id, transactionId: row.transaction_id, type: row.type, amount, layer },
      ...{ effectiveDate: row.effective_date, sequence: BigInt(row.sequence), position: row.position },
      balanceAfter: signedBalance(account.normalBalance, debits, credits),
      ...{ reference: row.reference, description: row.description },
    };
  });
};

interface EntryRow {
  readonly id: string;
  readonly transaction_id: string;
  readonly type: AccountEntryRow['type'];
  readonly amount: string;
  readonly effective_date: Day;
  readonly sequence: string;
  readonly position: number;
  readonly reference: string | null;
  readonly description: string;
}

const asked = [
  ...(['ledger_id', 'account_id', 'layer', 'from', 'to', 'known_at', 'transactions_through'] as const),
  ...(['after_day', 'after_sequence', 'after_position', 'limit'] as const),
] as const;

const sql = loadStatements(__filename, {
  read_entries_then: parameters(...asked).rows<EntryRow>(),
  read_entries_then_backward: parameters(...asked).rows<EntryRow>(),
  read_day_before_entry: parameters(
    ...(['ledger_id', 'account_id', 'layer', 'day', 'sequence', 'position', 'known_at'] as const),
  ).rows<{ readonly debits: string; readonly credits: string }>(),
});
