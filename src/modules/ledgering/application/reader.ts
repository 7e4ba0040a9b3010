/** Reads the books as rows, in the form in which routes print them. A reader makes no decisions. */
import type { AccountType, EntryType, Layer, NormalBalance } from '../../../kernel/accounting';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import type { Page, Slice } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { Account, AccountId } from '../domain/account';
import type { AccountSet, AccountSetId, AccountSetMember } from '../domain/account-set';
import type { EventType } from '../domain/event';
import type { Failure } from '../domain/failure';
import type { HoldState } from '../domain/transaction';
import type { Journal } from '../domain/journal';
import type { Ledger } from '../domain/ledger';
import type { PeriodLock } from '../domain/period-lock';
import type { SearchQuestion } from '../domain/search-terms';
import type { JournalId, TransactionId, TransactionStatus } from '../domain/transaction';
import type { TransactionRow } from '../domain/transaction-row';

export type { EntryRow, TransactionRow } from '../domain/transaction-row';

/** The ledger to read, and the reading request. A `Principal` has both members. */
export type ReadScope = Pick<Principal, 'ledgerId' | 'asking'>;

export interface AccountWithBalance extends Account {
  /** The balance of the settled layer, signed by the normal balance. */
  readonly balance: Minor;
}

export interface AccountFilter {
  readonly type?: AccountType | undefined;
  readonly isActive?: boolean | undefined;
  readonly isGroup?: boolean | undefined;
  readonly parentId?: AccountId | undefined;
  /** A part of the code or the name, ignoring case. */
  readonly search?: string | undefined;
}

export interface TransactionFilter extends SearchQuestion {
  readonly layer?: Layer | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly fromDate?: Day | undefined;
  readonly toDate?: Day | undefined;
  readonly correlationId?: string | undefined;
  readonly journalId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly reference?: string | undefined;
  readonly holdState?: HoldState | undefined;
  /** Selects holds whose expiry is before this instant (ISO 8601). */
  readonly expiresBefore?: string | undefined;
  /** Selects transactions that have all of these attribute values exactly. Each key must be searchable. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

/** The decision on an accepted transaction. */
export type Decision = (
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: Exclude<TransactionStatus, 'pending' | 'failed'>; readonly failure: null }
) & {
  /** A sequence of the ledger's log: every read at this sequence or later shows the decision. */
  readonly logSequence: bigint;
};

export interface AccountEntryRow {
  readonly id: string;
  readonly transactionId: string;
  readonly type: EntryType;
  readonly amount: Minor;
  readonly layer: Layer;
  readonly effectiveDate: Day;
  readonly sequence: bigint;
  readonly position: number;
  /** The running balance of the entry's layer after the entry, signed by the normal balance. */
  readonly balanceAfter: Minor;
  readonly reference: string | null;
  readonly description: string;
}

/** The orders of the list of transactions: by acceptance, or by effective date and then by acceptance. `-` is the latest first. */
export const transactionSorts = ['sequence', '-sequence', 'effective_date', '-effective_date'] as const;
export type TransactionSort = (typeof transactionSorts)[number];
/** The orders of the entries of an account: by effective date, then as they were posted. `-` is the latest first. */
export const entrySorts = ['effective_date', '-effective_date'] as const;
export type EntrySort = (typeof entrySorts)[number];

/** Sums over every row of a list, on whatever page it is. In minor units. */
export interface SelectionTotals {
  readonly count: number;
  readonly debits: bigint;
  readonly credits: bigint;
}

/** Totals look at this many transactions or entries at most, unless sums of days give them. */
export const maxTotalledRows = 100_000;

/** Amounts of the question are those of the entry; all else is about its transaction. */
export interface AccountEntryFilter extends SearchQuestion {
  readonly startDate?: Day | undefined;
  readonly endDate?: Day | undefined;
  readonly layer?: Layer | undefined;
  /** The entry's transaction must have each of these values exactly. Each key must be searchable. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

export interface AccountHeading {
  readonly id: AccountId;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly normalBalance: NormalBalance;
}

export interface LayerTotals {
  readonly debits: bigint;
  readonly credits: bigint;
  readonly entryCount: number;
  readonly lastEntryDate: Day | null;
}

/** The totals from which the balances of one day are computed. */
export interface BalanceTotals {
  /** Entries effective on or before the day. */
  readonly upTo: Readonly<Record<Layer, LayerTotals>>;
  /** Entries effective after the day. */
  readonly after: Readonly<Record<Layer, LayerTotals>>;
  readonly standing: Standing;
}

/** The amount that may still be spent on a day, and the amount that is overdue on it. */
export interface Standing {
  /** The lowest spendable amount on the day and all later days, signed by the account's side: settled less the amount of open holds. */
  readonly available: Readonly<Record<'settled' | 'held', bigint>>;
  /** The remaining amount of open encumbrances dated on or before the day, debits less credits. */
  readonly due: bigint;
}

export interface BalanceReading extends BalanceTotals {
  readonly account: AccountHeading;
}

export interface AccountNode {
  readonly account: AccountWithBalance;
  readonly children: readonly AccountNode[];
}

/** The accounts of a tree, together with the whole chart, may take this many bytes. Larger charts are read as lists. */
export const maxTreeBytes = 16_777_216;

export interface ActivityRow {
  readonly sequence: bigint;
  readonly type: EventType;
  readonly transactionId: string | null;
  readonly accountId: string | null;
  readonly journalId: string | null;
  readonly periodLockId: string | null;
  readonly accountSetId: string | null;
  /** The account or set that was added to the account set, or removed from it. */
  readonly memberId: string | null;
  readonly trancodeId: string | null;
  readonly stringOperationId: string | null;
  readonly reason: string | null;
  /** The prefix of the API key, or the name of another actor, that did it. */
  readonly actor: string;
  readonly occurredAt: Date;
  /** In hex. */
  readonly hash: string;
}

export interface ActivityFilter {
  readonly transactionId?: string | undefined;
  readonly accountId?: string | undefined;
  /** The id of any subject of the event; also of an account or set as the member of a set. */
  readonly subjectId?: string | undefined;
  readonly type?: EventType | undefined;
}

/** An account as a string of ledgers sees it. */
export interface NamedAccount {
  readonly ledgerId: LedgerId;
  readonly id: AccountId;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly category: Account['category'];
  readonly normalBalance: NormalBalance;
  readonly isActive: boolean;
}

export interface WantedLedgers {
  readonly tenantId?: TenantId;
  readonly code?: string;
  readonly limit: number;
}

export interface ChartReader {
  /** Those of the ledgers that exist, ordered by code. */
  ledgers(ledgerIds: readonly LedgerId[]): Promise<readonly Ledger[]>;
  /** The ledgers that have a test clock, with the milliseconds by which it is ahead. */
  testClocks(): Promise<readonly { readonly id: LedgerId; readonly testClockMs: number }[]>;
  /** The accounts with these codes in any of the ledgers. */
  accountsNamed(ledgerIds: readonly LedgerId[], codes: readonly string[]): Promise<readonly NamedAccount[]>;
  /** Distinct codes of customer accounts in any of the ledgers, from the code `from` (included) in this direction. */
  customerCodes(
    ledgerIds: readonly LedgerId[],
    from: string | undefined,
    direction: Slice['direction'],
    limit: number,
  ): Promise<readonly string[]>;
  ledger(ledgerId: LedgerId): Promise<Ledger | undefined>;
  /** Ledgers of one tenant or of all, with one code or any, ordered by code, at most `limit`. */
  findLedgers(wanted: WantedLedgers): Promise<readonly Ledger[]>;
  /** Ledgers of one tenant or of all, ordered by id, which is the order in which they were opened. */
  ledgerPage(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Ledger>>;
  ledgerOfTenant(tenantId: TenantId, idOrCode: string): Promise<Ledger | undefined>;
  /** The account's balance is the settled one as of `today`. */
  account(scope: ReadScope, accountId: AccountId, today: Day): Promise<AccountWithBalance | undefined>;
  /** The accounts, ordered by code. */
  accounts(scope: ReadScope, filter: AccountFilter, slice: Slice, today: Day): Promise<Page<AccountWithBalance>>;
  /**
   * Every matching account with its ancestors, as trees; each level is ordered by code. Undefined if the chart is larger than
   * `maxTreeBytes`.
   */
  accountTree(scope: ReadScope, filter: AccountFilter, today: Day): Promise<readonly AccountNode[] | undefined>;
  journals(scope: ReadScope, slice: Slice): Promise<Page<Journal>>;
  journal(scope: ReadScope, journalId: JournalId): Promise<Journal | undefined>;
  /** Newest first. */
  periodLocks(scope: ReadScope, slice: Slice): Promise<Page<PeriodLock>>;
}

export interface AccountSetReader {
  /** Account sets, ordered by code. `search` is a part of the code or the name, ignoring case. */
  accountSets(scope: ReadScope, search: string | undefined, slice: Slice): Promise<Page<AccountSet>>;
  accountSet(scope: ReadScope, accountSetId: AccountSetId): Promise<AccountSet | undefined>;
  /** The members of a set; undefined if the set does not exist. */
  accountSetMembers(
    scope: ReadScope,
    accountSetId: AccountSetId,
    slice: Slice,
  ): Promise<Page<AccountSetMember> | undefined>;
  /** The totals of the distinct accounts in the set and in all sets within it; undefined if the set does not exist. */
  accountSetBalance(
    scope: ReadScope,
    accountSetId: AccountSetId,
    asOf: Day,
  ): Promise<(BalanceTotals & { readonly set: AccountSet }) | undefined>;
}

export interface BalanceReader {
  /** Entries by effective date, then posting sequence, then position. Undefined if the account does not exist. */
  accountEntries(
    scope: ReadScope,
    accountId: AccountId,
    filter: AccountEntryFilter,
    slice: Slice,
    sort?: EntrySort,
  ): Promise<{ readonly account: AccountHeading; readonly page: Page<AccountEntryRow> } | undefined>;
  /** The sums of the entries of that list. Undefined if more than `maxTotalledRows` rows would have to be read. */
  entryTotals(scope: ReadScope, accountId: AccountId, filter: AccountEntryFilter): Promise<SelectionTotals | undefined>;
  balanceByCode(scope: ReadScope, code: string, asOf: Day): Promise<BalanceReading | undefined>;
}

export interface TransactionReader {
  transaction(scope: ReadScope, transactionId: TransactionId): Promise<TransactionRow | undefined>;
  /** Transactions in order of acceptance, newest first, unless another order is requested. */
  transactions(
    scope: ReadScope,
    filter: TransactionFilter,
    slice: Slice,
    sort?: TransactionSort,
  ): Promise<Page<TransactionRow>>;
  /**
   * The sums of all entries of the transactions of that list, whatever their status; only of the account's entries if the list is that of
   * an account. Undefined if more than `maxTotalledRows` transactions would have to be read.
   */
  transactionTotals(scope: ReadScope, filter: TransactionFilter): Promise<SelectionTotals | undefined>;
  /** Transactions of a correlation, its root included, oldest first. */
  correlated(scope: ReadScope, correlationId: string, slice: Slice): Promise<Page<TransactionRow>>;
  /** The decision on each of them; leaves out transactions that are pending or unknown. */
  decisions(ledgerId: LedgerId, transactionIds: readonly string[]): Promise<ReadonlyMap<string, Decision>>;
  /** The events of the ledger's log, newest first. */
  activity(scope: ReadScope, filter: ActivityFilter, slice: Slice): Promise<Page<ActivityRow>>;
}

export const CHART_READER = token<ChartReader>('ChartReader');
export const ACCOUNT_SET_READER = token<AccountSetReader>('AccountSetReader');
export const BALANCE_READER = token<BalanceReader>('BalanceReader');
export const TRANSACTION_READER = token<TransactionReader>('TransactionReader');
