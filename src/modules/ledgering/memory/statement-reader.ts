/** Computes the statement of an account in memory, from its entries as known at a sequence of the log. */
import { signedBalance } from '../../../kernel/accounting';
import type { Slice } from '../../../kernel/page';
import { ok, refuse } from '../../../kernel/refusal';
import { dayIn } from '../../../kernel/time-zone';
import type { ReadScope } from '../application/reader';
import { beginsTooLate, type StatementReader } from '../application/statement-reader';
import type { AccountId } from '../domain/account';
import { entriesOf, inBookOrder, placeOf } from './balances';
import { booksThen, placeAt, playedTo } from './books-then';
import { headOf } from './ledger-books';
import { MemoryReader, pageIn } from './reading';
import { sidesOf } from './transaction-reader';

export class MemoryStatementReader extends MemoryReader implements StatementReader {
  statement(
    { ledgerId }: ReadScope,
    accountId: AccountId,
    { knownAtSequence, layer, from, to: asked, now, timeZone }: Parameters<StatementReader['statement']>[2],
    slice: Slice,
  ): ReturnType<StatementReader['statement']> {
    return this.inLedger(ledgerId, (books) => {
      const { lastSequence: last } = headOf(books);
      const sequence = knownAtSequence ?? last;
      if (sequence > last) return refuse({ kind: 'SequenceNotReached', last });
      const known = playedTo(books, sequence);
      const account = known.accounts.get(accountId);
      if (!account) return refuse({ kind: 'AccountMissing' });
      const place = placeAt(books, sequence);
      const to = asked ?? dayIn(timeZone, knownAtSequence === undefined ? now : (place.knownAt ?? now));
      if (from > to) return refuse(beginsTooLate(to));
      const entries = entriesOf(booksThen(books, known), account).filter((entry) => entry.layer === layer);
      const upTo = sidesOf(entries.filter(({ effectiveDate }) => effectiveDate <= to));
      const before = sidesOf(entries.filter(({ effectiveDate }) => effectiveDate < from));
      const between = entries.filter(({ effectiveDate }) => effectiveDate >= from && effectiveDate <= to);
      return ok({
        ...{ account, place, to },
        opening: signedBalance(account.normalBalance, before.debits, before.credits),
        closing: signedBalance(account.normalBalance, upTo.debits, upTo.credits),
        turnover: { debits: upTo.debits - before.debits, credits: upTo.credits - before.credits },
        page: pageIn(between, slice, placeOf, inBookOrder),
      });
    });
  }
}
