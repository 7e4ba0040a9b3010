/** Ledgering: ledgers, accounts, journals, transactions, balances, and the log. Other contexts import only this file. */
import type { LedgerId, TenantId } from '../../kernel/ids';
import type { Outcome } from '../../kernel/refusal';
import type { QuotaReached } from '../../kernel/quotas';
import { token } from '../../kernel/token';
import type { ActsReader } from './application/acts-reader';
import type { Backlog } from './application/backlog-reader';
import type { ChangeCalendar } from './application/change-calendar';
import type { CorrectCurrency } from './application/correct-currency';
import type { AdvanceClock } from './application/timekeeping';
import type { Together } from './application/post-together';
import type { ReadsFeed } from './application/feed';
import type { ChartReader } from './application/reader';
import type { JournalReader } from './application/journal-reader';
import type { LogReader } from './application/log-reader';
import type { OpenItemsReader } from './application/open-items-reader';
import type { PlaceReader } from './application/place-reader';
import type { ReadsProvable } from './application/provable';
import type { StatementReader } from './application/statement-reader';
import type { TotalsReader } from './application/totals-reader';
import type { VerifyPace } from './application/books-reader';
import type { Progress, Since, VerificationReport, Working } from './application/verify';
import type { InvalidLedger, Ledger, NewLedger, TestClocksOff } from './domain/ledger';
import type { LedgerCodeTaken } from './domain/refusals';

export { maxTransactionsInFlight } from './application/writing/accept';
export type {
  CalendarChange,
  InvalidLedger,
  Ledger,
  LedgerInUse,
  NewCurrency,
  NewLedger,
  NoTestClock,
  TestClocksOff,
  TimeTooLate,
} from './domain/ledger';
export type { AdvanceClock, MovedClock } from './application/timekeeping';
export type {
  AccountSetMissing,
  LedgerCodeTaken,
  LedgerNotFound,
  SequenceNotReached,
  TooManyAccounts,
} from './domain/refusals';
export type { PostedTogether, Together, TogetherRefusal, TogetherRequest } from './application/post-together';
export type { StringOperationRecord } from './domain/string-operation';
export type { BalanceChange } from './application/rehearsal';
export { overrideCapability } from './application/overriding';
export { maxRequestEntries } from './domain/draft';
export { passedLimit } from './domain/failure';
export { proportional } from './domain/shares';
export { eventNames, nameOf as nameOfEvent, typeNamed, type EventName, type EventType } from './domain/event';
export type { LedgerAct } from './application/acts-reader';
export type { ToldEvent, ToldFeed } from './application/feed';
export type { FeedQuestion } from './application/feed-reader';
export type { Backlog } from './application/backlog-reader';
export {
  maxJournalAccounts,
  type Journal,
  type JournalAccount,
  type JournalEntry,
  type JournalQuestion,
  type JournalTransaction,
} from './application/journal-reader';
export type { AccountEntryRow, NamedAccount, ReadScope } from './application/reader';
export {
  maxReportedAccounts,
  type AccountTotals,
  type CounterRange,
  type KnownAccount,
  type KnownTotals,
  type LogPlace,
  type ReportedAccount,
  type TotalsQuestion,
  type Turnover,
} from './application/totals-reader';
export type { ItemDay } from './application/open-items-reader';
export type { LedgerEnd } from './application/log-reader';
export type { ProvableTransaction } from './application/provable';
export { isOutdated } from './application/guesses';
export type { VerifyPace } from './application/books-reader';
export type { Finding, Progress, Since, VerificationReport, WorkDone, Working } from './application/verify';

export interface Ledgering {
  /** Opens a ledger with its journal DEFAULT. `actor` is recorded in the tenant's log; it is undefined for the command line. */
  openLedger(
    request: NewLedger,
    actor?: string,
  ): Promise<Outcome<TestClocksOff | InvalidLedger | LedgerCodeTaken | QuotaReached, Ledger>>;
  /**
   * Changes the currency of a ledger that has no transactions; a request for its present currency is always accepted. The same commit
   * updates the currency that the ledger's API keys store. A process that has a key with the old currency in memory cannot write with it.
   */
  correctCurrency: CorrectCurrency;
  /** Changes the time zone or the fiscal year of a ledger. The same commit updates the time zone that the ledger's API keys store. */
  changeCalendar: ChangeCalendar;
  /** Moves the time of a ledger with a test clock ahead, and releases the holds that are due by the new time. */
  advanceClock: AdvanceClock;
  /** Returns the ledger with that id; undefined if it does not exist. */
  ledger(ledgerId: LedgerId): Promise<Ledger | undefined>;
  /** Returns a page of the ledgers of one tenant or of all, in the order in which they were opened. */
  ledgerPage: ChartReader['ledgerPage'];
  /** Returns the tenant's ledger with that id or code; undefined if the tenant has no such ledger. */
  ledgerOfTenant(tenantId: TenantId, idOrCode: string): Promise<Ledger | undefined>;
  /** Returns the ledgers of one tenant or of all, with one code or any code, ordered by code, at most `limit`. */
  findLedgers: ChartReader['findLedgers'];
  /** Returns the ledgers with these ids, ordered by code; leaves out ids that do not exist. */
  ledgers(ledgerIds: readonly LedgerId[]): Promise<readonly Ledger[]>;
  /** Returns the accounts that have one of these codes in one of the ledgers. */
  accountsNamed: ChartReader['accountsNamed'];
  /** Returns the distinct codes of customer accounts in the ledgers, starting at a given code. */
  customerCodes: ChartReader['customerCodes'];
  /** Posts the two legs of a conversion or transfer in two ledgers, both or none. */
  readonly together: Together;
  /** Verifies one ledger, or all ledgers if `ledgerId` is undefined (`ledger verify`). */
  verify(
    ledgerId?: LedgerId,
    told?: Progress,
    working?: Working,
    since?: Since,
    pace?: VerifyPace,
  ): Promise<VerificationReport>;
  /**
   * Reads the ledger's log, oldest event first, each event with the state of its subject after the event. Undefined if the ledger does not
   * exist.
   */
  readonly events: ReadsFeed;
  /** Returns the acts of an API key or an operator in the books of several ledgers. */
  acts: ActsReader['acts'];
  /** Returns the last sequence of each ledger; leaves out ledgers that do not exist. */
  lastEvents(ledgerIds: readonly LedgerId[]): Promise<ReadonlyMap<LedgerId, bigint>>;
  /** Returns the debits and credits of every account in a range of days, as known at a sequence of the ledger's log. */
  totals: TotalsReader['totals'];
  /** For transactions with an entry in one of the given accounts, returns the debits and credits of all other accounts. */
  counterTotals: TotalsReader['counterTotals'];
  /** Returns the statement of an account in a range of days: the opening balance, the entries and the closing balance. */
  statement: StatementReader['statement'];
  /** Returns the entries of accounts as known at a sequence of the log, summed by open item and day. */
  itemDays: OpenItemsReader['itemDays'];
  /** Returns the time and the hash of the event at a sequence of the log. */
  place: PlaceReader['place'];
  /** Reads all transactions in force at the present end of the log, page by page. Undefined if the ledger does not exist. */
  journal: JournalReader['journal'];
  /** Returns the ledgers that have at least a given number of events. */
  logEnds: LogReader['ends'];
  /** Returns the hashes of a ledger's events after a sequence. */
  eventHashes: LogReader['hashes'];
  /** Returns the texts from which an outsider can recompute the hash of a transaction and the hash of its event. */
  readonly provable: ReadsProvable;
  /** Returns the number of pending transactions of all ledgers. */
  backlog(): Promise<Backlog>;
}

export const LEDGERING = token<Ledgering>('Ledgering');
