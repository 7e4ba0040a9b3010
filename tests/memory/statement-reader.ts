/** Statements of accounts without a database. */
import { signedBalance } from '../../src/kernel/accounting';
import type { Slice } from '../../src/kernel/page';
import { ok, refuse, refused, type Outcome } from '../../src/kernel/refusal';
import { dayOf, type Day } from '../../src/kernel/time';
import type { AccountEntryRow, ReadScope } from '../../src/modules/ledgering/application/reader';
import type {
  Statement,
  StatementQuestion,
  StatementReader,
} from '../../src/modules/ledgering/application/statement-reader';
import type { Turnover } from '../../src/modules/ledgering/application/totals-reader';
import type { AccountId } from '../../src/modules/ledgering/domain/account';
import type { AccountMissing, SequenceNotReached } from '../../src/modules/ledgering/domain/refusals';
import { entriesOf, headingOf, pageOfEntries } from './balances';
import { booksAt } from './books-at';
import { MemoryReader } from './reading';

export class MemoryStatementReader extends MemoryReader implements StatementReader {
  statement(
    { ledgerId }: ReadScope,
    accountId: AccountId,
    { knownAtSequence, layer, from, to: asked, today }: StatementQuestion & { readonly today: Day },
    slice: Slice,
  ): Promise<Outcome<AccountMissing | SequenceNotReached, Statement>> {
    return this.inLedger(ledgerId, (books): Outcome<AccountMissing | SequenceNotReached, Statement> => {
      const then = booksAt(books, knownAtSequence);
      if (refused(then)) return then;
      const { place, accounts } = then.right;
      const account = accounts.get(accountId);
      if (!account) return refuse({ kind: 'AccountMissing' });
      const to = asked ?? (knownAtSequence === undefined ? today : dayOf(place.knownAt ?? new Date(0)));
      const rows = entriesOf(then.right, account).filter((row) => row.layer === layer);
      const before = sumOf(rows.filter(({ effectiveDate }) => effectiveDate < from));
      const upTo = sumOf(rows.filter(({ effectiveDate }) => effectiveDate <= to));
      const within = rows.filter(({ effectiveDate }) => effectiveDate >= from && effectiveDate <= to);
      return ok({
        ...{ account: headingOf(account), place, to, page: pageOfEntries(within, slice) },
        opening: signedBalance(account.normalBalance, before.debits, before.credits),
        closing: signedBalance(account.normalBalance, upTo.debits, upTo.credits),
        turnover: { debits: upTo.debits - before.debits, credits: upTo.credits - before.credits },
      });
    });
  }
}

const sumOf = (rows: readonly AccountEntryRow[]): Turnover => ({
  debits: rows.reduce((sum, { type, amount }) => (type === 'debit' ? sum + amount : sum), 0n),
  credits: rows.reduce((sum, { type, amount }) => (type === 'credit' ? sum + amount : sum), 0n),
});
