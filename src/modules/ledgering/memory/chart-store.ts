/** Writes the chart in memory: ledgers, accounts, journals and period locks. */
import type { Layer } from '../../../kernel/accounting';
import { keep, Room } from '../../../kernel/memory/kept';
import { usualQuotas, type KeptQuotas, type LedgerKeys } from '../../../kernel/memory/tokens';
import type { LedgerId } from '../../../kernel/ids';
import type { Denomination, Minor } from '../../../kernel/money';
import type { QuotaUse } from '../../../kernel/quotas';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { About, ChartStore, CountedInChart, OfLedger } from '../application/ports';
import type { Account, AccountChange, AccountId, ChangeFacts, OpeningFacts } from '../domain/account';
import type { LedgerHead } from '../domain/chain';
import type { LoggedEvent } from '../domain/event';
import type { Journal } from '../domain/journal';
import type { Ledger, LedgerUse } from '../domain/ledger';
import type { PeriodLock, PeriodLockId } from '../domain/period-lock';
import type { JournalId } from '../domain/transaction';
import {
  append,
  balanceOf,
  booksOf,
  holdStateOf,
  newBooks,
  partsOf,
  placeOf,
  type BooksByLedger,
  type LedgerBooks,
} from './ledger-books';

export class MemoryChartStore implements ChartStore {
  constructor(
    private readonly books: BooksByLedger,
    private readonly room = new Room(),
    private readonly keys: LedgerKeys = { follow: () => undefined },
    private readonly quotas: KeptQuotas = usualQuotas,
  ) {}

  async insertLedger(tx: Tx, ledger: Ledger, head: LedgerHead, journal: Journal): Promise<boolean> {
    const isTaken = ({ ledger: other }: LedgerBooks): boolean =>
      other.tenantId === ledger.tenantId && other.code === ledger.code;
    if ([...this.books.values()].some(isTaken)) return false;
    keep(tx, this.books, ledger.id, newBooks(ledger, head, journal, this.room));
    return true;
  }

  async readLedgerUse(
    _: Tx,
    ledgerId: LedgerId,
  ): Promise<{ readonly ledger: Ledger; readonly use: LedgerUse } | undefined> {
    const { ledger, transactions, accounts } = booksOf(this.books, ledgerId);
    const hasLimits = [...accounts.values()].some(({ limits: { min, max } }) => min !== null || max !== null);
    return { ledger, use: { hasTransactions: transactions.size > 0, hasLimits } };
  }

  async updateCurrency(tx: Tx, ledger: Ledger): Promise<void> {
    this.update(tx, ledger);
    this.keys.follow(tx, ledger);
  }

  async updateClock(tx: Tx, ledger: Ledger): Promise<void> {
    this.update(tx, ledger);
  }

  async updateCalendar(tx: Tx, ledger: Ledger): Promise<void> {
    this.update(tx, ledger);
    this.keys.follow(tx, ledger);
  }

  private update(tx: Tx, ledger: Ledger): void {
    keep(tx, this.books, ledger.id, { ...booksOf(this.books, ledger.id), ledger });
  }

  async readDenomination(_: Tx, ledgerId: LedgerId): Promise<Denomination> {
    return booksOf(this.books, ledgerId).ledger.denomination;
  }

  async readOpeningFacts(_: Tx, ledgerId: LedgerId, code: string, parentCode: string | null): Promise<OpeningFacts> {
    const { accounts } = booksOf(this.books, ledgerId);
    const parent = [...accounts.values()].find((account) => account.code === parentCode);
    return {
      codeTaken: [...accounts.values()].some((account) => account.code === code),
      parentId: parent?.id,
      depthAbove: lineOf(accounts, parent?.id ?? null).length,
    };
  }

  async insertAccount(tx: Tx, ledgerId: LedgerId, account: Account): Promise<void> {
    keep(tx, booksOf(this.books, ledgerId).accounts, account.id, account);
  }

  async readForChange(
    _: Tx,
    ledgerId: LedgerId,
    accountId: AccountId,
    change: AccountChange,
    today: Day,
  ): Promise<{ readonly account: Account; readonly balance: Minor; readonly facts: ChangeFacts } | undefined> {
    const books = booksOf(this.books, ledgerId);
    const account = books.accounts.get(accountId);
    if (!account) return undefined;
    const others = [...books.accounts.values()].filter(({ id }) => id !== accountId);
    const above = lineOf(books.accounts, change.parentId ?? null);
    const below = others.map(({ id }) => lineOf(books.accounts, id).indexOf(accountId) + 1);
    return {
      account,
      balance: balanceOf(books, account, today),
      facts: {
        codeTaken: others.some(({ code }) => code === change.code),
        parentExists: above.length > 0,
        parentIsBelow: above.includes(accountId),
        depthAbove: above.length,
        depthBelow: change.parentId ? Math.max(1, ...below) : 0,
        isInTransactions: hasEntries(books, accountId) || names(books, accountId, 'pending'),
        layersLeft: layersLeftOf(books, accountId),
        isAwaited: names(books, accountId, 'pending'),
        hasActiveChildren: others.some(({ parentId, isActive }) => parentId === accountId && isActive),
        ...settledSinceOf(books, accountId),
      },
    };
  }

  async updateAccount(tx: Tx, ledgerId: LedgerId, account: Account): Promise<void> {
    keep(tx, booksOf(this.books, ledgerId).accounts, account.id, account);
  }

  async readAccountUse(_: Tx, ledgerId: LedgerId, accountId: AccountId): Promise<string | undefined> {
    const books = booksOf(this.books, ledgerId);
    if (hasEntries(books, accountId)) return 'it has entries';
    if (names(books, accountId, 'pending')) return 'pending transactions name it';
    if ([...books.accounts.values()].some(({ parentId }) => parentId === accountId)) return 'it has children';
    return [...books.members.values()].some(({ memberId }) => memberId === accountId)
      ? 'it is in an account set'
      : undefined;
  }

  async deleteAccount(tx: Tx, ledgerId: LedgerId, accountId: AccountId): Promise<void> {
    const { accounts, deleted } = booksOf(this.books, ledgerId);
    keep(tx, deleted, accountId, accounts.get(accountId));
    keep(tx, accounts, accountId, undefined);
  }

  async insertJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean> {
    return this.updateJournal(tx, ledgerId, journal);
  }

  async readJournal(_: Tx, ledgerId: LedgerId, journalId: JournalId): Promise<Journal | undefined> {
    return booksOf(this.books, ledgerId).journals.get(journalId);
  }

  async updateJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean> {
    const { journals } = booksOf(this.books, ledgerId);
    if ([...journals.values()].some(({ id, code }) => code === journal.code && id !== journal.id)) return false;
    keep(tx, journals, journal.id, journal);
    return true;
  }

  async hasPendingUpTo(_: Tx, ledgerId: LedgerId, day: Day): Promise<boolean> {
    return [...booksOf(this.books, ledgerId).transactions.values()].some(
      ({ status, acceptance }) => status === 'pending' && acceptance.draft.effectiveDate <= day,
    );
  }

  async insertPeriodLock(tx: Tx, ledgerId: LedgerId, lock: PeriodLock): Promise<void> {
    keep(tx, booksOf(this.books, ledgerId).locks, lock.id, lock);
  }

  async readPeriodLock(_: Tx, ledgerId: LedgerId, lockId: PeriodLockId): Promise<PeriodLock | undefined> {
    return booksOf(this.books, ledgerId).locks.get(lockId);
  }

  async releasePeriodLock(tx: Tx, ledgerId: LedgerId, lock: PeriodLock): Promise<void> {
    keep(tx, booksOf(this.books, ledgerId).locks, lock.id, lock);
  }

  async readUse(_: Tx, quota: CountedInChart, { tenantId, ledgerId }: OfLedger): Promise<QuotaUse> {
    const { journals, locks } = booksOf(this.books, ledgerId);
    const counts = {
      ledgers: [...this.books.values()].filter(({ ledger }) => ledger.tenantId === tenantId).length,
      journals: journals.size,
      period_locks: [...locks.values()].filter(({ releasedAt }) => releasedAt === null).length,
    };
    return { count: counts[quota], most: this.quotas.most(tenantId, quota) };
  }

  async appendEvents(tx: Tx, ledgerId: LedgerId, events: readonly LoggedEvent[], about: About): Promise<void> {
    append(tx, booksOf(this.books, ledgerId), events, undefined, about);
  }
}

/** Returns the ids of the account and all its ancestors, from the account upwards. */
const lineOf = (accounts: ReadonlyMap<AccountId, Account>, from: AccountId | null): readonly AccountId[] => {
  const account = from === null ? undefined : accounts.get(from);
  return account ? [account.id, ...lineOf(accounts, account.parentId)] : [];
};

const names = (books: LedgerBooks, accountId: AccountId, ...statuses: readonly string[]): boolean =>
  [...books.transactions.values()].some(
    ({ status, acceptance }) =>
      statuses.includes(status) && acceptance.draft.entries.some((entry) => entry.accountId === accountId),
  );

const settledSinceOf = (books: LedgerBooks, accountId: AccountId): Pick<ChangeFacts, 'settled' | 'lastSettledDay'> => {
  const { debits = 0n, credits = 0n } = books.totals.get(placeOf(accountId, 'settled')) ?? {};
  const days = [...books.days]
    .map(([place, { entryCount }]) => ({ ...partsOf(place), entryCount }))
    .filter((one) => one.accountId === accountId && one.layer === 'settled' && one.entryCount > 0)
    .map(({ day }) => day)
    .sort();
  return { settled: debits - credits, lastSettledDay: days.at(-1) ?? null };
};

const layersLeftOf = ({ totals, transactions }: LedgerBooks, accountId: AccountId): readonly Layer[] => {
  const settled = totals.get(placeOf(accountId, 'settled'));
  const isEncumbered = [...transactions.values()].some(
    (kept) =>
      holdStateOf(kept) === 'open' &&
      kept.acceptance.draft.entries.some((entry) => entry.layer === 'encumbrance' && entry.accountId === accountId),
  );
  const isHeld = (settled?.heldDebits ?? 0n) > 0n || (settled?.heldCredits ?? 0n) > 0n;
  return [
    ...(settled && settled.debits !== settled.credits ? (['settled'] as const) : []),
    ...(isHeld ? (['pending'] as const) : []),
    ...(isEncumbered ? (['encumbrance'] as const) : []),
  ];
};

const hasEntries = (books: LedgerBooks, accountId: AccountId): boolean =>
  names(books, accountId, 'posted', 'reversed', 'void');
