/** Ledgering: ledgers, accounts, journals, transactions, balances, the log. Other contexts import only this file. */
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
import type { Progress, Since, VerificationReport, Working } from './application/verify';
import type { InvalidLedger, Ledger, NewLedger, TestClocksOff } from './domain/ledger';
import type { LedgerCodeTaken } from './domain/refusals';

export { maxTransactionsInFlight } from './application/writing/gathering';
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
export type { Finding, Progress, Since, VerificationReport, WorkDone, Working } from './application/verify';

export interface Ledgering {
  /** Opens a ledger with its journal DEFAULT. `actor` is the actor in the tenant's log; undefined for the command line. */
  openLedger(
    request: NewLedger,
    actor?: string,
  ): Promise<Outcome<TestClocksOff | InvalidLedger | LedgerCodeTaken | QuotaReached, Ledger>>;
  /**
   * Changes the currency of a ledger that has no transactions; its present currency is always accepted. The same commit changes
   * the ledger's API keys. A process that still remembers a key with the old currency cannot write with it.
   */
  correctCurrency: CorrectCurrency;
  /** Changes the time zone or the fiscal year of a ledger, and the ledger's API keys in the same commit. */
  changeCalendar: ChangeCalendar;
  /** Moves the time of a ledger with a test clock ahead, and releases the holds that are due by then. */
  advanceClock: AdvanceClock;
  /** The ledger of that id; undefined if it does not exist. */
  ledger(ledgerId: LedgerId): Promise<Ledger | undefined>;
  /** Ledgers of one tenant or of all, in the order in which they were opened. */
  ledgerPage: ChartReader['ledgerPage'];
  /** The tenant's ledger of that id or code; undefined if it has none. */
  ledgerOfTenant(tenantId: TenantId, idOrCode: string): Promise<Ledger | undefined>;
  /** Ledgers of one tenant or of all, with one code or any, ordered by code, at most `limit`. */
  findLedgers: ChartReader['findLedgers'];
  /** Those of the ledgers that exist, ordered by code. */
  ledgers(ledgerIds: readonly LedgerId[]): Promise<readonly Ledger[]>;
  /** The accounts with these codes in any of the ledgers. */
  accountsNamed: ChartReader['accountsNamed'];
  /** Distinct codes of customer accounts in any of the ledgers, starting at one code. */
  customerCodes: ChartReader['customerCodes'];
  /** Posts two legs in two ledgers, both or none. */
  readonly together: Together;
  /** Checks everything that must always be true of one ledger, or of all if `ledgerId` is undefined. */
  verify(ledgerId?: LedgerId, told?: Progress, working?: Working, since?: Since): Promise<VerificationReport>;
  /** The ledger's log, oldest event first, each with its subject as the event left it. Undefined if the ledger does not exist. */
  readonly events: ReadsFeed;
  /** The acts of an API key or an operator in any of the ledgers. */
  acts: ActsReader['acts'];
  /** The last sequence of each of the ledgers that exist. */
  lastEvents(ledgerIds: readonly LedgerId[]): Promise<ReadonlyMap<LedgerId, bigint>>;
  /** The debits and credits of every account in a range of days, as the ledger knew them at a sequence of its log. */
  totals: TotalsReader['totals'];
  /** The debits and credits of all other accounts in transactions that have an entry of some accounts. */
  counterTotals: TotalsReader['counterTotals'];
  /** The opening balance, the entries and the closing balance of an account in a range of days. */
  statement: StatementReader['statement'];
  /** Entries of accounts as of a sequence of the log, summed by item and day. */
  itemDays: OpenItemsReader['itemDays'];
  /** A sequence of the log, with the time and the hash of its event. */
  place: PlaceReader['place'];
  /** Every transaction in force at the present end of the log, page by page. Undefined if the ledger does not exist. */
  journal: JournalReader['journal'];
  /** The ledgers that have at least this many events. */
  logEnds: LogReader['ends'];
  /** The hashes of a ledger's events after a sequence. */
  eventHashes: LogReader['hashes'];
  /** A transaction with the texts from which an outsider can recompute its hash and that of its event. */
  readonly provable: ReadsProvable;
  /** The pending work of all ledgers. */
  backlog(): Promise<Backlog>;
}

export const LEDGERING = token<Ledgering>('Ledgering');
