/** Reading the statement of an account, now and as it was known at an earlier place of the log, by one way. */
import { signedBalance, type Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { dayBefore, dayOf, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AccountEntryRow, AccountHeading, ReadScope } from '../application/reader';
import type { Statement, StatementQuestion, StatementReader } from '../application/statement-reader';
import type { Turnover } from '../application/totals-reader';
import type { AccountId } from '../domain/account';
import type { AccountMissing, SequenceNotReached } from '../domain/refusals';
import { booksOf, type BooksOfPlace } from './books-of-place';
import type { Reads } from './fresh-reads';
import { readPostedThrough } from './stretch-store';

export class PostgresStatementReader implements StatementReader {
  constructor(private readonly reads: Reads) {}

  statement(
    { ledgerId, freshness }: ReadScope,
    accountId: AccountId,
    { knownAtSequence, layer, from, to: asked, today }: StatementQuestion & { readonly today: Day },
    slice: Slice,
  ): Promise<Outcome<AccountMissing | SequenceNotReached, Statement>> {
    return this.reads.read({ ledgerIds: [ledgerId], freshness }, async (tx) => {
      const found = await booksOf(tx, ledgerId, knownAtSequence);
      if (refused(found)) return found;
      const books = found.right;
      const { place } = books;
      const [account] = await books.accounts([accountId]);
      if (!account) return refuse({ kind: 'AccountMissing' });
      const to = asked ?? (knownAtSequence === undefined ? today : dayOf(place.knownAt ?? new Date(0)));
      const read = { tx, ledgerId, account, books, layer };
      const [upTo, before] = await Promise.all([sumUpTo(read, to), sumUpTo(read, dayBefore(from))]);
      const page = await readPage(read, { from, to }, slice);
      const signed = ({ debits, credits }: Turnover): Minor => signedBalance(account.normalBalance, debits, credits);
      return ok({
        ...{ account, place, to, page },
        opening: signed(before),
        closing: signed(upTo),
        turnover: { debits: upTo.debits - before.debits, credits: upTo.credits - before.credits },
      });
    });
  }
}

interface Reading {
  readonly tx: Tx;
  readonly ledgerId: LedgerId;
  readonly account: AccountHeading;
  readonly books: BooksOfPlace;
  readonly layer: Layer;
}

const zero: Turnover = { debits: 0n, credits: 0n };

const sumUpTo = async ({ books, account, layer }: Reading, day: Day | undefined): Promise<Turnover> => {
  const [sums] = day === undefined ? [] : await books.sums([account.id], layer, [day]);
  return sums?.get(account.id) ?? zero;
};

const readPage = async (
  read: Reading,
  { from, to }: { readonly from: Day; readonly to: Day },
  slice: Slice,
): Promise<Page<AccountEntryRow>> => {
  const { tx, ledgerId, account, books, layer } = read;
  const knownAt = String(books.place.sequence);
  const [day = '-infinity', sequence = '0', position = '0'] = slice.from ?? [];
  const page = pageOf(
    await fetchRows(tx, slice.direction === 'forward' ? sql.read_entries_then : sql.read_entries_then_backward, {
      ...{ ledger_id: ledgerId, account_id: account.id, layer, from, to, known_at: knownAt },
      transactions_through: String(await readPostedThrough(tx, ledgerId, books.place.sequence, [])),
      ...{ after_day: day, after_sequence: sequence, after_position: position },
      limit: slice.limit + 1,
    }),
    slice,
    (row) => [row.effective_date, row.sequence, String(row.position)],
  );
  const [first] = page.items;
  if (!first) return { ...page, items: [] };
  const [earlier, [ofDay = { debits: '0', credits: '0' }]] = await Promise.all([
    sumUpTo(read, dayBefore(first.effective_date)),
    fetchRows(tx, sql.read_day_before_entry, {
      ...{ ledger_id: ledgerId, account_id: account.id, layer, known_at: knownAt },
      ...{ day: first.effective_date, sequence: first.sequence, position: first.position },
    }),
  ]);
  let debits = earlier.debits + BigInt(ofDay.debits);
  let credits = earlier.credits + BigInt(ofDay.credits);
  return {
    ...page,
    items: page.items.map((row) => {
      const amount = BigInt(row.amount) as Minor;
      if (row.type === 'debit') debits += amount;
      else credits += amount;
      return {
        ...{ id: row.id, transactionId: row.transaction_id, type: row.type, amount, layer },
        ...{ effectiveDate: row.effective_date, sequence: BigInt(row.sequence), position: row.position },
        balanceAfter: signedBalance(account.normalBalance, debits, credits),
        ...{ reference: row.reference, description: row.description },
      };
    }),
  };
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
