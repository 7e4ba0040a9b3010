/** Balances in memory: sums over the days of the books, and over the entries for lists of entries. */
import { signedBalance, type Layer, type NormalBalance } from '../../../kernel/accounting';
import type { Page, Position, Slice } from '../../../kernel/page';
import type { Day } from '../../../kernel/time';
import type {
  AccountEntryFilter,
  AccountEntryRow,
  AccountHeading,
  BalanceReader,
  BalanceReading,
  BalanceTotals,
  EntrySort,
  LayerTotals,
  ReadScope,
  SelectionTotals,
  Standing,
} from '../application/reader';
import type { Account, AccountId } from '../domain/account';
import { balancesFrom } from '../domain/course';
import { answers, originOf } from '../domain/search-terms';
import type { TransactionId } from '../domain/transaction';
import { courseAfter, holdStateOf, partsOf, settledOf, type KeptTotals, type LedgerBooks } from './ledger-books';
import { byNumber, byText, inOrder, MemoryReader, pageIn } from './reading';
import { sidesOf, withPresentWords } from './transaction-reader';

export class MemoryBalanceReader extends MemoryReader implements BalanceReader {
  accountEntries(
    { ledgerId }: ReadScope,
    accountId: AccountId,
    filter: AccountEntryFilter,
    slice: Slice,
    sort: EntrySort = 'effective_date',
  ): Promise<{ readonly account: AccountHeading; readonly page: Page<AccountEntryRow> } | undefined> {
    return this.inLedger(ledgerId, (books) => {
      const account = books.accounts.get(accountId);
      if (!account) return undefined;
      const inOrderOfList = (one: Position, other: Position): number =>
        sort === 'effective_date' ? inBookOrder(one, other) : inBookOrder(other, one);
      const page = pageIn(wantedOf(books, account, filter), slice, placeOf, inOrderOfList);
      return { account: headingOf(account), page };
    });
  }

  entryTotals({ ledgerId }: ReadScope, accountId: AccountId, filter: AccountEntryFilter): Promise<SelectionTotals> {
    return this.inLedger(ledgerId, (books) => {
      const account = books.accounts.get(accountId);
      const wanted = account ? wantedOf(books, account, filter) : [];
      return { count: wanted.length, ...sidesOf(wanted) };
    });
  }

  balanceByCode({ ledgerId }: ReadScope, code: string, asOf: Day): Promise<BalanceReading | undefined> {
    return this.inLedger(ledgerId, (books) => {
      const account = [...books.accounts.values()].find((one) => one.code === code);
      return (
        account && {
          account: headingOf(account),
          ...totalsAsOf(books, new Set([account.id]), asOf),
          standing: standingOf(books, [account], asOf, account.normalBalance),
        }
      );
    });
  }
}

/** Returns the entries of the account that pass the filter, with the present texts of their transactions. */
const wantedOf = (books: LedgerBooks, account: Account, filter: AccountEntryFilter): readonly AccountEntryRow[] => {
  const { startDate, endDate, layer, attributes = {} } = filter;
  return entriesOf(books, account).flatMap((row) => {
    const kept = books.transactions.get(row.transactionId as TransactionId);
    if (!kept) throw new Error(`the entry ${row.id} has no transaction`);
    const { draft, indexed } = withPresentWords(books, kept).acceptance;
    const isWanted =
      (layer === undefined || row.layer === layer) &&
      (startDate === undefined || row.effectiveDate >= startDate) &&
      (endDate === undefined || row.effectiveDate <= endDate) &&
      Object.entries(attributes).every(([key, value]) => indexed?.[key] === value) &&
      answers(filter, { ...draft, totalAmount: row.amount, origin: originOf(draft) });
    return isWanted ? [{ ...row, reference: draft.reference, description: draft.description }] : [];
  });
};

/** Returns the total of these accounts in each layer: up to the day, and after the day. */
export const totalsAsOf = (
  books: LedgerBooks,
  accountIds: ReadonlySet<string>,
  asOf: Day,
): Omit<BalanceTotals, 'standing'> => {
  const own = [...books.days]
    .map(([place, totals]) => ({ ...partsOf(place), ...totals }))
    .filter(({ accountId, entryCount }) => accountIds.has(accountId) && entryCount > 0);
  const sum = (of: Layer, isWanted: (day: Day) => boolean): LayerTotals =>
    own.filter(({ layer, day }) => layer === of && isWanted(day)).reduce(added, none);
  const ofEach = (make: (layer: Layer) => LayerTotals): Readonly<Record<Layer, LayerTotals>> => ({
    settled: make('settled'),
    pending: make('pending'),
    encumbrance: make('encumbrance'),
  });
  const lastOf = (of: Layer): Day | null =>
    own.reduce<Day | null>(
      (last, { layer, day }) => (layer === of && day <= asOf && (last === null || day > last) ? day : last),
      null,
    );
  return {
    upTo: ofEach((layer) => ({ ...sum(layer, (day) => day <= asOf), lastEntryDate: lastOf(layer) })),
    after: ofEach((layer) => sum(layer, (day) => day > asOf)),
  };
};

/**
 * Returns the amount that is available in all the accounts together, and the remaining amount of their open encumbrances up to the day
 * (debits less credits). The available amount has a settled and a held part, both positive on `side`.
 */
export const standingOf = (
  books: LedgerBooks,
  accounts: readonly Account[],
  asOf: Day,
  side: NormalBalance,
): Standing => {
  const available = { settled: 0n, held: 0n };
  for (const { id, normalBalance } of accounts) {
    const sign = normalBalance === side ? 1n : -1n;
    const isDebit = normalBalance === 'debit';
    const { debits, credits, heldDebits = 0n, heldCredits = 0n } = settledOf(books, id);
    const lowest = balancesFrom(debits - credits, courseAfter(books, id, asOf), asOf, isDebit ? 'low' : 'high')
      .map(({ balance }) => (isDebit ? balance : -balance))
      .reduce((one, other) => (other < one ? other : one));
    available.settled += sign * lowest;
    available.held += sign * (isDebit ? heldCredits : heldDebits);
  }
  const ids = new Set<string>(accounts.map(({ id }) => id));
  let due = 0n;
  for (const kept of books.transactions.values()) {
    const { draft } = kept.acceptance;
    if (holdStateOf(kept) !== 'open' || draft.effectiveDate > asOf) continue;
    for (const [position, { accountId, layer, type, amount }] of draft.entries.entries())
      if (layer === 'encumbrance' && ids.has(accountId))
        due += (type === 'debit' ? 1n : -1n) * (amount - (kept.undone[position] ?? 0n));
  }
  return { available, due };
};

const none: LayerTotals = { debits: 0n, credits: 0n, entryCount: 0, lastEntryDate: null };

const added = (sum: LayerTotals, { debits, credits, entryCount }: KeptTotals): LayerTotals => ({
  ...sum,
  debits: sum.debits + debits,
  credits: sum.credits + credits,
  entryCount: sum.entryCount + entryCount,
});

/** Returns all entries of the account in the order of the books, each with the running balance of its layer including the entry. */
export const entriesOf = (
  { transactions }: LedgerBooks,
  { id, normalBalance }: Account,
): readonly AccountEntryRow[] => {
  const running = new Map<Layer, Pick<LayerTotals, 'debits' | 'credits'>>();
  return [...transactions.values()]
    .filter(({ status }) => status === 'posted' || status === 'reversed')
    .flatMap(({ acceptance: { draft }, sequence, positions }) =>
      draft.entries.map((entry, index) => {
        const position = positions?.[index] ?? index;
        return { entry, draft, sequence: sequence ?? 0n, position };
      }),
    )
    .filter(({ entry }) => entry.accountId === id)
    .map(({ entry: { id: entryId, type, amount, layer }, draft, sequence, position }) => ({
      ...{ id: entryId, transactionId: draft.id, type, amount, layer, effectiveDate: draft.effectiveDate },
      ...{ sequence, position, reference: draft.reference, description: draft.description },
    }))
    .sort((one, other) => inBookOrder(placeOf(one), placeOf(other)))
    .map((row) => {
      const { debits, credits } = running.get(row.layer) ?? none;
      const isDebit = row.type === 'debit';
      const now = isDebit ? { debits: debits + row.amount, credits } : { debits, credits: credits + row.amount };
      running.set(row.layer, now);
      return { ...row, balanceAfter: signedBalance(normalBalance, now.debits, now.credits) };
    });
};

export const placeOf = ({
  effectiveDate,
  sequence,
  position,
}: Pick<AccountEntryRow, 'effectiveDate' | 'sequence' | 'position'>): Position => [
  effectiveDate,
  sequence.toString(),
  position.toString(),
];

export const inBookOrder = inOrder(byText, byNumber, byNumber);

const headingOf = ({ id, code, name, type, normalBalance }: Account): AccountHeading => ({
  id,
  code,
  name,
  type,
  normalBalance,
});
