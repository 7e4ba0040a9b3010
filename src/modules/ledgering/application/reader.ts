/** Reads the books, and returns rows in the form that routes print. A reader makes no decisions. */
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

/** The ledger to read, and the request that reads it. A `Principal` has both members. */
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
  /** A part of the account's code or name; letter case is ignored. */
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
  /** Selects transactions that have all of these attribute values. Each key must be searchable. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

/** The decision on an accepted transaction. */
export type Decision = (
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: Exclude<TransactionStatus, 'pending' | 'failed'>; readonly failure: null }
) & {
  /** A sequence of the log by which the decision is made: every read at this sequence or a later one shows it. */
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
  /** The running balance of the entry's layer including the entry, signed by the normal balance. */
  readonly balanceAfter: Minor;
  readonly reference: string | null;
  readonly description: string;
}

/**
 * The orders of the list of transactions: by acceptance, or by effective date and then by acceptance. A `-` reverses the order: the latest
 * first.
 */
export const transactionSorts = ['sequence', '-sequence', 'effective_date', '-effective_date'] as const;
export type TransactionSort = (typeof transactionSorts)[number];
/** The orders of the entries of an account: by effective date and then by posting. A `-` reverses the order: the latest first. */
export const entrySorts = ['effective_date', '-effective_date'] as const;
export type EntrySort = (typeof entrySorts)[number];

/** Sums over all rows of a list, not only of one page, in minor units. */
export interface SelectionTotals {
  readonly count: number;
  readonly debits: bigint;
  readonly credits: bigint;
}

/** The maximum number of transactions or entries that are added up for totals, unless the totals come from sums of days. */
export const maxTotalledRows = 100_000;

/** The filter of an account's entries. Its amounts are compared with the entry, all other members with the entry's transaction. */
export interface AccountEntryFilter extends SearchQuestion {
  readonly startDate?: Day | undefined;
  readonly endDate?: Day | undefined;
  readonly layer?: Layer | undefined;
  /** Selects entries whose transaction has all of these attribute values. Each key must be searchable. */
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
  /** The totals of entries that are effective on or before the day. */
  readonly upTo: Readonly<Record<Layer, LayerTotals>>;
  /** The totals of entries that are effective after the day. */
  readonly after: Readonly<Record<Layer, LayerTotals>>;
  readonly standing: Standing;
}

/** The available amount of an account on a day, and the amount of its encumbrances due by that day. */
export interface Standing {
  /**
   * The available amount in two parts, signed by the account's normal side: the lowest settled balance of the day and all later days, and
   * the amount that open holds would take.
   */
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

/** The maximum size of account trees, including the whole chart that is read for them. Larger charts can only be read as lists. */
export const maxTreeBytes = 16_777_216;

export interface ActivityRow {
  readonly sequence: bigint;
  readonly type: EventType;
  readonly transactionId: string | null;
  readonly accountId: string | null;
  readonly journalId: string | null;
  readonly periodLockId: string | null;
  readonly accountSetId: string | null;
  /** The account or set that the event added to the account set, or removed from it. */
  readonly memberId: string | null;
  readonly trancodeId: string | null;
  readonly stringOperationId: string | null;
  readonly reason: string | null;
  /** The actor of the event: the prefix of an API key, or the name of another actor. */
  readonly actor: string;
  readonly occurredAt: Date;
  /** The event's hash in hex. */
  readonly hash: string;
}

export interface ActivityFilter {
  readonly transactionId?: string | undefined;
  readonly accountId?: string | undefined;
  /** The id of any subject of an event. The id of an account or set also finds the events that add it to a set or remove it. */
  readonly subjectId?: string | undefined;
  readonly type?: EventType | undefined;
}

/** The members of an account that a string of ledgers shows. */
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
  /** Reads the ledgers with these ids, ordered by code; leaves out ids that do not exist. */
  ledgers(ledgerIds: readonly LedgerId[]): Promise<readonly Ledger[]>;
  /** Reads the ledgers that have a test clock, each with the milliseconds by which its clock is ahead. */
  testClocks(): Promise<readonly { readonly id: LedgerId; readonly testClockMs: number }[]>;
  /** Reads the accounts that have one of these codes in one of the ledgers. */
  accountsNamed(ledgerIds: readonly LedgerId[], codes: readonly string[]): Promise<readonly NamedAccount[]>;
  /** Reads the distinct codes of customer accounts in the ledgers, from the code `from` (inclusive) onward, in the given direction. */
  customerCodes(
    ledgerIds: readonly LedgerId[],
    from: string | undefined,
    direction: Slice['direction'],
    limit: number,
  ): Promise<readonly string[]>;
  ledger(ledgerId: LedgerId): Promise<Ledger | undefined>;
  /** Reads the ledgers of one tenant or of all, with one code or any code, ordered by code, at most `limit`. */
  findLedgers(wanted: WantedLedgers): Promise<readonly Ledger[]>;
  /** Reads a page of the ledgers of one tenant or of all, ordered by id, which is the order in which they were opened. */
  ledgerPage(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Ledger>>;
  ledgerOfTenant(tenantId: TenantId, idOrCode: string): Promise<Ledger | undefined>;
  /** Reads an account with its settled balance as of `today`. */
  account(scope: ReadScope, accountId: AccountId, today: Day): Promise<AccountWithBalance | undefined>;
  /** Reads a page of the accounts, ordered by code, each with its settled balance as of `today`. */
  accounts(scope: ReadScope, filter: AccountFilter, slice: Slice, today: Day): Promise<Page<AccountWithBalance>>;
  /**
   * Reads the matching accounts and all their ancestors as trees; each level is ordered by code. Undefined if the chart is larger than
   * `maxTreeBytes`.
   */
  accountTree(scope: ReadScope, filter: AccountFilter, today: Day): Promise<readonly AccountNode[] | undefined>;
  journals(scope: ReadScope, slice: Slice): Promise<Page<Journal>>;
  journal(scope: ReadScope, journalId: JournalId): Promise<Journal | undefined>;
  /** Reads a page of the period locks, newest first. */
  periodLocks(scope: ReadScope, slice: Slice): Promise<Page<PeriodLock>>;
}

export interface AccountSetReader {
  /** Reads a page of the account sets, ordered by code. `search` is a part of the code or the name; letter case is ignored. */
  accountSets(scope: ReadScope, search: string | undefined, slice: Slice): Promise<Page<AccountSet>>;
  accountSet(scope: ReadScope, accountSetId: AccountSetId): Promise<AccountSet | undefined>;
  /** Reads a page of the members of a set; undefined if the set does not exist. */
  accountSetMembers(
    scope: ReadScope,
    accountSetId: AccountSetId,
    slice: Slice,
  ): Promise<Page<AccountSetMember> | undefined>;
  /** Reads the totals of all accounts in the set and in the sets within it, each account once; undefined if the set does not exist. */
  accountSetBalance(
    scope: ReadScope,
    accountSetId: AccountSetId,
    asOf: Day,
  ): Promise<(BalanceTotals & { readonly set: AccountSet }) | undefined>;
}

export interface BalanceReader {
  /**
   * Reads a page of an account's entries, ordered by effective date, then posting sequence, then position. Undefined if the account does
   * not exist.
   */
  accountEntries(
    scope: ReadScope,
    accountId: AccountId,
    filter: AccountEntryFilter,
    slice: Slice,
    sort?: EntrySort,
  ): Promise<{ readonly account: AccountHeading; readonly page: Page<AccountEntryRow> } | undefined>;
  /** Sums the entries of the whole list. Undefined if more than `maxTotalledRows` rows would have to be read. */
  entryTotals(scope: ReadScope, accountId: AccountId, filter: AccountEntryFilter): Promise<SelectionTotals | undefined>;
  balanceByCode(scope: ReadScope, code: string, asOf: Day): Promise<BalanceReading | undefined>;
}

export interface TransactionReader {
  transaction(scope: ReadScope, transactionId: TransactionId): Promise<TransactionRow | undefined>;
  /** Reads a page of transactions in order of acceptance, newest first, unless another order is requested. */
  transactions(
    scope: ReadScope,
    filter: TransactionFilter,
    slice: Slice,
    sort?: TransactionSort,
  ): Promise<Page<TransactionRow>>;
  /**
   * Sums the entries of all transactions of the list, whatever their status. In the list of an account, only the entries of that account
   * count. Undefined if more than `maxTotalledRows` transactions would have to be read.
   */
  transactionTotals(scope: ReadScope, filter: TransactionFilter): Promise<SelectionTotals | undefined>;
  /** Reads a page of the transactions of a correlation, including its root, oldest first. */
  correlated(scope: ReadScope, correlationId: string, slice: Slice): Promise<Page<TransactionRow>>;
  /** Reads the decision on each transaction; leaves out transactions that are pending or unknown. */
  decisions(ledgerId: LedgerId, transactionIds: readonly string[]): Promise<ReadonlyMap<string, Decision>>;
  /** Reads a page of the events of the ledger's log, newest first. */
  activity(scope: ReadScope, filter: ActivityFilter, slice: Slice): Promise<Page<ActivityRow>>;
}

export const CHART_READER = token<ChartReader>('ChartReader');
export const ACCOUNT_SET_READER = token<AccountSetReader>('AccountSetReader');
export const BALANCE_READER = token<BalanceReader>('BalanceReader');
export const TRANSACTION_READER = token<TransactionReader>('TransactionReader');
